import { noteFact } from '#server/accounts/feed/events.ts'
import type { Deps } from '#server/deps.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { MailDeps } from '#server/platform/mail/queue-mail.ts'
import type { FailedRefundNotice } from '#server/ports/payments.ts'
import { type CreditNote, type FailedNote, failNote } from './credit-notes.ts'
import { limitDifference, noteUnbookedRefund } from './foreign-refund.ts'

type Charge = { id: number; accountId: number }
type Booked = { key: string; cents: number; noteId: number | null; isForeign: boolean }

/**
 * The bank failed to carry out a refund that the gateway had accepted. Its amount counts as not given from
 * now on, and an operator decides how the money reaches the customer (decide-failed-refund.ts). The charge is
 * locked by the caller. A refund that is not booked yet, because our answer was lost or it was made at the
 * gateway, also gets its row: the process that books it later finds that it has failed.
 */
export async function takeFailedRefund(
  tx: Db,
  deps: MailDeps & Pick<Deps, 'log'>,
  { id: chargeId, accountId }: Charge,
  { refund, amount }: FailedRefundNotice,
): Promise<void> {
  const { log, now } = deps
  const booked = await findBooked(tx, chargeId, refund)
  if (!booked && (await isRefusedAlready(tx, chargeId, { refund, amount }))) return
  const { cents, noteId = null, isForeign = true } = booked ?? { cents: amount }
  const isFirst = await tx.run(sql`
    insert into failed_refunds (account_id, charge_id, reference, amount_cents, why, is_foreign, credit_note_id, failed_at)
    values (${accountId}, ${chargeId}, ${refund}, ${cents}, 'failed', ${isForeign}, ${noteId}, ${now})
    on conflict (charge_id, reference) do nothing`)
  if (isFirst === 0) return
  const creditNotes = booked ? await takeBack(tx, chargeId, booked, now) : []
  const bill = await tx.maybe<{ number: string }>(
    sql`select number from invoices where charge_id = ${chargeId} limit 1`,
  )
  const words = creditNotes.map((number) => `Credit note ${number}`).join(', ')
  const details = { ...(bill ? { bill: bill.number } : {}), cents, reference: refund, words }
  await recordAudit(tx, { actor: 'gateway', action: 'refund-failed', accountId, details }, now)
  log.error(
    { refund, bill: bill?.number, creditNotes, cents },
    'the bank did not carry out a refund that the gateway had accepted',
  )
  // Another gateway refund, which did not fit on the bill because of this one, now does.
  if (booked) await noteUnbookedRefund(tx, deps, chargeId, `unbooked-failed-${chargeId}-${refund}`)
}

function findBooked(tx: Db, chargeId: number, refund: string): Promise<Booked | undefined> {
  return tx.maybe<Booked>(sql`
    select key, amount_cents as cents, credit_note_id as "noteId", starts_with(key, 'notice-') as "isForeign" from refunds
    where charge_id = ${chargeId} and gateway_reference = ${refund} and outcome = 'refunded' order by id limit 1`)
}

/** We queried it after a lost answer, and the gateway reported a refusal: it already waits under our key. */
async function isRefusedAlready(
  tx: Db,
  chargeId: number,
  { refund, amount }: Pick<FailedRefundNotice, 'refund' | 'amount'>,
): Promise<boolean> {
  const named = await tx.run(sql`
    update failed_refunds set reference = ${refund}, why = 'failed' where id = (
      select id from failed_refunds where charge_id = ${chargeId} and why = 'refused' and not starts_with(reference, 'refused-')
        and amount_cents = ${amount}
      order by id limit 1)
      and not exists (select from failed_refunds where charge_id = ${chargeId} and reference = ${refund})`)
  return named === 1
}

