import { createHash } from 'node:crypto'
import { DAY, HOUR, later } from '../../../server/ports/clock.ts'
import {
  backupTroubles,
  HAS_ANOTHER_CARD,
  HAS_BACKUP,
  IS_ENOUGH,
  type MixName,
  mixes,
  NEVER_BETTER,
  reactions,
  rhythms,
  SAYS_NO_REASON,
  type Trouble,
  typedTroubles,
  updates,
} from './mixes.ts'

export type CardName = 'first' | 'backup' | 'typed'
export type BankReason =
  | 'declined'
  | 'insufficient-funds'
  | 'expired'
  | 'closed'
  | 'lost'
  | 'stolen'
  | 'revoked'
  | 'do-not-retry'
  | 'busy'
  | 'velocity'
  | 'try-later'
type Stretch = { from: Date; until: Date }
/** The bank gives the card a new number or date. The gateway reports it some hours later. */
export type CardUpdate = { kind: 'renumbered' | 'new-date' | 'closed'; at: Date; reportedAt: Date }
export type Card = {
  trouble: Trouble
  reason: BankReason
  /** From when on a card that is refused without a reason, or by a busy bank, is approved. Undefined: never. */
  betterAt: Date | undefined
  /** When there is enough money, for customers who are often short of it. */
  funded: Stretch[]
  update: CardUpdate | undefined
}
/** What a customer does after the mail about the first refusal, or about the last day. */
export type Reaction = {
  to: 'first-mail' | 'last-day-mail'
  afterHours: number
  /** Tries the refused card first. People with another one try it in the same hour. */
  startsWith: 'refused-card' | 'another-card'
  hasAnother: boolean
  /** How often the refused card is tried, hour by hour. */
  presses: number
}
export type Customer = {
  zone: string
  /** The day on which the month begins. */
  dueOn: string
  dueAt: Date
  cards: { first: Card; backup: Card | undefined; typed: Card }
  reaction: Reaction | undefined
}

const zones = [
  'US/Eastern',
  'US/Central',
  'US/Pacific',
  'US/Mountain',
  'US/Arizona',
  'US/Alaska',
  'America/Halifax',
  'America/Puerto_Rico',
  'Pacific/Tahiti',
]

/** Months begin on these days: `days` from the first one on. */
const FIRST_DUE_ON = Date.UTC(2027, 2, 10)
export type Calendar = { days: number; zones: number }

export function makeCustomer(mix: MixName, customer: number, calendar: Calendar): Customer {
  const draw = (about: string) => drawOf(mix, customer, about)
  const zone = zones[Math.floor(draw('zone') * calendar.zones)] as string
  const dueDay = FIRST_DUE_ON + Math.floor(draw('due') * calendar.days) * DAY
  const dueAt = localMoment(zone, dueDay, 0)
  const make = (card: CardName, shares: Partial<Record<Trouble, number>>) =>
    makeCard(mix, { zone, dueDay, dueAt }, shares, (about) => draw(`${card} ${about}`))
  return {
    zone,
    dueOn: new Date(dueDay).toISOString().slice(0, 10),
    dueAt,
    cards: {
      first: make('first', mixes[mix].troubles),
      backup: draw('backup') < HAS_BACKUP ? make('backup', backupTroubles) : undefined,
      typed: make('typed', typedTroubles),
    },
    reaction: makeReaction(draw),
  }
}

type Draw = (about: string) => number
type Due = { zone: string; dueDay: number; dueAt: Date }

function makeCard(mix: MixName, due: Due, shares: Partial<Record<Trouble, number>>, draw: Draw): Card {
  const trouble = pick(shares, draw('trouble'))
  const card = {
    trouble,
    reason: reasonOf(trouble, draw),
    betterAt: undefined,
    funded: [],
    update: undefined,
  }
  const { dueAt } = due
  switch (trouble) {
    case 'none':
    case 'revoked':
    case 'do-not-retry':
      return card
    case 'short':
      return {
        ...card,
        funded: mixes[mix].money === 'paydays' ? payOf(due, draw) : moneyAtAnyTime(due, draw),
      }
    case 'busy':
      return { ...card, betterAt: later(dueAt, (1 + 9 * draw('better')) * HOUR) }
    case 'no-reason':
      return draw('never') < NEVER_BETTER
        ? card
        : { ...card, betterAt: later(dueAt, 10 * draw('better') * DAY) }
    case 'expired':
      return {
        ...card,
        update: draw('update') < updates.expired ? makeUpdate('new-date', dueAt, draw) : undefined,
      }
    case 'closed':
      if (draw('reported closed') < updates['reported closed'])
        return { ...card, update: { kind: 'closed', ...beforeDue(dueAt, draw) } }
      return {
        ...card,
        update: draw('update') < updates.replaced ? makeUpdate('renumbered', dueAt, draw) : undefined,
      }
    case 'lost':
    case 'stolen':
      return {
        ...card,
        update: draw('update') < updates.replaced ? makeUpdate('renumbered', dueAt, draw) : undefined,
      }
  }
}

