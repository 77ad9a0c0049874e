import { returnCredit } from '#server/billing/invoices/credits.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/** Ends a subscription: nothing more is charged. The account keeps its invoices and can be reactivated. */
export async function endSubscription(
  tx: Db,
  subscription: { id: number; accountId: number },
  status: 'canceled' | 'expired',
  now: Date,
): Promise<void> {
  await tx.run(sql`update subscriptions set ended_at = ${now}, next_at = null where id = ${subscription.id}`)
  await tx.run(sql`
    update accounts set status = ${status}, status_since = ${now}
    where id = ${subscription.accountId} and fraud_marked_at is null`)
  const givenUp = await tx.many<{ id: number }>(sql`
    update periods set state = 'given_up', next_try_at = null
    where subscription_id = ${subscription.id} and state in ('due', 'past_due') returning id`)
  for (const { id } of givenUp) await returnCredit(tx, id, now)
}
