import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/** What an account has as credit for its next bills. */
export async function creditOf(db: Db, accountId: number): Promise<number> {
  const { cents } = await db.one<{ cents: number }>(
    sql`select coalesce(sum(cents), 0)::integer as cents from credits where account_id = ${accountId}`,
  )
  return cents
}

/** What the card is charged for a bill of this amount, as far as is known before it is written. */
export async function afterCredit(db: Db, accountId: number, cents: number): Promise<number> {
  return splitByCredit(cents, await creditOf(db, accountId)).cents
}

/** A bill uses credit first: what is left to charge, and what credit pays. */
export function splitByCredit(cents: number, credit: number): { cents: number; creditCents: number } {
  const creditCents = Math.min(cents, credit)
  return { cents: cents - creditCents, creditCents }
}

/**
 * The account's row is locked first, so that two bills cannot use the same credit. Most accounts have none, and lock
 * nothing: what is given at this very moment is for the bill after this one.
 */
export async function lockCredit(tx: Db, accountId: number): Promise<number> {
  if ((await creditOf(tx, accountId)) === 0) return 0
  await tx.one(sql`select id from accounts where id = ${accountId} for no key update`)
  return creditOf(tx, accountId)
}

export async function noteCreditUsed(
  tx: Db,
  { accountId, invoiceId, cents }: { accountId: number; invoiceId: number; cents: number },
  now: Date,
): Promise<void> {
  await tx.run(sql`
    insert into credits (account_id, cents, invoice_id, created_at)
    values (${accountId}, ${-cents}, ${invoiceId}, ${now})`)
}

/** A bill that is no longer collected gives back the credit that it used. */
export async function returnCredit(tx: Db, periodId: number, now: Date): Promise<void> {
  await tx.run(sql`
    insert into credits (account_id, cents, invoice_id, created_at)
    select u.account_id, -u.cents, u.invoice_id, ${now}::timestamptz
    from credits u join invoices i on i.id = u.invoice_id and i.period_id = ${periodId} and i.order_id is null
    where u.cents < 0
    on conflict do nothing`)
}
