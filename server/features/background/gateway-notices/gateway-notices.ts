import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { gatewayNotice } from '#contract/features/gateway-notices.ts'
import type { AnswerOf } from '#contract/wire/call.ts'
import { takeCardReport } from '#server/billing/card-reports/card-reports.ts'
import { takeDispute } from '#server/billing/disputes/take-dispute.ts'
import { askToLook } from '#server/billing/queues/look-at-gateway.ts'
import { takeFailedRefund } from '#server/billing/refunds/failed-refund.ts'
import { takeRefundNotice } from '#server/billing/refunds/settle-refund.ts'
import type { Deps } from '#server/deps.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { route } from '#server/platform/http/route.ts'
import { defineJob, type Jobs, type Try } from '#server/platform/jobs/jobs.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import { SECOND } from '#server/ports/clock.ts'
import type { ChargeNotice, GatewayNotice } from '#server/ports/payments.ts'

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
    await db.transaction(async (tx) => {
      if (await isNew(tx, { id: digestOf(sent.payload), kind: notice, now: clock.now() }))
        await askToLook(tx, jobs, `A signed notice of ${gateway} made no sense`)
    })
    return { data: { status: 'taken' } }
  }
  const [id, now] = [idOf(notice) ?? digestOf(sent.payload), clock.now()]
  await db.transaction(async (tx) => {
    if (!(await isNew(tx, { id, kind: notice.kind, now }))) return
    if (notice.kind === 'card-report') return takeCardReport(tx, jobs, gateway, notice, now)
    const stored = { id, gateway, notice }
    if (await applyNotice(tx, deps, stored)) return
    await takeNoticeLater(tx, jobs, stored)
    const { kind, reference } = notice
    log.warn({ gateway, kind, reference }, 'a notice of the gateway is about a charge that is not known yet')
  })
  return { data: { status: 'taken' } }
}

async function isNew(tx: Db, { id, kind, now }: { id: string; kind: string; now: Date }): Promise<boolean> {
  const added = await tx.run(sql`
    insert into gateway_notices (id, kind, received_at) values (${id}, ${kind}, ${now})
    on conflict (id) do nothing`)
  return added === 1
}

/** A refund with a gateway id counts once, however its notice is worded. */
function idOf(notice: GatewayNotice): string | undefined {
  if (!('refund' in notice) || !notice.refund) return undefined
  return digestOf(JSON.stringify([notice.kind, notice.reference, notice.refund]))
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

export type NoticeDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'config' | 'log'>
export type StoredNotice = { id: string; gateway: string; notice: ChargeNotice }

type Charge = { id: number; accountId: number; amountCents: number; refundedCents: number }

/**
 * A notice can arrive before the answer about its charge: it is retried for two days, until the charge is
 * settled or its sign-up has its account. Then an operator decides, who can have it tried again.
 */
const noticeOfUnknownCharge = defineJob<StoredNotice>({
  name: 'notice-of-unknown-charge',
  retries: 60,
  firstRetrySeconds: 30,
  longestRetrySeconds: 3600,
  expiresSeconds: 60,
})

async function takeNoticeLater(tx: Db, jobs: Jobs, stored: StoredNotice): Promise<void> {
  await jobs.send(tx, noticeOfUnknownCharge, stored, noticeOfUnknownCharge.firstRetrySeconds * SECOND)
}

export function handleNotices(deps: NoticeDeps): void {
  deps.jobs.handle(noticeOfUnknownCharge, (stored, attempt) => takeNoticeAgain(deps, stored, attempt))
}

export async function takeNoticeAgain(
  deps: NoticeDeps,
  stored: StoredNotice,
  { isLast }: Pick<Try, 'isLast'>,
): Promise<void> {
  const { db, log } = deps
  const { gateway, notice } = stored
  const revived = { ...stored, notice: withMoment(notice) }
  if (await db.transaction((tx) => applyNotice(tx, deps, revived))) return
  const { kind, reference } = notice
  if (!isLast) throw new Error(`The charge ${reference} is not known yet`)
  if (isUrgent(notice) || (await mayBeOurs(db, stored)))
    throw new Error(`The gateway told about the charge ${reference}, which is not known (${kind})`)
  log.warn({ gateway, kind, reference }, 'a notice of the gateway is about a charge that is not ours')
}

/** A dispute has a deadline, and the money of a failed refund is expected by somebody. */
function isUrgent({ kind }: ChargeNotice): boolean {
  return kind === 'dispute' || kind === 'refund-failed'
}

/** Only a charge without an answer has no reference. One without an account was returned by us, which is no news. */
async function mayBeOurs(db: Db, { gateway, notice }: StoredNotice): Promise<boolean> {
  const { isOpen } = await db.one<{ isOpen: boolean }>(sql`
    select exists (select from charges where outcome in ('sent', 'unknown') and gateway = ${gateway})
      and not exists (
        select from charges where gateway = ${gateway} and gateway_reference = ${notice.reference}) as "isOpen"`)
  return isOpen
}

/** A job's payload is stored as JSON, which has no dates. */
function withMoment(notice: ChargeNotice): ChargeNotice {
  return notice.kind === 'dispute' && notice.at ? { ...notice, at: new Date(notice.at) } : notice
}

/** False if the charge is unknown. Applied once: the notice records its charge. */
async function applyNotice(
  tx: Db,
  deps: NoticeDeps,
  { id, gateway, notice }: StoredNotice,
): Promise<boolean> {
  const { reference } = notice
  const charge = await tx.maybe<Charge>(sql`
    select id, account_id as "accountId", amount_cents as "amountCents",
      refunded_cents as "refundedCents"
    from charges
    where gateway = ${gateway} and gateway_reference = ${reference} and account_id is not null for update`)
  if (!charge) return false
  const isFirst = await tx.run(
    sql`update gateway_notices set charge_id = ${charge.id} where id = ${id} and charge_id is null`,
  )
  if (isFirst === 0) return true
  const post = { ...deps, now: deps.clock.now() }
  if (notice.kind === 'dispute') await takeDispute(tx, post, { ...charge, gateway, reference }, notice)
  else if (notice.kind === 'refund-failed') await takeFailedRefund(tx, post, charge, notice)
  else await takeRefundNotice(tx, post, charge, { ...notice, id })
  return true
}

export function gatewayNoticeRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, gatewayNotice, ({ bt_signature: signature, bt_payload: payload }) =>
    takeNotice(deps, { signature, payload }),
  )
}
