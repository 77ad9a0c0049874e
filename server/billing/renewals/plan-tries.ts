import { nextRetryAt, type TriedCard } from '#server/billing/cards/card-tries.ts'
import { whichOf } from '#server/billing/cards/cards.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { DeclineReason, Refusal } from '#server/ports/payments.ts'
import { type Dunning, endOfDunning, planTry, type RetryReason } from './dunning.ts'
import { classOf } from './reasons.ts'

export type CardAsked = 'first' | 'backup'
/** Why the next try is planned for its time. `limit`: the card was tried too often before. */
export type TryReason = RetryReason | 'limit' | 'backup' | 'card-updated'

export type Unpaid = Dunning & {
  periodId: number
  subscriptionId: number
  accountId: number
  nextCard: CardAsked
  tryBecause: TryReason | null
  plannedTryAt: Date | null
}
/** `at` is null if no try is left: the account then ends without one. */
export type Plan = { at: Date; card: CardAsked; because: TryReason } | { at: null }

type Card = TriedCard & {
  isBackup: boolean
  refusedBecause: DeclineReason | null
}

/** What follows a refusal, unless the account ends now. */
export async function planNext(tx: Db, unpaid: Unpaid, now: Date): Promise<Plan> {
  const cards = await listCards(tx, unpaid.accountId)
  if (await isBackupNext(tx, unpaid, cards, now)) return { at: now, card: 'backup', because: 'backup' }
  return planOnCard(tx, unpaid, cards, now)
}

/** A plan that a try of the customer's leaves as it is, unless the bank has refused its card for good. */
export async function keepPlan(tx: Db, unpaid: Unpaid, now: Date): Promise<Plan> {
  const { plannedTryAt, tryBecause, nextCard, accountId } = unpaid
  const cards = await listCards(tx, accountId)
  const card = cards.find(({ isBackup }) => isBackup === (nextCard === 'backup'))
  const isKept = plannedTryAt && tryBecause && card && !card.refusedBecause
  return isKept
    ? { at: plannedTryAt, card: nextCard, because: tryBecause }
    : planOnCard(tx, unpaid, cards, now)
}

/**
 * Plans an unpaid month again after the account's cards have changed; with `isUpdated`, a card that its bank
 * refused may be good again and is tried at once; with `isKept`, only what cannot be kept is planned again. A
 * charge under way plans what follows it.
 */
export async function replanTries(
  tx: Db,
  accountId: number,
  now: Date,
  { isUpdated = false, isKept = false } = {},
): Promise<void> {
  const unpaid = await lockUnpaid(tx, accountId)
  if (!unpaid) return
  if (isKept) return savePlan(tx, unpaid, await keepPlan(tx, unpaid, now))
  const cards = await listCards(tx, accountId)
  await savePlan(tx, unpaid, await planOnCard(tx, unpaid, cards, now, { isUpdated }))
}

export async function savePlan(
  tx: Db,
  { periodId, failedAt }: Pick<Unpaid, 'periodId' | 'failedAt'>,
  plan: Plan,
): Promise<void> {
  const { card, because } = plan.at ? plan : { card: 'first', because: null }
  await tx.run(sql`
    update periods set state = 'past_due', failed_at = ${failedAt}, next_try_at = ${plan.at}, planned_try_at = ${plan.at},
      next_card = ${card}, try_because = ${because}
    where id = ${periodId}`)
}

/**
 * On the first card that its bank has not refused for good. If that one was tried too often to be asked before the
 * end, on the other.
 */
async function planOnCard(
  tx: Db,
  unpaid: Unpaid,
  cards: readonly Card[],
  now: Date,
  { isUpdated = false } = {},
): Promise<Plan> {
  const [card, other] = cards.filter(({ refusedBecause }) => refusedBecause === null)
  if (!card) return { at: null }
  const plan = await planFor(tx, unpaid, card, now, isUpdated)
  return plan.at === null && other ? planFor(tx, unpaid, other, now) : plan
}

async function planFor(tx: Db, unpaid: Unpaid, card: Card, now: Date, isUpdated = false): Promise<Plan> {
  const { accountId, periodId, failedAt, lastDayAt } = unpaid
  const refusal = await lastRefusal(tx, periodId, card)
  const retryClass = refusal ? classOf(refusal) : 'usual'
  // Refused for good, and usable: what its bank said of the card before an update no longer holds.
  const isRenewed = isUpdated || retryClass === 'never'
  const next = planTry(unpaid, isRenewed ? 'usual' : retryClass, now)
  if (!next) return { at: null }
  const planned: { at: Date; because: TryReason } = isRenewed ? { at: now, because: 'card-updated' } : next
  const asked = whichOf(card)
  const at = await nextRetryAt(tx, accountId, card, planned.at)
  if (at <= planned.at) return { ...planned, card: asked }
  return at <= endOfDunning(failedAt, lastDayAt, now) ? { at, card: asked, because: 'limit' } : { at: null }
}

/** The backup is asked once in a month: at once after a final refusal, or after the second one of another kind. */
async function isBackupNext(
  tx: Db,
  { periodId, accountId, nextCard, retries }: Unpaid,
  cards: readonly Card[],
  now: Date,
): Promise<boolean> {
  const [first, backup] = [cards.find(({ isBackup }) => !isBackup), cards.find(({ isBackup }) => isBackup)]
  if (nextCard === 'backup' || !backup || backup.refusedBecause) return false
  if (first && !first.refusedBecause && retries === 0) return false
  if (await wasAsked(tx, periodId, backup)) return false
  return (await nextRetryAt(tx, accountId, backup, now)) <= now
}

/** The first card comes first. */
function listCards(tx: Db, accountId: number): Promise<Card[]> {
  return tx.many<Card>(sql`
    select gateway_token as token, number_id as "numberId", brand, last_four as "lastFour", expires_month as "expiresMonth",
      expires_year as "expiresYear", is_backup as "isBackup", refused_because as "refusedBecause"
    from cards where account_id = ${accountId} and replaced_at is null order by is_backup`)
}

/** Refused in this month in an automatic try. Those of the customer do not use it up. */
async function wasAsked(tx: Db, periodId: number, { token }: Card): Promise<boolean> {
  const refused = await tx.maybe(sql`
    select 1 from charges
    where period_id = ${periodId} and gateway_token = ${token} and outcome = 'declined' and asked_by is null limit 1`)
  return refused !== undefined
}

async function lastRefusal(tx: Db, periodId: number, { token }: Card): Promise<Refusal | undefined> {
  const charge = await tx.maybe<{ reason: DeclineReason; isHard: boolean | null }>(sql`
    select reason, is_hard as "isHard" from charges
    where period_id = ${periodId} and gateway_token = ${token} and outcome = 'declined' order by id desc limit 1`)
  return charge && { reason: charge.reason, isHard: charge.isHard === true }
}

function lockUnpaid(tx: Db, accountId: number): Promise<Unpaid | undefined> {
  return tx.maybe<Unpaid>(sql`
    select p.id as "periodId", s.id as "subscriptionId", s.account_id as "accountId", a.time_zone as zone,
      p.failed_at as "failedAt", p.last_day_at as "lastDayAt", p.retries, p.has_retried_soon as "hasRetriedSoon",
      p.next_card as "nextCard", p.try_because as "tryBecause", p.planned_try_at as "plannedTryAt"
    from subscriptions s join periods p on p.subscription_id = s.id join accounts a on a.id = s.account_id
    where s.account_id = ${accountId} and s.ended_at is null and p.state = 'past_due' and p.failed_at is not null
    for update of p, s`)
}
