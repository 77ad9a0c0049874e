import { createHash } from 'node:crypto'
import type { gatewayNotice } from '#contract/features/gateway-notices/calls.ts'
import type { AnswerOf } from '#contract/wire/call.ts'
import { takeDispute } from '#server/billing/disputes/take-dispute.ts'
import { takeFailedRefund } from '#server/billing/refunds/failed-refund.ts'
import { takeRefundNotice } from '#server/billing/refunds/refund-notice.ts'
import type { Deps } from '#server/deps.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'

type Charge = { id: number; accountId: number; amountCents: number; refundedCents: number }

/** Accepted only with a valid signature, and processed once however often it is delivered. */
export async function takeNotice(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'config' | 'payments' | 'log'>,
  sent: { signature: string; payload: string },
): Promise<AnswerOf<typeof gatewayNotice> | Refused> {
  const { db, clock, payments, log } = deps
  const gateway = payments.name
  const notice = await payments.readNotice(sent)
  if (notice === undefined) return refuse('wrong-credentials')
  if (notice === null) return { data: { status: 'taken' } }
  if (notice === 'senseless') {
    // If refused, the gateway would resend it for a day, and it would still be unreadable.
    log.warn({ gateway }, 'a signed notice of the gateway made no sense')
    return { data: { status: 'taken' } }
  }
  const now = clock.now()
  const { kind, reference } = notice
  const id = createHash('sha256').update(sent.payload).digest('hex')
  const isKnown = await db.transaction(async (tx) => {
    const charge = await tx.maybe<Charge>(sql`
      select id, account_id as "accountId", amount_cents as "amountCents",
        refunded_cents as "refundedCents"
      from charges
      where gateway = ${gateway} and gateway_reference = ${reference} and account_id is not null for update`)
    const isNew = await tx.run(sql`
      insert into gateway_notices (id, kind, charge_id, received_at)
      values (${id}, ${kind}, ${charge?.id ?? null}, ${now}) on conflict (id) do nothing`)
    if (isNew === 0) return true
    if (!charge) return false
    const post = { ...deps, now }
    if (notice.kind === 'dispute') await takeDispute(tx, post, { ...charge, gateway, reference }, notice)
    else if (notice.kind === 'refund-failed') await takeFailedRefund(tx, post, charge, notice)
    else await takeRefundNotice(tx, post, charge, { ...notice, id })
    return true
  })
  if (!isKnown)
    log.warn({ gateway, kind, reference }, 'a notice of the gateway is about a charge that is not ours')
  return { data: { status: 'taken' } }
}
