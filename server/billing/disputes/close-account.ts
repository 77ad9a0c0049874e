import type { Status } from '#contract/accounts/statuses.ts'
import { endSubscription } from '#server/billing/subscriptions/end-subscription.ts'
import { endSessionsOfAccount } from '#server/identity/sessions.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Dispute } from './dispute.ts'

/**
 * A disputed charge ends the account and all of its sessions. What the account was is kept with the dispute, so that it
 * can be so again. False: it is closed for fraud already, and stays so.
 */
export async function closeAccount(
  tx: Db,
  { id, accountId }: Pick<Dispute, 'id' | 'accountId'>,
  now: Date,
): Promise<boolean> {
  const running = await tx.maybe<{ id: number }>(sql`
    select id from subscriptions where account_id = ${accountId} and ended_at is null for update`)
  const { status, since, isMarked } = await tx.one<{ status: Status; since: Date; isMarked: boolean }>(sql`
    select status, status_since as since, fraud_marked_at is not null as "isMarked" from accounts
    where id = ${accountId} for update`)
  if (running) await endSubscription(tx, { id: running.id, accountId }, 'canceled', now)
  if (isMarked) return false
  await tx.run(sql`
    update disputes set former_status = ${status}, former_status_since = ${since},
      former_subscription_id = ${running?.id ?? null}
    where id = ${id}`)
  await tx.run(sql`
    update accounts set fraud_marked_at = ${now}, fraud_reason = 'disputed charge', fraud_dispute_id = ${id}, status = 'canceled',
      status_since = ${now}
    where id = ${accountId}`)
  await endSessionsOfAccount(tx, accountId, now)
  return true
}
