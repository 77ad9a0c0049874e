import { createHash } from 'node:crypto'
import type { RefundReason } from '#contract/billing/refund-reasons.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import { lockCredit } from '#server/billing/invoices/credits.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { MailDeps } from '#server/platform/mail/queue-mail.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import type { HowMuch } from './choose-lines.ts'
import { findNote, insertNote, issueNote, lockBill, lockOpenNote, type PaidBill } from './credit-notes.ts'
import { noteUnbookedRefund } from './foreign-refund.ts'
import type { Begun } from './give-money-back.ts'
import { postCreditNote } from './mails.ts'
import { beginRefund } from './send-refund.ts'

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
 * Takes back credit that an account has not used, with a debit note. If it is paid out, both notes wait for the refund: the bank's
 * refusal gives the credit again. Everything is recorded in the caller's transaction.
 */
export async function beginTakingBack(tx: Db, deps: MailDeps, asked: TakenBack): Promise<Begun | Refused> {
  const { key, isPaidOut, reason, words, actor, agreedBy } = asked
  const { now } = deps
  const bill = await lockBill(tx, asked.bill)
  if (!bill) return refuse('not-found', { errors: `There is no bill ${asked.bill}.` })
  const { id: invoiceId, accountId, number, charge } = bill
  const credit = await lockCredit(tx, accountId)
  const bodyDigest = digestOf(asked)
  const former = await findNote(tx, key)
  if (former)
    return bodyDigest.equals(former.bodyDigest)
      ? { isRepeat: true }
      : refuse('other-body', { errors: 'This key was used for another refund.' })
  const cents = chooseCredit(bill, credit, asked)
  if (isRefused(cents)) return cents
  const common = { bodyDigest, accountId, invoiceId, cents, reason, words, askedBy: actor }
  const debitKey = isPaidOut ? `${key}-taken-back` : key
  const debitLines = [{ label: `Credit for receipt ${number}, taken back`, cents }]
  const debitId = await insertNote(
    tx,
    { ...common, key: debitKey, way: 'taken-back', lines: debitLines },
    now,
  )
  if (debitId === undefined) return refuse('other-body', { errors: 'This key was used for another refund.' })
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
  // The same money had been refunded on the gateway's own pages: now it fits on the bill.
  if (charge) await noteUnbookedRefund(tx, deps, charge.id, `unbooked-${debitKey}`)
  return {}
}

type Wanted = Pick<TakenBack, 'howMuch' | 'isPaidOut'>

/** How much of a bill's credit is taken back, or why it cannot be. */
export function chooseCredit(
  bill: PaidBill,
  credit: number,
  { howMuch, isPaidOut }: Wanted,
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

/** Why no credit of a bill can be taken back, or paid out. */
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

/** Credit is used from one purse: what is unused of a bill's is at most what the account has. */
function unusedOf({ creditedCents }: PaidBill, credit: number): number {
  return Math.min(creditedCents, credit)
}

function leftForCard({ charge }: PaidBill): number {
  return charge ? charge.cents - charge.backCents : 0
}

function digestOf({ bill, howMuch, isPaidOut, reason }: TakenBack): Buffer {
  return createHash('sha256').update(JSON.stringify({ bill, howMuch, isPaidOut, reason })).digest()
}

function wrong(errors: string): Refused {
  return refuse('invalid-fields', { errors })
}