/** Returns the numbers of the refund's credit notes. */
async function takeBack(
  tx: Db,
  chargeId: number,
  { key, cents, noteId, isForeign }: Booked,
  now: Date,
): Promise<string[]> {
  await tx.run(sql`update refunds set outcome = 'failed', settled_at = ${now} where key = ${key}`)
  await tx.run(sql`
    update charges set refunded_cents = greatest(0, refunded_cents - ${cents}) where id = ${chargeId}`)
  const first = noteId === null ? undefined : await failNote(tx, noteId, now)
  const notes = [...(first ? [first] : []), ...(isForeign ? await failLaterNotes(tx, chargeId, now) : [])]
  await limitDifference(tx, chargeId, now)
  for (const { accountId, number, bill, cents: amount_cents } of notes)
    await noteFact(tx, accountId, 'bill.refund_failed', { credit_note: number, bill, amount_cents }, now)
  return notes.map(({ number }) => number)
}

/** The excess of a bill has later notes: as many fail as the bill returns more than its charge, newest first. */
async function failLaterNotes(tx: Db, chargeId: number, now: Date): Promise<FailedNote[]> {
  const later = await tx.maybe<{ id: number }>(sql`
    select n.id from invoices i join charges c on c.id = i.charge_id join credit_notes n on n.invoice_id = i.id
    where i.charge_id = ${chargeId} and i.refunded_cents > c.refunded_cents and n.state = 'issued'
      and n.asked_by = 'gateway' and starts_with(n.key, 'unbooked-')
    order by n.id desc limit 1`)
  const note = later && (await failNote(tx, later.id, now))
  return note ? [note, ...(await failLaterNotes(tx, chargeId, now))] : []
}

/** A refund by its reference, before it is booked. */
export async function hasFailed(tx: Db, chargeId: number, reference: string): Promise<boolean> {
  const failed = await tx.maybe(sql`
    select 1 from failed_refunds where charge_id = ${chargeId} and reference = ${reference}`)
  return failed !== undefined
}

type Refused = {
  key: string
  chargeId: number
  note: Pick<CreditNote, 'id' | 'accountId' | 'cents'>
  /** The gateway had made it, so it also sends a notice of the failure. */
  wasMade: boolean
}

/** Links a reported failure with the note that was waiting for its answer. */
export async function linkFailure(
  tx: Db,
  { chargeId, reference, noteId }: { chargeId: number; reference: string; noteId: number },
): Promise<void> {
  await tx.run(sql`
    update failed_refunds set credit_note_id = ${noteId}, is_foreign = false
    where charge_id = ${chargeId} and reference = ${reference}`)
}

/** The operator sees that it was refused. If it replaced a failed one, that one waits again. */
export async function waitAgain(tx: Db, noteId: number): Promise<void> {
  await tx.run(sql`
    update failed_refunds set state = 'waiting', decided_at = null, decided_by = null, next_note_id = null
    where next_note_id = ${noteId}`)
}

/** Nobody waits for the answer any more: the refusal waits for an operator like a failure. */
export async function noteRefusal(
  tx: Db,
  { key, chargeId, note, wasMade }: Refused,
  now: Date,
): Promise<void> {
  const { id: noteId, accountId, cents } = note
  const linked = wasMade ? await linkByAmount(tx, chargeId, note) : 0
  if (linked === 1) return
  await tx.run(sql`
    insert into failed_refunds (account_id, charge_id, reference, amount_cents, why, is_foreign, credit_note_id, failed_at)
    values (${accountId}, ${chargeId}, ${wasMade ? key : `refused-${key}`}, ${cents}, 'refused', false, ${noteId}, ${now})
    on conflict (charge_id, reference) do nothing`)
}

/** The gateway has already reported it, under an unknown reference. */
function linkByAmount(tx: Db, chargeId: number, { id, cents }: Refused['note']): Promise<number> {
  return tx.run(sql`
    update failed_refunds set credit_note_id = ${id}, is_foreign = false where id = (
      select id from failed_refunds
      where charge_id = ${chargeId} and credit_note_id is null and is_foreign and why = 'failed' and amount_cents = ${cents}
      order by id limit 1)`)
}
