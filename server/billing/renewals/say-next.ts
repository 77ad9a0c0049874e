import { refusalsForGood } from '#contract/billing/messages.ts'
import { formatMoment } from '#contract/calendar/billing-dates.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { DeclineReason, VaultedCard } from '#server/ports/payments.ts'
import { isOverdue } from './dunning.ts'
import type { CardAsked, TryReason } from './plan-tries.ts'

/** What the renewal job reads of an unpaid month. Every sentence about what comes next is made of it. */
export type NextTry = {
  at: Date | null
  because: TryReason | null
  card: CardAsked
  /** The card that is asked next, and the one that was asked first. */
  next: CardNamed | null
  first: (CardNamed & { refusedBecause: DeclineReason | null; wasAsked: boolean }) | null
  /** The account's zone. */
  zone: string
}
type CardNamed = Pick<VaultedCard, 'brand' | 'lastFour'>

export function findNextTry(db: Db, periodId: number): Promise<NextTry> {
  return db.one<NextTry>(sql`
    select p.next_try_at as at, p.try_because as because, p.next_card as card, a.time_zone as zone,
      (select jsonb_build_object('brand', c.brand, 'lastFour', c.last_four) from cards c
        where c.account_id = a.id and c.replaced_at is null and c.is_backup = (p.next_card = 'backup')) as next,
      (select jsonb_build_object('brand', c.brand, 'lastFour', c.last_four, 'refusedBecause', c.refused_because,
          'wasAsked', exists (select from charges h where h.period_id = p.id and h.gateway_token = c.gateway_token)) from cards c
        where c.account_id = a.id and c.replaced_at is null and not c.is_backup) as first
    from periods p join subscriptions s on s.id = p.subscription_id join accounts a on a.id = s.account_id
    where p.id = ${periodId}`)
}

/**
 * `We will try again on …`, or with another card than the one that was asked last, `We will try your Visa card
 * ending in 1111 on …`: for mails.
 */
export function mailNextTry(next: NextTry, asked: CardNamed | null, now: Date): string {
  const card = next.next
  const isSame = card?.brand === asked?.brand && card?.lastFour === asked?.lastFour
  const name = next.card === 'backup' ? `your backup card, the ${nameOf(card)},` : `your ${nameOf(card)}`
  return sayTry(next, { lead: 'We will try', card: isSame && next.because !== 'last' ? 'again' : name }, now)
}

/** Tells that money is missing. */
const PAYDAY = ', a common payday'

/** Without what the bank said, for people with a payment link. */
export function withoutReason(sentence: string): string {
  return sentence.replace(PAYDAY, '')
}

/** For the pages on which the bill can be paid first. */
export function showNextTry(next: NextTry, now: Date): string {
  const isAgain = next.first?.wasAsked && next.because !== 'last'
  const first = `the card on file${isAgain ? ' again' : ''}`
  const card = next.card === 'backup' ? `the backup card, the ${nameOf(next.next)},` : first
  return sayTry(next, { lead: 'Unless you pay first, we will try', card }, now)
}

function sayTry(
  { at, because, zone }: NextTry,
  { lead, card }: { lead: string; card: string },
  now: Date,
): string {
  if (!at) return 'We will not retry this payment automatically.'
  if (at <= now) return `${lead} ${card} ${isOverdue(at, now) ? 'soon' : 'within a few minutes'}.`
  const when = `on ${formatMoment(zone, at)}`
  if (because === 'last') return `${lead} ${card} one last time ${when}.`
  return `${lead} ${card} ${when}${because === 'payday' ? PAYDAY : ''}.`
}

function nameOf(card: CardNamed | null): string {
  return card ? `${card.brand} card ending in ${card.lastFour}` : 'card on file'
}

/** What the bank said of the card on file, for those who may see the account's billing. Empty if it is usable. */
export function sayRefusedForGood({ first }: Pick<NextTry, 'first'>): string {
  return first?.refusedBecause
    ? `We will not try the ${first.brand} card ending in ${first.lastFour} again. ${sayRefusal(first.refusedBecause)}`
    : ''
}

/** Empty if the card is usable. */
export function sayRefusal(because: string | null | undefined): string {
  return because ? (refusalsForGood[because] ?? refusalsForGood.declined) : ''
}
