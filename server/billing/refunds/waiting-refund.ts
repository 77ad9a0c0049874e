import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { defineJob, type Jobs } from '#server/platform/jobs/jobs.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import { DAY, HOUR, later } from '#server/ports/clock.ts'
import { type CreditNote, lockOpenNote, type RefundDeps, refuseNote } from './credit-notes.ts'
import { beginRefund, NoAnswerYet, sendRefund, settleLostRefund } from './send-refund.ts'
import { giveUpWaiting, isStillPossible } from './settle-refund.ts'

/**
 * A gateway settles once a day, banks not on weekends and holidays. What cannot be refunded by then waits for
 * an operator.
 */
const GIVEN_UP_AFTER_MS = 5 * DAY
const FIRST_TRY_MS = HOUR

/** Its tries last for six days, longer than the refund waits. */
const sendWaitingRefundJob = defineJob<{ noteId: number }>({
  name: 'send-waiting-refund',
  retries: 40,
  firstRetrySeconds: 1800,
  longestRetrySeconds: 4 * 3600,
  expiresSeconds: 60,
})

export function handleWaitingRefunds(deps: RefundDeps & { jobs: Jobs }): void {
  deps.jobs.handle(sendWaitingRefundJob, ({ noteId }) => sendWaitingRefund(deps, noteId))
}

export function waitEnds(now: Date): Date {
  return later(now, GIVEN_UP_AFTER_MS)
}

/** In the transaction that writes the note. */
export async function sendOnceSettled(tx: Db, jobs: Jobs, noteId: number): Promise<void> {
  await jobs.send(tx, sendWaitingRefundJob, { noteId }, FIRST_TRY_MS)
}

/** Whether a refused refund may just be too early. */
export async function mayWaitToSettle(db: Db, bill: string, now: Date): Promise<boolean> {
  const young = await db.maybe(sql`
    select 1 from invoices i join charges c on c.id = i.charge_id
    where i.number = ${bill} and i.paid_at > ${later(now, -GIVEN_UP_AFTER_MS)} and c.outcome = 'paid'
      and not is_disputed(c.id) and c.refunded_cents + lost_of_charge(c.id) < c.amount_cents`)
  return young !== undefined
}

class NotSettledYet extends Error {}

/**
 * Tries a refund that waits for its charge to settle, each time under its own key. Throws while the gateway
 * refuses it, so that the job retries; what has become impossible, or was refused for too long, is left to an
 * operator.
 */
export async function sendWaitingRefund(deps: RefundDeps, noteId: number): Promise<void> {
  const { db, clock, config, jobs } = deps
  // A previous try may have been killed, or had no answer.
  await settleLostRefund(deps, noteId)
  const isVoided = await findVoided(deps, noteId)
  const key = await db.transaction((tx) =>
    beginTry(tx, { config, jobs, now: clock.now() }, { noteId, isVoided }),
  )
  if (key) await sendRefund(deps, key, { isSeen: false })
  if (await isWaiting(db, noteId))
    throw new NotSettledYet(`The gateway has not made the refund of the credit note ${noteId} yet`)
}

/** Someone may have voided the charge at the gateway. */
async function findVoided({ db, payments }: RefundDeps, noteId: number): Promise<boolean> {
  const charge = await db.maybe<{ key: string }>(sql`
    select c.key from credit_notes n join invoices i on i.id = n.invoice_id join charges c on c.id = i.charge_id
    where n.id = ${noteId} and n.state = 'open'`)
  return charge !== undefined && (await payments.find(charge.key)).kind === 'voided'
}

/** The key of the refund to send. Undefined: not now, or never again. */
async function beginTry(
  tx: Db,
  deps: Pick<RefundDeps, 'config' | 'jobs'> & { now: Date },
  { noteId, isVoided }: { noteId: number; isVoided: boolean },
): Promise<string | undefined> {
  const charge = await tx.maybe<{ id: number; isDisputed: boolean }>(sql`
    select c.id, is_disputed(c.id) as "isDisputed"
    from charges c where c.id = (
      select i.charge_id from credit_notes n join invoices i on i.id = n.invoice_id where n.id = ${noteId})
    for update`)
  const note = charge && (await lockWaiting(tx, noteId))
  if (!charge || !note) return undefined
  if (await isSent(tx, noteId)) throw new NoAnswerYet(`The refund of the credit note ${noteId} is on its way`)
  const isOver = note.waitsUntil <= deps.now
  if (isOver || isVoided || !(await isStillPossible(tx, charge.id, note.cents))) {
    await giveUpWaiting(tx, deps, note, charge.id)
    return undefined
  }
  if (charge.isDisputed) return undefined
  return beginRefund(tx, deps, { noteId, chargeId: charge.id, cents: note.cents })
}

type WaitingNote = CreditNote & { waitsUntil: Date }

async function lockWaiting(tx: Db, noteId: number): Promise<WaitingNote | undefined> {
  const note = await lockOpenNote(tx, noteId)
  return note?.waitsUntil ? { ...note, waitsUntil: note.waitsUntil } : undefined
}

async function isSent(tx: Db, noteId: number): Promise<boolean> {
  const sent = await tx.maybe(
    sql`select 1 from refunds where credit_note_id = ${noteId} and outcome = 'sent'`,
  )
  return sent !== undefined
}

async function isWaiting(db: Db, noteId: number): Promise<boolean> {
  const open = await db.maybe(sql`select 1 from credit_notes where id = ${noteId} and state = 'open'`)
  return open !== undefined
}

/** Until it is sent, an operator can withdraw it. The note is locked: a try that begins now finds it closed. */
export async function withdrawWaitingRefund(
  tx: Db,
  { id, accountId, actor, words }: { id: number; accountId: number; actor: string; words: string },
  now: Date,
): Promise<{ cents: number; bill: string } | Refused> {
  const note = await lockWaiting(tx, id)
  if (note?.accountId !== accountId)
    return outdated('It no longer waits: it was sent, withdrawn or given up.')
  if (await isSent(tx, id)) return outdated('It is being sent right now, so it can no longer be withdrawn.')
  await tx.run(sql`update credit_notes set withdrawn_at = ${now} where id = ${id}`)
  await refuseNote(tx, id, now)
  const { cents, invoiceNumber: bill } = note
  await recordAudit(
    tx,
    { actor, action: 'waiting-refund-withdrawn', accountId, details: { bill, cents, words } },
    now,
  )
  return { cents, bill }
}

function outdated(errors: string): Refused {
  return refuse('invalid-fields', { errors: `${errors} Reload the page.` })
}

export type WaitingRefund = {
  id: number
  cents: number
  bill: string
  since: Date
  until: Date
  isSent: boolean
}

/** One account's, newest first. */
export function listWaitingRefunds(db: Db, accountId: number): Promise<WaitingRefund[]> {
  return db.many<WaitingRefund>(sql`
    select n.id, n.total_cents as cents, i.number as bill, n.created_at as since, n.waits_until as until,
      exists (select from refunds r where r.credit_note_id = n.id and r.outcome = 'sent') as "isSent"
    from credit_notes n join invoices i on i.id = n.invoice_id
    where n.account_id = ${accountId} and n.state = 'open' and n.waits_until is not null order by n.id desc limit 20`)
}
