import type { Deps } from '#server/deps.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { MailDeps } from '#server/platform/mail/queue-mail.ts'
import type { RefundNotice } from '#server/ports/payments.ts'
import { hasFailed } from './failed-refund.ts'
import { noteForeignRefund } from './foreign-refund.ts'
import { settleRefunded } from './settle-refund.ts'

type Charge = { id: number; amountCents: number; refundedCents: number }

/**
 * The gateway tells that money of a charge went back. That is one of our own refunds, or somebody made it on the
 * gateway's own pages. The charge is locked by the caller.
 */
export async function takeRefundNotice(
  tx: Db,
  deps: MailDeps & Pick<Deps, 'log'>,
  charge: Charge,
  { kind, amount: told, refund, id }: RefundNotice & { id: string },
): Promise<void> {
  // The notices came in the wrong order: it is known to have failed.
  if (refund !== undefined && (await hasFailed(tx, charge.id, refund))) return
  const amount = kind === 'void' ? charge.amountCents : told
  const own = await findOwnRefund(tx, charge.id, { amount, refund })
  if (own) {
    await tx.run(sql`update refunds set told_at = coalesce(told_at, ${deps.now}) where key = ${own.key}`)
    const { noteId, outcome } = own
    // One that returns a late payment has no credit note: its job asks the gateway itself.
    if (outcome === 'sent' && noteId !== null)
      await settleRefunded(tx, deps, { ...own, noteId, chargeId: charge.id }, refund ?? `${kind} notice`)
    return
  }
  const { refunded } = await tx.one<{ refunded: number }>(sql`
    update charges set refunded_cents = least(amount_cents, refunded_cents + ${amount}) where id = ${charge.id}
    returning refunded_cents as refunded`)
  const cents = refunded - charge.refundedCents
  if (cents === 0) return
  const key = `notice-${id}`
  const noteId = await noteForeignRefund(tx, deps, charge.id, { key, cents })
  // Kept with its reference, by which the gateway tells if the bank does not carry it out.
  if (refund !== undefined)
    await tx.run(sql`
      insert into refunds (key, charge_id, credit_note_id, amount_cents, gateway_reference, outcome, created_at, settled_at,
        told_at)
      values (${key}, ${charge.id}, ${noteId ?? null}, ${cents}, ${refund}, 'refunded', ${deps.now}, ${deps.now},
        ${deps.now})`)
}

type OwnRefund = { key: string; noteId: number | null; cents: number; outcome: 'sent' | 'refunded' }

/**
 * By its reference; or, if its answer is still missing or the notice names none, by its amount. Each of our refunds
 * explains one notice that names none.
 */
function findOwnRefund(
  tx: Db,
  chargeId: number,
  { amount, refund = null }: { amount: number; refund: string | null | undefined },
): Promise<OwnRefund | undefined> {
  return tx.maybe<OwnRefund>(sql`
    select key, credit_note_id as "noteId", amount_cents as cents, outcome from refunds
    where charge_id = ${chargeId} and outcome in ('sent', 'refunded') and (
      gateway_reference = ${refund}
      or (amount_cents = ${amount} and (outcome = 'sent' or ${refund}::text is null) and told_at is null))
    order by gateway_reference is not distinct from ${refund} desc, outcome = 'sent' desc, id limit 1`)
}
