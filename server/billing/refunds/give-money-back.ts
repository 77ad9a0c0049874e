import type { RefundReason } from '#contract/billing/money-back.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import { lockCredit } from '#server/billing/invoices/invoices.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { digestOf } from '#server/platform/idempotency.ts'
import type { MailDeps } from '#server/platform/mail/queue-mail.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import { findNote, insertNote, issueNote, lockOpenNote, type RefundDeps, type Way } from './credit-notes.ts'
import { noteUnbookedRefund } from './foreign-refund.ts'
import { postCreditNote } from './mails.ts'
import { chooseLines, type HowMuch, leftForCard, lockBill, type PaidBill } from './paid-bills.ts'
import { beginRefund } from './send-refund.ts'
import { sendOnceSettled, waitEnds } from './waiting-refund.ts'

export type RefundRequest = {
  /** The same key never refunds twice. */
  key: string
  bill: string
  howMuch: HowMuch
  way: Way
  reason: RefundReason
  /** Why, in the operator's own text. */
  words: string
  /** The requesting operator, as named in audit entries. */
  actor: string
  /** The second operator, where one had to agree. */
  agreedBy?: string | undefined
  /** To the card, once the gateway has settled the charge. */
  isOnceSettled?: boolean | undefined
  /** The failed refund that it replaces. */
  inPlaceOf?: number
}
type BeginDeps = Omit<RefundDeps, 'db' | 'clock' | 'payments'> & { now: Date }

export type StartedRefund = {
  /** The refund to request from the gateway once the transaction has ended. Credit needs none. */
  refundKey?: string
  /** The same request was made before, under this key. */
  isRepeat?: true
}

/**
 * Returns money of a paid bill, to the card or as credit for the next bill, once per key and never more than
 * was paid. The bill is locked while the note is written, so two operators at once cannot return the same
 * money. Everything is recorded in the caller's transaction.
 */
export async function beginGivingBack(
  tx: Db,
  deps: BeginDeps,
  request: RefundRequest,
): Promise<StartedRefund | Refused> {
  const bodyDigest = digestOfGiving(request)
  const bill = await lockBill(tx, request.bill)
  // Looked up after the lock, so that a second request with the same key sees the first one's note.
  const former = await findNote(tx, request.key)
  if (former) return bodyDigest.equals(former.bodyDigest) ? { isRepeat: true } : usedOtherwise()
  if (!bill) return refuse('not-found', { errors: `There is no bill ${request.bill}.` })
  const chosen = await chooseLines(tx, bill, request)
  if (isRefused(chosen)) return chosen
  const { cents, lines } = chosen
  const { key, way, reason, words, actor, agreedBy } = request
  const { accountId } = bill
  const waitsUntil = request.isOnceSettled && bill.charge ? waitEnds(deps.now) : undefined
  const noteId = await insertNote(
    tx,
    {
      key,
      bodyDigest,
      accountId,
      invoiceId: bill.id,
      way,
      cents,
      lines,
      reason,
      words,
      askedBy: actor,
      waitsUntil,
    },
    deps.now,
  )
  if (noteId === undefined) return usedOtherwise()
  if (request.inPlaceOf !== undefined)
    await tx.run(sql`update failed_refunds set next_note_id = ${noteId} where id = ${request.inPlaceOf}`)
  const details = { bill: bill.number, cents, reason, words, agreedBy }
  if (waitsUntil) {
    await recordAudit(tx, { actor, action: 'refund-waits', accountId, details }, deps.now)
    await sendOnceSettled(tx, deps.jobs, noteId)
    return {}
  }
  const action = way === 'card' ? 'bill-refunded' : 'bill-credited'
  await recordAudit(tx, { actor, action, accountId, details }, deps.now)
  if (way === 'card' && bill.charge)
    return { refundKey: await beginRefund(tx, deps, { noteId, chargeId: bill.charge.id, cents }) }
  await giveCredit(tx, deps, noteId)
  return {}
}

/** Credit needs no bank: the note is issued at once. */
async function giveCredit(tx: Db, deps: BeginDeps, noteId: number): Promise<void> {
  const note = await lockOpenNote(tx, noteId)
  if (!note) return
  const number = await issueNote(tx, note, deps.now)
  await tx.run(sql`
    insert into credits (account_id, cents, credit_note_id, created_at)
    values (${note.accountId}, ${note.cents}, ${note.id}, ${deps.now})`)
  await postCreditNote(tx, deps, { ...note, number })
}

function usedOtherwise(): Refused {
  return refuse('other-body', { errors: 'This key was used for another refund.' })
}

/** The request without its operator: a colleague who repeats a key with the same request gets its outcome. */
function digestOfGiving({ bill, howMuch, way, reason, isOnceSettled }: RefundRequest): Buffer {
  return digestOf({ bill, howMuch, way, reason, isOnceSettled })
}

export type TakenBack = {
  /** The same key takes it back once. */
  key: string
  bill: string
  howMuch: HowMuch
  /** Refunds it to the card that paid the bill. */
  isPaidOut: boolean
  reason: RefundReason
  words: string
  actor: string
  agreedBy?: string | undefined
}

