import type { Deps } from '#server/deps.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { MailDeps } from '#server/platform/mail/queue-mail.ts'
import type { RefundNotice } from '#server/ports/payments.ts'
import { type CreditNote, issueDebitNoteOf, issueNote, lockOpenNote, refuseNote } from './credit-notes.ts'
import { hasFailed, linkFailure, noteRefusal, waitAgain } from './failed-refund.ts'
import { noteForeignRefund, noteUnbookedRefund } from './foreign-refund.ts'
import { postCreditNote } from './mails.ts'

type Settled = { key: string; noteId: number; chargeId: number; cents: number }

/**
 * `seen`: an operator waits for the answer. `found`: the gateway had made the refund before its answer was lost, and the
 * bank failed to carry it out, which the gateway may also report by a notice.
 */
export type HowRefused = 'seen' | 'unseen' | 'found'

/** The gateway has made a refund. Of several that know it, one finds the note open. */
export async function settleRefunded(
  tx: Db,
  mailDeps: MailDeps,
  { key, noteId, chargeId, cents }: Settled,
  reference: string,
): Promise<void> {
  const { now } = mailDeps
  await tx.run(sql`select 1 from charges where id = ${chargeId} for update`)
  const note = await lockOpenNote(tx, noteId)
  if (!note) return
  if (await hasFailed(tx, chargeId, reference)) {
    await settleOutcome(tx, key, { outcome: 'failed', reference }, now)
    await leaveCreditTakenBack(tx, mailDeps, noteId)
    await refuseNote(tx, noteId, now)
    await linkFailure(tx, { chargeId, reference, noteId })
    return
  }
  await tx.run(sql`
    update refunds set outcome = 'refunded', gateway_reference = ${reference}, settled_at = ${now} where key = ${key}`)
  // The gateway never refunds more than was charged: a notice without a reference may already have reported
  // this one.
  await tx.run(sql`
    update charges set refunded_cents = least(amount_cents, refunded_cents + ${cents}) where id = ${chargeId}`)
  const number = await issueNote(tx, note, now)
  if (note.waitsUntil) await recordRefund(tx, note, now)
  await postCreditNote(tx, mailDeps, { ...note, number })
}

/** Audited only now: while the refund waited, it could still be withdrawn. */
async function recordRefund(tx: Db, note: CreditNote, now: Date): Promise<void> {
  const { accountId, invoiceNumber: bill, cents, reason, askedBy: actor } = note
  await recordAudit(tx, { actor, action: 'bill-refunded', accountId, details: { bill, cents, reason } }, now)
}

/** The gateway refused a part of an unsettled charge, or more than is left of it: no money moved. */
export async function settleRefused(
  tx: Db,
  mailDeps: MailDeps,
  { key, noteId, chargeId }: Omit<Settled, 'cents'>,
  how: HowRefused,
): Promise<void> {
  const { now } = mailDeps
  await tx.run(sql`select 1 from charges where id = ${chargeId} for update`)
  const note = await lockOpenNote(tx, noteId)
  if (!note) return
  await settleOutcome(tx, key, { outcome: 'refused' }, now)
  if (note.waitsUntil && how !== 'found') {
    // It may just be too early: the job retries until it gives up.
    if (note.waitsUntil <= now || !(await isStillPossible(tx, chargeId, note.cents)))
      await giveUpWaiting(tx, mailDeps, note, chargeId)
    return
  }
  if (how !== 'seen') await leaveCreditTakenBack(tx, mailDeps, noteId)
  await closeRefused(tx, mailDeps, note, { chargeId, key })
  if (how === 'seen') await waitAgain(tx, noteId)
  else await noteRefusal(tx, { key, chargeId, note, wasMade: how === 'found' }, now)
}

/**
 * An operator decides about a refund that moved no money. If it was a payout of credit, that credit stays
 * taken back: otherwise the same money would reach the customer twice.
 */
async function leaveCreditTakenBack(tx: Db, mailDeps: MailDeps, noteId: number): Promise<void> {
  const debit = await issueDebitNoteOf(tx, noteId, mailDeps.now)
  if (debit) await postCreditNote(tx, mailDeps, { ...debit, isNotPaidOut: true })
}

async function settleOutcome(
  tx: Db,
  key: string,
  { outcome, reference = null }: { outcome: 'refused' | 'failed'; reference?: string | null },
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update refunds set outcome = ${outcome}, gateway_reference = ${reference}, settled_at = ${now} where key = ${key}`)
}

/** Whether the charge has enough left, whatever the gateway says now. */
export async function isStillPossible(tx: Db, chargeId: number, cents: number): Promise<boolean> {
  const possible = await tx.maybe(sql`
    select 1 from charges
    where id = ${chargeId} and outcome = 'paid' and amount_cents - refunded_cents - lost_of_charge(id) >= ${cents}`)
  return possible !== undefined
}

/** A refund that waited for its charge to settle cannot be made: an operator decides. */
export async function giveUpWaiting(
  tx: Db,
  mailDeps: MailDeps,
  note: CreditNote,
  chargeId: number,
): Promise<void> {
  const key = `waited-${note.id}`
  await closeRefused(tx, mailDeps, note, { chargeId, key })
  await noteRefusal(tx, { key, chargeId, note, wasMade: false }, mailDeps.now)
}

async function closeRefused(
  tx: Db,
  mailDeps: MailDeps,
  note: CreditNote,
  { chargeId, key }: { chargeId: number; key: string },
): Promise<void> {
  const { now } = mailDeps
  await refuseNote(tx, note.id, now)
  const { accountId, invoiceNumber: bill, cents } = note
  await recordAudit(
    tx,
    { actor: 'gateway', action: 'refund-refused', accountId, details: { bill, cents } },
    now,
  )
  await noteUnbookedRefund(tx, mailDeps, chargeId, `unbooked-${key}`)
}

type Charge = { id: number; amountCents: number; refundedCents: number }

/**
 * A gateway notice that money of a charge was returned: by one of our own refunds, or by somebody at the
 * gateway. The charge is locked by the caller.
 */
export async function takeRefundNotice(
  tx: Db,
  deps: MailDeps & Pick<Deps, 'log'>,
  charge: Charge,
  { kind, amount: reported, refund, id }: RefundNotice & { id: string },
): Promise<void> {
  // The notices came in the wrong order: it is already known to have failed.
  if (refund !== undefined && (await hasFailed(tx, charge.id, refund))) return
  const amount = kind === 'void' ? charge.amountCents : reported
  const own = await findOwnRefund(tx, charge.id, { amount, refund })
  if (own) {
    await tx.run(sql`update refunds set told_at = coalesce(told_at, ${deps.now}) where key = ${own.key}`)
    const { noteId, outcome } = own
    // A late payment's refund has no credit note: its job queries the gateway itself.
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
  // Stored with its reference, by which the gateway reports a failure.
  if (refund !== undefined)
    await tx.run(sql`
      insert into refunds (key, charge_id, credit_note_id, amount_cents, gateway_reference, outcome, created_at, settled_at,
        told_at)
      values (${key}, ${charge.id}, ${noteId ?? null}, ${cents}, ${refund}, 'refunded', ${deps.now}, ${deps.now},
        ${deps.now})`)
}

type OwnRefund = { key: string; noteId: number | null; cents: number; outcome: 'sent' | 'refunded' }

/**
 * By its reference; or, if its answer is still missing or the notice has none, by its amount. Each of our
 * refunds explains one notice without a reference.
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
