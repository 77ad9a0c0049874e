import type { Wizard } from '#contract/features/sign-up/bodies.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/**
 * Steps of a sign-up that the server knows of, for the figures of the desk: each counts once per visitor and month. The
 * wizard of somebody who has only typed an email is not known.
 */
export async function noteEmailStep(db: Db, visitorHash: Buffer, now: Date): Promise<void> {
  await db.run(sql`
    insert into sign_up_steps (step, visitor_hash, month, at)
    values ('email', ${visitorHash}, open_month(${now}), ${now})
    on conflict do nothing`)
}

export async function noteDetailsStep(
  db: Db,
  { wizard, visitorHash, unfinishedId }: { wizard: Wizard; visitorHash: Buffer; unfinishedId: number },
  now: Date,
): Promise<void> {
  await db.run(sql`
    insert into sign_up_steps (step, wizard, visitor_hash, month, at, unfinished_id)
    values ('details', ${wizard}, ${visitorHash}, open_month(${now}), ${now}, ${unfinishedId})
    on conflict do nothing`)
}

/** In the transaction that places the order. */
export async function notePaymentStep(tx: Db, orderId: number, wizard: Wizard): Promise<void> {
  await tx.run(sql`
    insert into sign_up_steps (step, wizard, visitor_hash, month, at, order_id)
    select 'payment', ${wizard}, visitor_hash, open_month(created_at), created_at, id
    from orders where id = ${orderId}
    on conflict do nothing`)
}

/** In the transaction that makes the account. */
export async function notePaidStep(
  tx: Db,
  { orderId, accountId, wizard }: { orderId: number; accountId: number; wizard: Wizard },
  now: Date,
): Promise<void> {
  await tx.run(sql`
    insert into sign_up_steps (step, wizard, visitor_hash, month, at, order_id, account_id)
    select 'paid', ${wizard}, visitor_hash, open_month(${now}), ${now}::timestamptz, id, ${accountId}::bigint
    from orders where id = ${orderId}
    on conflict do nothing`)
}
