import { dayBefore, formatDay } from '#contract/calendar/billing-dates.ts'
import type { ActionForCaller } from '#contract/desk/help/actions.ts'
import type * as calls from '#contract/desk/help/calls.ts'
import * as messages from '#contract/desk/help/messages.ts'
import type { ParsedBodyOf } from '#contract/wire/call.ts'
import { cancelIn, undoCancelIn } from '#server/features/account/cancel/cancel.ts'
import { type Changer, obstructed } from '#server/features/account/cancel/changer.ts'
import { endHoldIn, holdIn } from '#server/features/account/cancel/hold.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { MailDeps } from '#server/platform/mail/queue-mail.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import { type Asked, type Done, type HelpDeps, mailing } from './do.ts'

/** Cancels. The answer has the reference number, which the operator reads out. */
export function cancel(
  deps: HelpDeps,
  asked: Asked,
  body: ParsedBodyOf<typeof calls.cancelForCaller>,
): Promise<Done | Refused> {
  const { why, ends_on: shownOn } = body
  return forCaller(deps, asked, { ...body, action: 'cancel' }, async (tx, changer, mailDeps) => {
    const canceled = await cancelIn(tx, mailDeps, changer, { why, shownOn })
    if (isRefused(canceled)) return canceled
    const { reference, cancelOn, hasEnded, isNew } = canceled
    const lastDay = formatDay(dayBefore(cancelOn))
    if (!isNew) {
      const say = hasEnded ? messages.endedByCancellation : messages.alreadyCanceled
      return refuse('invalid-fields', { errors: say(lastDay, reference) })
    }
    const ends = hasEnded ? 'The account has ended.' : `The service runs through ${lastDay}.`
    return `The subscription is canceled. ${ends} There are no further charges. Read out the reference number: ${reference}. The owner gets it by email, too.`
  })
}

export function undoCancel(
  deps: HelpDeps,
  asked: Asked,
  body: ParsedBodyOf<typeof calls.undoCancelForCaller>,
): Promise<Done | Refused> {
  return forCaller(deps, asked, { ...body, action: 'undo-cancel' }, async (tx, changer, mailDeps) => {
    const undone = await undoCancelIn(tx, mailDeps, changer)
    if (isRefused(undone)) return undone
    if (!undone.isNew) return obstructed(changer, 'nothingToUndo')
    return 'The cancellation is undone, and the subscription continues. The owner gets an email.'
  })
}

export function hold(
  deps: HelpDeps,
  asked: Asked,
  body: ParsedBodyOf<typeof calls.holdForCaller>,
): Promise<Done | Refused> {
  const { months, from, held_cents: heldCents } = body
  return forCaller(deps, asked, { ...body, action: 'hold' }, async (tx, changer, mailDeps) => {
    const held = await holdIn(tx, mailDeps, changer, { months, from, heldCents })
    if (isRefused(held)) return held
    if (!held.isNew) return obstructed(changer, 'alreadyHeld')
    return `The plan is on hold from ${formatDay(held.from)} through ${formatDay(dayBefore(held.until))}. The owner gets an email.`
  })
}

export function endHold(
  deps: HelpDeps,
  asked: Asked,
  body: ParsedBodyOf<typeof calls.endHoldForCaller>,
): Promise<Done | Refused> {
  return forCaller(deps, asked, { ...body, action: 'end-hold' }, async (tx, changer, mailDeps) => {
    const ended = await endHoldIn(tx, mailDeps, changer)
    if (isRefused(ended)) return ended
    if (!ended.isNew) return refuse('invalid-fields', { errors: messages.nothingPaused })
    return `The full plan is back from ${formatDay(ended.on)}. The owner gets an email.`
  })
}

type Sent = { action: ActionForCaller; caller: string; reason: string; key: string }
type Change = (tx: Db, changer: Changer, deps: MailDeps) => Promise<string | Refused>

function forCaller(deps: HelpDeps, asked: Asked, sent: Sent, change: Change): Promise<Done | Refused> {
  const caller = { name: sent.caller, reason: sent.reason }
  return mailing(deps, asked, sent, (tx, { id: accountId }, { actor }, mailDeps) =>
    change(tx, { accountId, actor, caller }, mailDeps),
  )
}
