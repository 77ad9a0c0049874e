import { splitByCredit } from '#contract/catalogue/money.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/**
 * The kinds of invoice lines: a plan item for a month, part of a month, a credit (with a negative amount),
 * and tax, of which there is none today. A database constraint allows the same kinds.
 */
export const lineKinds = ['item', 'part-month', 'credit', 'tax'] as const

export type InvoiceLine = {
  kind: (typeof lineKinds)[number]
  label: string
  quantity: number
  unitPrice: number
  amount: number
}

export type Invoice = {
  accountId: number
  orderId?: number | null
  periodId?: number | null
  chargeId?: number | null
  lines: readonly InvoiceLine[]
  /** Why it differs from the previous invoice. */
  note: string
  isPaid: boolean
}

/** Writes an invoice with the account's current billing details. Once paid, it is the receipt. */
export function writeInvoice(tx: Db, bill: Invoice, now: Date): Promise<{ id: number; number: string }> {
  const total = bill.lines.reduce((sum, line) => sum + line.amount, 0)
  return tx.one<{ id: number; number: string }>(sql`
    with bill as (
      insert into invoices (account_id, order_id, period_id, charge_id, total_cents, note, issued_at, paid_at, billed_to)
      values (${bill.accountId}, ${bill.orderId ?? null}, ${bill.periodId ?? null}, ${bill.chargeId ?? null}, ${total},
        ${bill.note}, ${now}, ${bill.isPaid ? now : null}, billed_to(${bill.accountId}))
      returning id, number
    ), written as (
      insert into invoice_lines (invoice_id, position, kind, label, quantity, unit_price_cents, amount_cents)
      select bill.id, line.position, line.kind, line.label, line.quantity, line."unitPrice", line.amount
      from bill, jsonb_to_recordset(${JSON.stringify(bill.lines.map((line, position) => ({ ...line, position })))}::jsonb)
        as line(position smallint, kind text, label text, quantity integer, "unitPrice" integer, amount integer)
    )
    select id, number from bill`)
}

/**
 * For a month that no longer has to be paid: the open invoice keeps its lines and gets a credit for their
 * total.
 */
export async function forgiveInvoice(
  tx: Db,
  periodId: number,
  { label, note }: { label: string; note: string },
  now: Date,
): Promise<void> {
  const bill = await tx.maybe<{ id: number; cents: number; lines: number }>(sql`
    select i.id, i.total_cents as cents, (select max(position) + 1 from invoice_lines where invoice_id = i.id) as lines
    from invoices i where i.period_id = ${periodId} and i.paid_at is null for update`)
  if (!bill) return
  await returnCredit(tx, periodId, now)
  const credit: InvoiceLine = {
    kind: 'credit',
    label,
    quantity: 1,
    unitPrice: -bill.cents,
    amount: -bill.cents,
  }
  await tx.run(sql`
    insert into invoice_lines (invoice_id, position, kind, label, quantity, unit_price_cents, amount_cents)
    values (${bill.id}, ${bill.lines}, ${credit.kind}, ${credit.label}, ${credit.quantity}, ${credit.unitPrice},
      ${credit.amount})`)
  await tx.run(
    sql`update invoices set paid_at = ${now}, total_cents = 0, note = ${note} where id = ${bill.id}`,
  )
}

/** An account's credit for its next bills. */
export async function creditOf(db: Db, accountId: number): Promise<number> {
  const { cents } = await db.one<{ cents: number }>(
    sql`select coalesce(sum(cents), 0)::integer as cents from credits where account_id = ${accountId}`,
  )
  return cents
}

/** The card charge for a bill of this amount, as far as is known before it is written. */
export async function afterCredit(db: Db, accountId: number, cents: number): Promise<number> {
  return splitByCredit(cents, await creditOf(db, accountId)).cents
}

/**
 * The account's row is locked first, so that two bills cannot use the same credit. Most accounts have none
 * and lock nothing: credit given at this very moment is for the next bill.
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

/** Priced as `amountCents` for the card and `creditCents` of credit. */
type Reserved = { id: number; accountId: number | null; amountCents: number; creditCents: number }

/**
 * From here on nothing else uses the credit that the order was priced with. If the order is not paid in the
 * end, the database returns it (`return_credit_of_order`). False: the credit has changed, so the order would
 * cost something else.
 */
export async function reserveCredit(tx: Db, order: Reserved, now: Date): Promise<boolean> {
  const { id, accountId, amountCents, creditCents } = order
  if (accountId === null) return true
  const available = await lockCredit(tx, accountId)
  if (splitByCredit(amountCents + creditCents, available).creditCents !== creditCents) return false
  if (creditCents > 0)
    await tx.run(sql`
      insert into credits (account_id, cents, order_id, created_at)
      values (${accountId}, ${-creditCents}, ${id}, ${now})`)
  return true
}

/** The order is paid: its bill uses what was reserved. */
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

/** A bill that is no longer collected returns the credit that it used. */
export async function returnCredit(tx: Db, periodId: number, now: Date): Promise<void> {
  await tx.run(sql`
    insert into credits (account_id, cents, invoice_id, created_at)
    select u.account_id, -u.cents, u.invoice_id, ${now}::timestamptz
    from credits u join invoices i on i.id = u.invoice_id and i.period_id = ${periodId} and i.order_id is null
    where u.cents < 0
    on conflict do nothing`)
}
