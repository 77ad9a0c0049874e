import type { Deps } from '#server/deps.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { FailedRefundNotice } from '#server/ports/payments.ts'

/**
 * The bank did not carry out a refund that the gateway had accepted. The customer has its credit note already, and how the
 * money reaches them now is a person's decision: the books stay as they are, and the operators are told.
 */
export async function takeFailedRefund(
  tx: Db,
  { log, now }: Pick<Deps, 'log'> & { now: Date },
  { id: chargeId, accountId }: { id: number; accountId: number },
  { refund, amount: cents }: FailedRefundNotice,
): Promise<void> {
  const known = await tx.maybe<{ bill: string; creditNote: string | null }>(sql`
    select i.number as bill, (
      select n.number from refunds r join credit_notes n on n.id = r.credit_note_id
      where r.charge_id = i.charge_id and r.gateway_reference = ${refund} limit 1) as "creditNote"
    from invoices i where i.charge_id = ${chargeId} limit 1`)
  const words = known?.creditNote ? `Credit note ${known.creditNote}` : ''
  const details = { ...(known ? { bill: known.bill } : {}), cents, reference: refund, words }
  await recordAudit(tx, { actor: 'gateway', action: 'refund-failed', accountId, details }, now)
  log.error(
    { refund, bill: known?.bill, creditNote: known?.creditNote, cents },
    'the bank did not carry out a refund that the gateway had accepted',
  )
}
