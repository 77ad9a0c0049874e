import type { Status } from '#contract/accounts/statuses.ts'
import { lockAccount } from '#server/accounts/accounts.ts'
import { resumeSetUp } from '#server/accounts/set-ups.ts'
import { liftMark, statusAgain } from '#server/billing/fraud/fraud.ts'
import { followPrice } from '#server/billing/subscriptions/free-access.ts'
import { listItems } from '#server/billing/subscriptions/plan-items.ts'
import { resumeSubscription } from '#server/billing/subscriptions/resume-subscription.ts'
import { endSubscription, lockRunning } from '#server/billing/subscriptions/subscription.ts'
import { endSessionsOfAccount } from '#server/identity/sessions.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { MailDeps } from '#server/platform/mail/queue-mail.ts'
import type { Dispute, Former } from './dispute.ts'

/**
 * A disputed charge ends the account and all of its sessions. The previous state is stored with the dispute,
 * to restore it. False: it is already closed for fraud, and stays so.
 */
export async function closeAccount(
  tx: Db,
  { id, accountId }: Pick<Dispute, 'id' | 'accountId'>,
  now: Date,
): Promise<boolean> {
  const subscriptionId = await lockRunning(tx, accountId)
  const { status, since, isMarked } = await tx.one<{ status: Status; since: Date; isMarked: boolean }>(sql`
    select status, status_since as since, fraud_marked_at is not null as "isMarked" from accounts
    where id = ${accountId} for update`)
  if (subscriptionId) await endSubscription(tx, { id: subscriptionId, accountId }, 'canceled', now)
  if (isMarked) return false
  await tx.run(sql`
    update disputes set former_status = ${status}, former_status_since = ${since},
      former_subscription_id = ${subscriptionId ?? null}
    where id = ${id}`)
  await tx.run(sql`
    update accounts set fraud_marked_at = ${now}, fraud_reason = 'disputed charge', fraud_dispute_id = ${id}, status = 'canceled',
      status_since = ${now}
    where id = ${accountId}`)
  await endSessionsOfAccount(tx, accountId, now)
  return true
}

export type Reopened =
  /** The account is restored to its state before the dispute. */
  | { kind: 'reopened'; status: Status }
  /** None of its disputes closed it, or an operator has reopened it since. */
  | { kind: 'untouched' }
  /** Another dispute, or an operator, keeps it closed. */
  | { kind: 'stays-closed' }

type Marked = Former & { isMarked: boolean; isByDispute: boolean; isStillDisputed: boolean }

/**
 * Lifts the fraud mark if a dispute set it and no other dispute prevents it: one that is open, or was lost
 * since the account was closed.
 */
export async function reopenAccount(tx: Db, deps: MailDeps, accountId: number): Promise<Reopened> {
  await lockAccount(tx, accountId)
  const marked = await tx.one<Marked>(sql`
    select a.fraud_marked_at is not null as "isMarked", d.id is not null as "isByDispute", d.former_status as status,
      d.former_status_since as since, d.former_subscription_id as "subscriptionId",
      exists (
        select from disputes o where o.account_id = a.id
          and (o.state = 'opened' or o.state = 'lost' and o.closed_at >= a.fraud_marked_at)
      ) as "isStillDisputed"
    from accounts a left join disputes d on d.id = a.fraud_dispute_id
    where a.id = ${accountId}`)
  if (!marked.isMarked) return { kind: 'untouched' }
  if (!marked.isByDispute || marked.isStillDisputed) return { kind: 'stays-closed' }
  return { kind: 'reopened', status: await restore(tx, deps, accountId, marked) }
}

async function restore(tx: Db, deps: MailDeps, accountId: number, former: Former): Promise<Status> {
  const { now } = deps
  const { subscriptionId } = former
  const isResumed = subscriptionId !== null && (await resumeSubscription(tx, deps, subscriptionId))
  const hasEndedSince = subscriptionId !== null && !isResumed
  const again = hasEndedSince ? 'canceled' : await statusAgain(tx, accountId, former.status)
  const status = await resumeSetUp(tx, deps, accountId, again)
  const since = status === former.status && !isResumed ? former.since : now
  await liftMark(tx, accountId, { status, since })
  if (isResumed) await followPrice(tx, accountId, await listItems(tx, subscriptionId), now)
  return status
}
