import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { returnCredit } from './credits.ts'

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
