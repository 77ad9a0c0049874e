import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { defineJob, type Jobs } from '#server/platform/jobs/jobs.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import { later, SECOND } from '#server/ports/clock.ts'
import type { FoundRefund } from '#server/ports/payments.ts'
import type { CreditNote, RefundDeps } from './credit-notes.ts'
import { type HowRefused, settleRefunded, settleRefused } from './settle-refund.ts'

/** Finds the outcome of a refund with a lost answer, and sends one that never reached the gateway. */
const settleRefundJob = defineJob<{ noteId: number }>({
  name: 'settle-refund',
  retries: 60,
  firstRetrySeconds: 15,
  longestRetrySeconds: 600,
  expiresSeconds: 60,
})

export function handleRefunds(deps: RefundDeps & { jobs: Jobs }): void {
  deps.jobs.handle(settleRefundJob, ({ noteId }) => settleLostRefund(deps, noteId))
}

type RecordedRefund = { noteId: number; chargeId: number; cents: number }

/**
 * Records the refund in the transaction that writes its note, with the job that settles it after a kill.
 * The process that inserted the row may send the refund, once.
 */
export async function beginRefund(
  tx: Db,
  { config, jobs, now }: Pick<RefundDeps, 'config' | 'jobs'> & { now: Date },
  begun: RecordedRefund,
): Promise<string> {
  await jobs.send(tx, settleRefundJob, { noteId: begun.noteId }, config.settleSeconds * SECOND)
  return noteRefund(tx, begun, now)
}

async function noteRefund(tx: Db, { noteId, chargeId, cents }: RecordedRefund, now: Date): Promise<string> {
  const { key } = await tx.one<{ key: string }>(sql`
    insert into refunds (key, charge_id, credit_note_id, amount_cents, outcome, created_at)
    values ('note-' || ${noteId}::bigint || '-' || (
        select count(*) + 1 from refunds where credit_note_id = ${noteId}), ${chargeId}, ${noteId}, ${cents}, 'sent', ${now})
    returning key`)
  return key
}

type SentRefund = {
  key: string
  noteId: number
  chargeId: number
  chargeKey: string
  reference: string
  cents: number
  isWhole: boolean
  isDisputed: boolean
  sentAt: Date
}

/**
 * Calls the gateway. Before a charge settles it can only be voided in full, so that is tried first. `isSeen`:
 * an operator waits for the answer.
 */
export async function sendRefund(
  deps: RefundDeps,
  key: string,
  { isSeen } = { isSeen: true },
): Promise<void> {
  const refund = await findSent(deps.db, key)
  if (!refund) return
  // Disputed since it was recorded: the bank has yet to decide whether it takes the money back itself.
  const outcome = refund.isDisputed
    ? ({ kind: 'refused' } as const)
    : await ask(deps, refund).catch((): FoundRefund => ({ kind: 'unknown' }))
  await settleRefund(deps, refund, outcome, isSeen ? 'seen' : 'unseen')
}

async function ask({ payments }: RefundDeps, refund: SentRefund): Promise<FoundRefund> {
  const { key, reference, cents, isWhole } = refund
  if (isWhole) {
    const { kind } = await payments.void(reference)
    if (kind === 'voided') return { kind: 'refunded', reference: `void of ${reference}` }
  }
  return payments.refund({ key, reference, amount: cents })
}

export class NoAnswerYet extends Error {}

/** After a lost answer or a kill. Throws while the gateway cannot tell, so that the job retries. */
export async function settleLostRefund(deps: RefundDeps, noteId: number): Promise<void> {
  const { db, clock, config, payments } = deps
  const open = await db.maybe<{ key: string }>(sql`
    select r.key from refunds r join credit_notes n on n.id = r.credit_note_id
    where n.id = ${noteId} and n.state = 'open' and r.outcome = 'sent'`)
  const refund = open && (await findSent(db, open.key))
  if (!refund) return
  const found = await findOutcome(payments, refund)
  if (found.kind === 'unknown') throw new NoAnswerYet(`The gateway has not answered the refund ${refund.key}`)
  if (found.kind !== 'absent') return settleRefund(deps, refund, found, 'found')
  if (refund.sentAt > later(clock.now(), -config.settleSeconds * SECOND))
    throw new NoAnswerYet(`The gateway does not know the refund ${refund.key} yet`)
  // The payment has been disputed since: the bank takes the money back itself, or has yet to decide.
  const isDisputed = await db.maybe(sql`
    select 1 where is_disputed(${refund.chargeId}::bigint) or lost_of_charge(${refund.chargeId}::bigint) > 0`)
  if (isDisputed) return settleRefund(deps, refund, { kind: 'refused' }, 'unseen')
  // It never reached the gateway: it is resent under a new key.
  const again = await db.transaction(async (tx) => {
    const closed = await tx.run(sql`
      update refunds set outcome = 'absent', settled_at = ${clock.now()} where key = ${refund.key} and outcome = 'sent'`)
    return closed === 1 ? noteRefund(tx, refund, clock.now()) : undefined
  })
  if (again) await sendRefund(deps, again, { isSeen: false })
  const isOpen = await db.maybe(sql`select 1 from credit_notes where id = ${noteId} and state = 'open'`)
  if (isOpen) throw new NoAnswerYet(`The gateway has not answered the refund that followed ${refund.key}`)
}

