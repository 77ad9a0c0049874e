import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import { later, SECOND } from '#server/ports/clock.ts'
import type { CreditNote, RefundDeps } from './credit-notes.ts'
import { askAgain } from './send-refund.ts'

type AskedAbout = Pick<CreditNote, 'key' | 'state' | 'number' | 'cents'> & { sentAt: Date; accountId: number }

/**
 * Asks the gateway what became of a refund. One that never reached it is sent again, as its job would have done: no more goes
 * back than was asked for, so no limit is asked.
 */
export async function settleRefundByOperator(
  deps: RefundDeps,
  { refundId, actor, reason }: { refundId: number; actor: string; reason?: string },
): Promise<Pick<CreditNote, 'number' | 'cents' | 'state'> | Refused> {
  const { db, clock, config } = deps
  const refund = await findRefund(db, refundId)
  if (!refund) return refuse('not-found', { errors: `There is no refund ${refundId} of a bill.` })
  if (refund.state !== 'open')
    return wrong(`Refund ${refundId} is already settled: ${refund.number ?? refund.state}.`)
  if (later(refund.sentAt, config.settleSeconds * SECOND) > clock.now())
    return wrong(`Refund ${refundId} may still be in progress. Try again in a minute.`)
  await askAgain(deps, refund.key)
  const after = await findRefund(db, refundId)
  if (!after || after.state === 'open') return wrong('The gateway does not know yet. Try again later.')
  const { accountId, cents, number: creditNote, state: outcome } = after
  const details = {
    refund: refundId,
    cents,
    outcome,
    ...(creditNote ? { creditNote } : {}),
    ...(reason ? { reason } : {}),
  }
  await recordAudit(db, { actor, action: 'refund-settled', accountId, details }, clock.now())
  return after
}

/** One of a charge that came too late has no credit note, and is returned by its own job. */
function findRefund(db: Db, id: number): Promise<AskedAbout | undefined> {
  return db.maybe<AskedAbout>(sql`
    select n.key, n.state, n.number, n.total_cents as cents, r.created_at as "sentAt",
      n.account_id as "accountId"
    from refunds r join credit_notes n on n.id = r.credit_note_id where r.id = ${id}`)
}

function wrong(errors: string): Refused {
  return refuse('invalid-fields', { errors })
}
