import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/** If the subscription was canceled, it goes on. The receipt of the cancellation stays, and says so. */
export async function undoCancellation(tx: Db, subscriptionId: number, now: Date): Promise<void> {
  await tx.run(sql`
    insert into undone_cancellations (reference, subscription_id, requested_at, cancel_on, reason, undone_at)
    select cancel_reference, id, cancel_requested_at, cancel_on, cancel_reason, ${now}
    from subscriptions where id = ${subscriptionId} and cancel_reference is not null`)
  await tx.run(sql`
    update subscriptions set cancel_requested_at = null, cancel_on = null, cancel_reason = null, cancel_reference = null
    where id = ${subscriptionId}`)
}