function reasonOf(trouble: Trouble, draw: Draw): BankReason {
  switch (trouble) {
    case 'none':
    case 'no-reason':
      return 'declined'
    case 'short':
      return draw('silent') < SAYS_NO_REASON ? 'declined' : 'insufficient-funds'
    case 'busy':
      return pick({ busy: 50, velocity: 25, 'try-later': 25 }, draw('kind'))
    case 'expired':
    case 'closed':
    case 'lost':
    case 'stolen':
    case 'revoked':
    case 'do-not-retry':
      return trouble
  }
}

function makeUpdate(kind: CardUpdate['kind'], dueAt: Date, draw: Draw): CardUpdate {
  const at = later(dueAt, (0.2 + 5.8 * draw('updated')) * DAY)
  return { kind, at, reportedAt: later(at, (2 + 18 * draw('reported')) * HOUR) }
}

function beforeDue(dueAt: Date, draw: Draw): { at: Date; reportedAt: Date } {
  const at = later(dueAt, -(2 + 10 * draw('updated')) * DAY)
  return { at, reportedAt: later(at, 20 * HOUR) }
}

/** Paid in the early morning; some days later most of it is spent. The 1st and 15th move before a weekend. */
function payOf({ zone, dueDay }: Due, draw: Draw): Stretch[] {
  const rhythm = pick(rhythms, draw('rhythm'))
  const isOddWeek = draw('week') < 0.5
  const isPaidOn = (day: number): boolean => {
    switch (rhythm) {
      case 'first-and-15th':
        return isWorkdayFor(day, [1, 15])
      case 'first':
        return isWorkdayFor(day, [1])
      case 'each-friday':
        return weekdayOf(day) === 5
      case 'other-friday':
        return weekdayOf(day) === 5 && (Math.floor(day / (7 * DAY)) % 2 === 1) === isOddWeek
      case 'last-working-day':
        return isWorkdayFor(day, [0])
    }
  }
  const days = Array.from({ length: 16 }, (_, n) => dueDay + (n - 5) * DAY)
  return days
    .filter(isPaidOn)
    .flatMap((day) =>
      fundedFrom(localMoment(zone, day, 5 * draw(`hour ${day}`)), (about) => draw(`${about} ${day}`)),
    )
}

function moneyAtAnyTime({ dueAt }: Due, draw: Draw): Stretch[] {
  const stretches: Stretch[] = []
  for (let day = -5 * draw('begin'), n = 0; day < 9; day += 1 + 8 * draw(`gap ${n}`), n += 1)
    stretches.push(...fundedFrom(later(dueAt, day * DAY), (about) => draw(`${about} ${n}`)))
  return stretches
}

function fundedFrom(from: Date, draw: Draw): Stretch[] {
  return draw('enough') < IS_ENOUGH ? [{ from, until: later(from, (10 + 62 * draw('spent')) * HOUR) }] : []
}

function makeReaction(draw: Draw): Reaction | undefined {
  const kind = pick(reactions, draw('reaction'))
  if (kind === 'none') return undefined
  const hasAnother = draw('another') < HAS_ANOTHER_CARD
  if (kind === 'impatient') {
    return { to: 'first-mail', afterHours: 1, startsWith: 'refused-card', hasAnother, presses: 30 }
  }
  const startsWith = draw('starts') < 0.5 || !hasAnother ? 'refused-card' : 'another-card'
  const afterHours = 1 + Math.floor(draw('after') ** 2 * (kind === 'first-mail' ? 110 : 22))
  return { to: kind, afterHours, startsWith, hasAnother, presses: 1 }
}

/** Whether pay for one of these days of the month comes on this day. Day 0 is the last working day before. */
function isWorkdayFor(day: number, daysOfMonth: number[]): boolean {
  if (!isWorkday(day)) return false
  let last = day
  while (!isWorkday(last + DAY)) last += DAY
  const covered = Array.from({ length: (last - day) / DAY + 1 }, (_, n) => new Date(day + n * DAY))
  return covered.some((one) => {
    const isLastOfMonth = new Date(one.getTime() + DAY).getUTCDate() === 1
    return daysOfMonth.some((wanted) => (wanted === 0 ? isLastOfMonth : one.getUTCDate() === wanted))
  })
}

const weekdayOf = (day: number) => new Date(day).getUTCDay()
const isWorkday = (day: number) => weekdayOf(day) % 6 !== 0

/** Hours after midnight in a time zone, by the rules of the runtime. */
function localMoment(zone: string, day: number, hours: number): Date {
  const name = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
    .formatToParts(new Date(day + 6 * HOUR))
    .find(({ type }) => type === 'timeZoneName')?.value
  const [, sign, hour, minute] = /GMT([+-])(\d+):(\d+)/.exec(name ?? '') ?? []
  const offset = (Number(hour ?? 0) * HOUR + Number(minute ?? 0) * (HOUR / 60)) * (sign === '-' ? -1 : 1)
  return new Date(day + hours * HOUR - offset)
}

function pick<Name extends string>(shares: Partial<Record<Name, number>>, drawn: number): Name {
  const entries = Object.entries(shares) as [Name, number][]
  let rest = drawn * entries.reduce((sum, [, share]) => sum + share, 0)
  for (const [name, share] of entries) {
    rest -= share
    if (rest < 0) return name
  }
  throw new Error('Nothing to pick from')
}

/** The same number from 0 to 1 each time. */
export function drawOf(...about: (string | number)[]): number {
  return createHash('sha256').update(about.join(' ')).digest().readUInt32BE() / 2 ** 32
}
