import { splitByCredit } from '#contract/billing/split-by-credit.ts'
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

/** Priced at `amountCents` for the card and `creditCents` of credit. */
type Reserved = { id: number; accountId: number | null; amountCents: number; creditCents: number }

/**
 * From here on nothing else uses the credit that the order was priced with. If the order is not paid in the end, the database
 * gives it back (`return_credit_of_order`). False: the account has another credit by now, so the order would cost something else.
 */
export async function reserveCredit(tx: Db, order: Reserved, now: Date): Promise<boolean> {
  const { id, accountId, amountCents, creditCents } = order
  if (accountId === null) return true
  const has = await lockCredit(tx, accountId)
  if (splitByCredit(amountCents + creditCents, has).creditCents !== creditCents) return false
  if (creditCents > 0)
    await tx.run(sql`
      insert into credits (account_id, cents, order_id, created_at)
      values (${accountId}, ${-creditCents}, ${id}, ${now})`)
  return true
}

/** The order is paid: what was reserved for it is used by its bill. */
export async function spendReservedCredit(
  tx: Db,
  { orderId, invoiceId }: { orderId: number; invoiceId: number },
  now: Date,
): Promise<void> {
  await tx.run(sql`
    insert into credits (account_id, cents, order_id, invoice_id, created_at)
    select r.account_id, used.sign * r.cents, case used.sign when -1 then r.order_id end,
      case used.sign when 1 then ${invoiceId}::bigint end, ${now}::timestamptz
    from credits r cross join (values (-1), (1)) used (sign)
    where r.order_id = ${orderId} and r.cents < 0`)
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