/**
 * Takes back an account's unused credit, with a debit note. If it is paid out, both notes wait for the
 * refund: a refusal by the bank restores the credit. Everything is recorded in the caller's transaction.
 */
export async function beginTakingBack(
  tx: Db,
  deps: MailDeps,
  request: TakenBack,
): Promise<StartedRefund | Refused> {
  const { key, isPaidOut, reason, words, actor, agreedBy } = request
  const { now } = deps
  const bill = await lockBill(tx, request.bill)
  if (!bill) return refuse('not-found', { errors: `There is no bill ${request.bill}.` })
  const { id: invoiceId, accountId, number, charge } = bill
  const credit = await lockCredit(tx, accountId)
  const bodyDigest = digestOfTaking(request)
  const former = await findNote(tx, key)
  if (former) return bodyDigest.equals(former.bodyDigest) ? { isRepeat: true } : usedOtherwise()
  const cents = chooseCredit(bill, credit, request)
  if (isRefused(cents)) return cents
  const common = { bodyDigest, accountId, invoiceId, cents, reason, words, askedBy: actor }
  const debitKey = isPaidOut ? `${key}-taken-back` : key
  const debitLines = [{ label: `Credit for receipt ${number}, taken back`, cents }]
  const debitId = await insertNote(
    tx,
    { ...common, key: debitKey, way: 'taken-back', lines: debitLines },
    now,
  )
  if (debitId === undefined) return usedOtherwise()
  await tx.run(sql`
    insert into credits (account_id, cents, credit_note_id, created_at)
    values (${accountId}, ${-cents}, ${debitId}, ${now})`)
  await tx.run(sql`update invoices set credited_cents = credited_cents - ${cents} where id = ${invoiceId}`)
  const details = { bill: number, cents, reason, words, agreedBy }
  await recordAudit(tx, { actor, action: 'credit-taken-back', accountId, details }, now)
  if (isPaidOut && charge) {
    const lines = [{ label: `Credit for receipt ${number}, paid out`, cents }]
    const noteId = await insertNote(tx, { ...common, key, way: 'card', lines }, now)
    if (noteId === undefined) throw new Error(`The key ${key} of a refund was taken in the meantime`)
    await tx.run(sql`update credit_notes set paid_out_by = ${noteId} where id = ${debitId}`)
    await recordAudit(tx, { actor, action: 'bill-refunded', accountId, details }, now)
    return { refundKey: await beginRefund(tx, deps, { noteId, chargeId: charge.id, cents }) }
  }
  const note = await lockOpenNote(tx, debitId)
  if (note) await postCreditNote(tx, deps, { ...note, number: await issueNote(tx, note, now) })
  // The same money had been refunded at the gateway: now it fits on the bill.
  if (charge) await noteUnbookedRefund(tx, deps, charge.id, `unbooked-${debitKey}`)
  return {}
}

type CreditRequest = Pick<TakenBack, 'howMuch' | 'isPaidOut'>

/** How much of a bill's credit can be taken back, or why none. */
export function chooseCredit(
  bill: PaidBill,
  credit: number,
  { howMuch, isPaidOut }: CreditRequest,
): number | Refused {
  const obstacle = findObstacleToTakingBack(bill, credit, isPaidOut)
  if (obstacle) return wrong(obstacle)
  const unused = unusedOf(bill, credit)
  const most = isPaidOut ? Math.min(unused, leftForCard(bill)) : unused
  const cents = howMuch.kind === 'amount' ? howMuch.cents : most
  if (howMuch.kind === 'lines') return wrong('Credit has no lines. Enter an amount.')
  if (cents <= 0) return wrong('The amount must be more than zero.')
  if (cents > unused) return wrong(`Only ${formatAmount(unused)} of this credit is unused.`)
  return cents > most ? wrong(`Only ${formatAmount(most)} can still go back to the card.`) : cents
}

/** Why a bill's credit cannot be taken back or paid out. */
export function findObstacleToTakingBack(
  bill: PaidBill | undefined,
  credit: number,
  isPaidOut: boolean,
): string | undefined {
  if (credit <= 0 || !bill) return 'This account has no unused credit, so none can be taken back or paid out.'
  const { number, creditedCents, charge } = bill
  if (creditedCents === 0)
    return `No credit was given for bill ${number}. Choose the bill that it was given for.`
  if (!isPaidOut) return undefined
  if (!charge) return `Bill ${number} was not paid by card, so its credit cannot be paid out.`
  if (charge.isDisputed)
    return `The payment of bill ${number} is disputed, so its credit cannot be paid out. Wait for the decision of the bank.`
  return leftForCard(bill) > 0
    ? undefined
    : `Nothing of bill ${number} can still go back to the card, so its credit cannot be paid out.`
}

/** Credit is one balance: the unused part of a bill's credit is at most the account's. */
function unusedOf({ creditedCents }: PaidBill, credit: number): number {
  return Math.min(creditedCents, credit)
}

function digestOfTaking({ bill, howMuch, isPaidOut, reason }: TakenBack): Buffer {
  return digestOf({ bill, howMuch, isPaidOut, reason })
}

function wrong(errors: string): Refused {
  return refuse('invalid-fields', { errors })
}