/** For an operator who repeats an open request: its job may have given up. Without an answer it stays open. */
export async function queryAgain(deps: RefundDeps, noteKey: string): Promise<void> {
  const { db, clock, config } = deps
  // Not one sent just now, whose sender may still be waiting for the answer.
  const open = await db.maybe<{ id: number }>(sql`
    select n.id from credit_notes n join refunds r on r.credit_note_id = n.id
    where n.key = ${noteKey} and n.state = 'open' and r.outcome = 'sent'
      and r.created_at <= ${later(clock.now(), -config.settleSeconds * SECOND)}`)
  if (!open) return
  try {
    await settleLostRefund(deps, open.id)
  } catch (error) {
    if (!(error instanceof NoAnswerYet)) throw error
  }
}

async function findOutcome(payments: RefundDeps['payments'], refund: SentRefund): Promise<FoundRefund> {
  try {
    if (refund.isWhole) {
      const charge = await payments.find(refund.chargeKey)
      if (charge.kind === 'voided') return { kind: 'refunded', reference: `void of ${refund.reference}` }
    }
    return await payments.findRefund(refund.key)
  } catch (error) {
    throw new NoAnswerYet(`The gateway cannot be asked about the refund ${refund.key}`, { cause: error })
  }
}

function findSent(db: Db, key: string): Promise<SentRefund | undefined> {
  return db.maybe<SentRefund>(sql`
    select r.key, r.credit_note_id as "noteId", c.id as "chargeId", c.key as "chargeKey",
      c.gateway_reference as reference, r.amount_cents as cents,
      r.amount_cents = c.amount_cents and c.refunded_cents = 0 as "isWhole", is_disputed(c.id) as "isDisputed",
      r.created_at as "sentAt"
    from refunds r join charges c on c.id = r.charge_id
    where r.key = ${key} and r.outcome = 'sent' and r.credit_note_id is not null`)
}

/** Applies the gateway's answer in one transaction. Of several that know it, one finds the note open. */
async function settleRefund(
  deps: RefundDeps,
  refund: SentRefund,
  outcome: FoundRefund,
  how: HowRefused,
): Promise<void> {
  if (outcome.kind === 'unknown' || outcome.kind === 'absent') return
  const { db, clock, jobs, config } = deps
  const now = clock.now()
  await db.transaction(async (tx) => {
    const mailDeps = { jobs, config, now }
    if (outcome.kind === 'refunded') await settleRefunded(tx, mailDeps, refund, outcome.reference)
    else await settleRefused(tx, mailDeps, refund, how)
  })
}

type AskedAbout = Pick<CreditNote, 'key' | 'state' | 'number' | 'cents'> & { sentAt: Date; accountId: number }

/**
 * Queries the gateway for a refund's outcome. One that never reached it is resent, as its job would have
 * done: the amount was already approved, so no limit applies.
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
  await queryAgain(deps, refund.key)
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

/** A late payment's refund has no credit note, and its own job makes it. */
function findRefund(db: Db, id: number): Promise<AskedAbout | undefined> {
  return db.maybe<AskedAbout>(sql`
    select n.key, n.state, n.number, n.total_cents as cents, r.created_at as "sentAt",
      n.account_id as "accountId"
    from refunds r join credit_notes n on n.id = r.credit_note_id where r.id = ${id}`)
}

function wrong(errors: string): Refused {
  return refuse('invalid-fields', { errors })
}
