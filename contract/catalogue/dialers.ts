import { type ItemKey, items } from './plan.ts'

/** The licenses that people dial with, larger first. Other items belong to the whole account. */
export const dialerKeys = ['triple', 'single'] as const satisfies readonly ItemKey[]
export type DialerKey = (typeof dialerKeys)[number]

export function dialerKeyOf(text: string): DialerKey {
  return dialerKeys.find((key) => key === text) ?? 'single'
}

/** One dialer of the plan, and the people who share it. */
export type Dialer = {
  item: DialerKey
  /** Counted from 1 within its kind. */
  place: number
  people: { id: number; name: string }[]
  /** When it was assigned; ISO 8601. Null if unassigned. */
  since: string | null
}

/** `Triple line dialer 2` if the plan has several, otherwise without the number. */
export function nameOfDialer({ item, place }: Pick<Dialer, 'item' | 'place'>, bought: number): string {
  return bought > 1 ? `${items[item].label} ${place}` : items[item].label
}

export type DialerCounts = Record<DialerKey, number>
/** A dialer that its people lose, and what they get instead. */
export type LostDialer = { dialer: Dialer; instead: DialerKey | null }

export function countDialers(bought: readonly { key: ItemKey; quantity: number }[]): DialerCounts {
  const countOf = (dialer: DialerKey) => bought.find(({ key }) => key === dialer)?.quantity ?? 0
  return { triple: countOf('triple'), single: countOf('single') }
}

/**
 * Which dialers end when fewer are bought: unassigned ones first, then the last assigned. In an exchange of
 * one kind for the other, their people get the other kind.
 */
export function lostDialers(
  dialers: readonly Dialer[],
  before: DialerCounts,
  after: DialerCounts,
): LostDialer[] {
  return dialerKeys.flatMap((item) => {
    const other = item === 'triple' ? 'single' : 'triple'
    const ofKind = dialers.filter((dialer) => dialer.item === item).toSorted(lastFirst)
    const lost = ofKind.slice(0, Math.max(0, ofKind.length - after[item]))
    const exchanged = Math.min(before[item] - after[item], after[other] - before[other])
    return lost.map((dialer, index) => ({
      dialer,
      instead: lost.length - index <= exchanged ? other : null,
    }))
  })
}

function lastFirst(one: Dialer, other: Dialer): number {
  if (one.since === other.since) return other.place - one.place
  if (one.since === null) return -1
  return other.since !== null && one.since > other.since ? -1 : 1
}

/** `Ann Roe, Bob Lee and Cal Lee` */
export function listNames(people: Dialer['people']): string {
  const names = people.map(({ name }) => name)
  const last = names.at(-1) ?? ''
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${last}` : last
}

/** Who loses it and what happens: for the person who changes the plan. */
export function describeLost({ dialer, instead }: LostDialer, bought: number, when: string): string {
  const { people, item } = dialer
  const ends = `${nameOfDialer(dialer, bought)} ends ${when}.`
  const names = listNames(people)
  const whoHasIt = people.length > 1 ? `${names} share it now` : `${names} has it now`
  return instead
    ? `${ends} ${whoHasIt} and will get a ${items[instead].label.toLowerCase()} instead.`
    : `${ends} ${whoHasIt} and will have no ${items[item].label.toLowerCase()}.`
}
