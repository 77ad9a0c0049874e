import { createHash } from 'node:crypto'
import type { gatewayNotice } from '#contract/features/gateway-notices/calls.ts'
import type { AnswerOf } from '#contract/wire/call.ts'
import { takeRefundNotice } from '#server/billing/refunds/refund-notice.ts'
import { endSubscription } from '#server/billing/subscriptions/end-subscription.ts'
import type { Deps } from '#server/deps.ts'
import { endSessionsOfAccount } from '#server/identity/sessions.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { MailDeps } from '#server/platform/mail/queue-mail.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import type { GatewayNotice } from '#server/ports/payments.ts'
import { postDisputed } from './mails.ts'

type Charge = { id: number; accountId: number; amountCents: number; refundedCents: number }

/** Accepted only with a valid signature, and processed once however often it is delivered. */
export async function takeNotice(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'config' | 'payments' | 'log'>,
  sent: { signature: string; payload: string },
): Promise<AnswerOf<typeof gatewayNotice> | Refused> {
  const { db, clock, payments, log } = deps
  const notice = await payments.readNotice(sent)
  if (notice === undefined) return refuse('wrong-credentials')
  if (notice === null) return { data: { status: 'taken' } }
  if (notice === 'senseless') {
    // If refused, the gateway would resend it for a day, and it would still be unreadable.
    log.warn({ gateway: payments.name }, 'a signed notice of the gateway made no sense')
    return { data: { status: 'taken' } }
  }
  const now = clock.now()
  const id = createHash('sha256').update(sent.payload).digest('hex')
  await db.transaction(async (tx) => {
    const charge = await tx.maybe<Charge>(sql`
      select id, account_id as "accountId", amount_cents as "amountCents",
        refunded_cents as "refundedCents"
      from charges
      where gateway = ${payments.name} and gateway_reference = ${notice.reference} and account_id is not null for update`)
    const isNew = await tx.run(sql`
      insert into gateway_notices (id, kind, charge_id, received_at)
      values (${id}, ${notice.kind}, ${charge?.id ?? null}, ${now}) on conflict (id) do nothing`)
    if (isNew === 0 || !charge) return
    const post = { ...deps, now }
    if (notice.kind === 'dispute') await markDisputed(tx, post, charge, notice)
    else await takeRefundNotice(tx, post, charge, { ...notice, id })
  })
  return { data: { status: 'taken' } }
}

/** A disputed charge ends the account and all of its sessions; only an operator can undo that. */
async function markDisputed(
  tx: Db,
  post: MailDeps,
  charge: Charge,
  { reference }: GatewayNotice,
): Promise<void> {
  const { now } = post
  const { accountId } = charge
  const running = await tx.maybe<{ id: number }>(sql`
    select id from subscriptions where account_id = ${accountId} and ended_at is null for update`)
  if (running) await endSubscription(tx, { id: running.id, accountId }, 'canceled', now)
  const marked = await tx.run(sql`
    update accounts set fraud_marked_at = ${now}, fraud_reason = 'disputed charge', status = 'canceled', status_since = ${now}
    where id = ${accountId} and fraud_marked_at is null`)
  if (marked === 0) return
  await endSessionsOfAccount(tx, accountId, now)
  await recordAudit(tx, { actor: 'gateway', action: 'dispute', accountId, details: { reference } }, now)
  await postDisputed(tx, post, accountId)
}
