import { createHash } from 'node:crypto'
import type { gatewayNotice } from '#contract/features/gateway-notices.ts'
import type { AnswerOf } from '#contract/wire/call.ts'
import type { Deps } from '#server/deps.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import type { GatewayNotice } from '#server/ports/payments.ts'
import { applyNotice, type NoticeDeps, takeNoticeLater } from './apply-notice.ts'

/** Accepted only with a valid signature, and processed once however often it is delivered. */
export async function takeNotice(
  deps: NoticeDeps & Pick<Deps, 'payments'>,
  sent: { signature: string; payload: string },
): Promise<AnswerOf<typeof gatewayNotice> | Refused> {
  const { db, clock, jobs, payments, log } = deps
  const gateway = payments.name
  const notice = await payments.readNotice(sent)
  if (notice === undefined) return refuse('wrong-credentials')
  if (notice === null) return { data: { status: 'taken' } }
  if (notice === 'senseless') {
    // If refused, the gateway would resend it for a day, and it would still be unreadable.
    log.warn({ gateway }, 'a signed notice of the gateway made no sense')
    return { data: { status: 'taken' } }
  }
  const told = { id: idOf(notice) ?? digestOf(sent.payload), gateway, notice }
  await db.transaction(async (tx) => {
    const isNew = await tx.run(sql`
      insert into gateway_notices (id, kind, received_at) values (${told.id}, ${notice.kind}, ${clock.now()})
      on conflict (id) do nothing`)
    if (isNew === 0 || (await applyNotice(tx, deps, told))) return
    await takeNoticeLater(tx, jobs, told)
    const { kind, reference } = notice
    log.warn({ gateway, kind, reference }, 'a notice of the gateway is about a charge that is not known yet')
  })
  return { data: { status: 'taken' } }
}

/** A refund that the gateway names is one, in whatever words it is told again. */
function idOf(notice: GatewayNotice): string | undefined {
  if (!('refund' in notice) || !notice.refund) return undefined
  return digestOf(JSON.stringify([notice.kind, notice.reference, notice.refund]))
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
