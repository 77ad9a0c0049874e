import type { Status } from '#contract/accounts/statuses.ts'
import type { Cents } from '#contract/catalogue/money.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Dispute } from './dispute.ts'

type DisputedCharge = {
  reference: string
  amountCents: Cents
  refundedCents: Cents
  card: string
  createdAt: Date
  bill: string | null
}
type DisputedAccount = {
  pin: string
  company: string
  status: Status
  fraudMarkedAt: Date | null
  markedByThis: boolean | null
  before: Status | null
}
type RefundOfCharge = {
  number: string | null
  state: string
  way: string
  amountCents: Cents
  createdAt: Date
}

/** The charge that a dispute is about, what its account is and was before, and what went back already. */
export async function showDispute(db: Db, { id, chargeId }: Pick<Dispute, 'id' | 'chargeId'>) {
  const charge = await db.many<DisputedCharge>(sql`
    select c.gateway_reference as reference, c.amount_cents as "amountCents", c.refunded_cents as "refundedCents",
      c.brand || ' ending ' || c.last_four as card, c.created_at as "createdAt", i.number as bill
    from charges c left join invoices i on i.charge_id = c.id where c.id = ${chargeId}`)
  const account = await db.one<DisputedAccount>(sql`
    select a.pin, a.company, a.status, a.fraud_marked_at as "fraudMarkedAt", a.fraud_dispute_id = d.id as "markedByThis",
      d.former_status as before
    from disputes d join accounts a on a.id = d.account_id where d.id = ${id}`)
  const refunds = await db.many<RefundOfCharge>(sql`
    select n.number, n.state, n.way, n.total_cents as "amountCents", n.created_at as "createdAt"
    from invoices i join credit_notes n on n.invoice_id = i.id where i.charge_id = ${chargeId} order by n.id`)
  return { charge, account, refunds }
}
