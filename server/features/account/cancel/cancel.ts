import { randomBytes } from 'node:crypto'
import { dayBefore } from '#contract/calendar/billing-dates.ts'
import type { cancel as cancelCall, undoCancel as undoCall } from '#contract/features/cancel.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import { mailOwner } from '#server/accounts/accounts.ts'
import { describeNextCharge } from '#server/billing/subscriptions/show-money.ts'
import { endSubscription, undoCancellation } from '#server/billing/subscriptions/subscription.ts'
import type { Session } from '#server/identity/sessions.ts'
import type { Db } from '#server/platform/db/database.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import { type TransactionDeps, type Tx, transaction } from '#server/platform/transaction.ts'
import { canceledMail, cancelUndoneMail } from './mails.ts'
import {
  type Changer,
  changerIn,
  detailsOf,
  findEndedCancellation,
  lockSubscription,
  noteCancellation,
  type Obstacle,
  obstructed,
  type Running,
  wasUndone,
} from './queries.ts'

/** `isNew`: it was canceled just now. */
export type Canceled = { reference: string; cancelOn: string; hasEnded: boolean; isNew: boolean }

/** A person of the account cancels. A repeat after a lost answer gets the same receipt. */
export async function cancel(
  deps: TransactionDeps,
  session: Session,
  { reason, details }: ParsedBodyOf<typeof cancelCall>,
): Promise<AnswerOf<typeof cancelCall> | Refused> {
  const why = details === '' ? reason : `${reason}: ${details}`
  const canceled = await transaction(deps, (tx) => cancelIn(tx, changerIn(session), { why }))
  return isRefused(canceled) ? canceled : receiptOf(canceled)
}

/** What canceling would do now, or why it is impossible. */
export function planCancellation(
  running: Pick<Running, 'openState' | 'openSince' | 'paidUntil'>,
): Pick<Canceled, 'cancelOn' | 'hasEnded'> | Obstacle {
  if (running.openState === 'charging') {
    return 'paymentUnderWay'
  }
  const cancelOn = running.openState ? running.openSince : running.paidUntil
  return { cancelOn, hasEnded: running.openState !== null }
}

/**
 * The service runs until the end of the paid month and nothing more is charged. If a month is unpaid it ends
 * immediately. While a charge is in progress neither can be promised, so the request is refused; that takes
 * about a minute. With `shownOn`, only on that day.
 */
export async function cancelIn(
  tx: Tx,
  changer: Changer,
  { why, shownOn }: { why: string; shownOn?: string },
): Promise<Canceled | Refused> {
  const { accountId, actor, origin } = changer
  const { now } = tx
  const running = await lockSubscription(tx, accountId)
  if (!running) return canceledBefore(tx, changer)
  const { id, zone, cancelOn: canceledOn } = running
  if (canceledOn && running.reference)
    return { reference: running.reference, cancelOn: canceledOn, hasEnded: false, isNew: false }
  const planned = planCancellation(running)
  if (typeof planned === 'string') return obstructed(changer, planned)
  const { cancelOn, hasEnded } = planned
  if (shownOn !== undefined && shownOn !== cancelOn) return refuse('conflict')
  const reference = newReference()
  await noteCancellation(tx, id, { reference, cancelOn, reason: why }, now)
  const details = { reference, ...detailsOf(changer) }
  await tx.audit({ actor, action: 'cancel', accountId, origin, details })
  if (hasEnded) await endSubscription(tx, { id, accountId }, 'canceled', now)
  const canceled = { reference, cancelOn, zone, hasEnded, caller: changer.caller }
  await mailOwner(tx, accountId, canceledMail, canceled)
  return { reference, cancelOn, hasEnded, isNew: true }
}

/** A person of the account undoes the cancellation. */
export async function undoCancel(
  deps: TransactionDeps,
  session: Session,
): Promise<AnswerOf<typeof undoCall> | Refused> {
  const undone = await transaction(deps, (tx) => undoCancelIn(tx, changerIn(session)))
  return isRefused(undone) ? undone : { data: { status: 'done' } }
}

/** Until the last day has passed. */
export function canUndoCancel(running: Running | undefined, now: Date): running is Running {
  if (!running?.cancelOn || !running.nextAt || running.nextAt <= now) {
    return false
  }
  return true
}

/**
 * Until the last day has passed, undoing restores the subscription completely; the receipt says it was
 * undone.
 */
export async function undoCancelIn(tx: Tx, changer: Changer): Promise<{ isNew: boolean } | Refused> {
  const { accountId, actor, origin } = changer
  const running = await lockSubscription(tx, accountId)
  // A repeat after a lost answer.
  if (running && !running.cancelOn && (await wasUndone(tx, running.id))) return { isNew: false }
  if (!canUndoCancel(running, tx.now)) return obstructed(changer, 'nothingToUndo')
  await undoCancellation(tx, running.id, tx.now)
  const details = { reference: running.reference, ...detailsOf(changer) }
  await tx.audit({ actor, action: 'undo-cancel', accountId, origin, details })
  const next = await describeNextCharge(tx, accountId, tx.now)
  await mailOwner(tx, accountId, cancelUndoneMail, { next, caller: changer.caller })
  return { isNew: true }
}

/** The first answer may have been lost, and with an unpaid month the account has ended by then. */
async function canceledBefore(tx: Db, changer: Changer): Promise<Canceled | Refused> {
  const ended = await findEndedCancellation(tx, changer.accountId)
  return ended ? { ...ended, hasEnded: true, isNew: false } : obstructed(changer, 'nothingToCancel')
}

function receiptOf({ reference, cancelOn, hasEnded: has_ended }: Canceled) {
  return { data: { reference, last_day: dayBefore(cancelOn), has_ended } }
}

/** Letters and digits that are not confused over the phone. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const GROUPS = 7

/**
 * C-7F3K-9Q2M-1XPA-88TZ-4D0W-E6RN-2HVB: 140 bits, so it cannot be guessed. Groups of four are easy to read
 * out and type.
 */
function newReference(): string {
  return ['C', ...Array.from({ length: GROUPS }, newGroup)].join('-')
}

function newGroup(): string {
  return [...randomBytes(4)].map((byte) => alphabet[byte % alphabet.length]).join('')
}
