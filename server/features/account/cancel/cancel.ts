import * as messages from '#contract/billing/messages.ts'
import { dayBefore } from '#contract/calendar/billing-dates.ts'
import type { cancel as cancelCall, undoCancel as undoCall } from '#contract/features/cancel/calls.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import { endSubscription } from '#server/billing/subscriptions/end-subscription.ts'
import { undoCancellation } from '#server/billing/subscriptions/undo-cancellation.ts'
import type { Deps } from '#server/deps.ts'
import type { Session } from '#server/identity/sessions.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import { postCanceled, postUndone } from './mails.ts'
import { findEndedCancellation, lockSubscription, noteCancellation, wasUndone } from './queries.ts'
import { newReference } from './reference.ts'

type CancelDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'config'>

/**
 * The service runs until the end of the paid month and nothing more is charged. If a month is unpaid it ends
 * immediately. While a charge is in progress neither can be promised, so the request is refused; that takes
 * about a minute.
 */
export function cancel(
  deps: CancelDeps,
  { accountId, agentId, origin }: Session,
  { reason, details }: ParsedBodyOf<typeof cancelCall>,
): Promise<AnswerOf<typeof cancelCall> | Refused> {
  const { db, clock } = deps
  const now = clock.now()
  const post = { ...deps, now }
  return db.transaction(async (tx) => {
    const running = await lockSubscription(tx, accountId)
    if (!running) return receiptOfEnded(tx, accountId)
    if (running.cancelOn && running.reference) return receiptOf(running.reference, running.cancelOn, false)
    if (running.openState === 'charging') {
      return refuse('invalid-fields', { errors: messages.paymentOfAccountUnderWay })
    }
    const reference = newReference()
    const cancelOn = running.openState ? running.openSince : running.paidUntil
    const why = details === '' ? reason : `${reason}: ${details}`
    await noteCancellation(tx, running.id, { reference, cancelOn, reason: why }, now)
    await recordAudit(
      tx,
      { actor: { agentId }, action: 'cancel', accountId, origin, details: { reference } },
      now,
    )
    const hasEnded = running.openState !== null
    if (hasEnded) await endSubscription(tx, { id: running.id, accountId }, 'canceled', now)
    const { zone } = running
    await postCanceled(tx, post, accountId, { reference, cancelOn, zone, hasEnded })
    return receiptOf(reference, cancelOn, hasEnded)
  })
}

/**
 * Until the last day has passed, undoing restores the subscription completely; the receipt says it was
 * undone.
 */
export function undoCancel(
  deps: CancelDeps,
  { accountId, agentId, origin }: Session,
): Promise<AnswerOf<typeof undoCall> | Refused> {
  const { db, clock } = deps
  const now = clock.now()
  return db.transaction(async (tx) => {
    const running = await lockSubscription(tx, accountId)
    const done = { data: { status: 'done' as const } }
    // A repeat whose first answer was lost.
    if (running && !running.cancelOn && (await wasUndone(tx, running.id))) return done
    if (!running?.cancelOn || !running.nextAt || running.nextAt <= now) {
      return refuse('invalid-fields', { errors: messages.nothingToUndo })
    }
    await undoCancellation(tx, running.id, now)
    const { reference } = running
    await recordAudit(
      tx,
      { actor: { agentId }, action: 'undo-cancel', accountId, origin, details: { reference } },
      now,
    )
    await postUndone(tx, { ...deps, now }, accountId)
    return done
  })
}

/** The first answer may be lost, and with an unpaid month the account has ended by then. */
async function receiptOfEnded(tx: Db, accountId: number): Promise<AnswerOf<typeof cancelCall> | Refused> {
  const ended = await findEndedCancellation(tx, accountId)
  if (!ended) return refuse('invalid-fields', { errors: messages.nothingToCancel })
  return receiptOf(ended.reference, ended.cancelOn, true)
}

function receiptOf(reference: string, cancelOn: string, hasEnded: boolean) {
  return { data: { reference, last_day: dayBefore(cancelOn), has_ended: hasEnded } }
}
