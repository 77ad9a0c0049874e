import type { Status } from '#contract/accounts/statuses.ts'
import { endSubscription } from '#server/billing/subscriptions/end-subscription.ts'
import { endSessionsOfAccount } from '#server/identity/sessions.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Dispute } from './dispute.ts'

const DISPUTED = 'disputed charge'

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
    update accounts set fraud_marked_at = ${now}, fraud_reason = ${DISPUTED}, fraud_dispute_id = ${id}, status = 'canceled',
      status_since = ${now}
    where id = ${accountId}`)
  await endSessionsOfAccount(tx, accountId, now)
  return true
}

/**
 * While both run during an upgrade, the release before this one marks accounts without keeping the dispute: it is taken
 * over when the gateway tells more. A subscription that ended at the moment of the mark was running.
 */
export async function adoptEarlierMark(
  tx: Db,
  { id, accountId }: Pick<Dispute, 'id' | 'accountId'>,
): Promise<boolean> {
  const adopted = await tx.run(sql`
    with adopted as (
      update accounts set fraud_dispute_id = ${id}
      where id = ${accountId} and fraud_marked_at is not null and fraud_reason = ${DISPUTED} and fraud_dispute_id is null
      returning id, fraud_marked_at as at
    )
    update disputes d set former_status = case when s.id is null then 'canceled' else 'active' end,
      former_status_since = a.at, former_subscription_id = s.id
    from adopted a left join lateral (
      select id from subscriptions where account_id = a.id and ended_at = a.at limit 1
    ) s on true
    where d.id = ${id}`)
  return adopted === 1
}
