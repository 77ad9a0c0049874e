import { callerMessages } from '#contract/billing/messages.ts'
import { dayBefore, formatDay, momentOf } from '#contract/calendar/billing-dates.ts'
import { REACTIVATE_WITHIN_DAYS } from '#contract/calendar/lifetimes.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import type * as calls from '#contract/desk/help.ts'
import type { ActionForCaller, Preview } from '#contract/desk/help.ts'
import * as messages from '#contract/desk/help.ts'
import type { ParsedBodyOf } from '#contract/wire/call.ts'
import { findOwner } from '#server/accounts/accounts.ts'
import { showMoney } from '#server/billing/subscriptions/show-money.ts'
import {
  cancelIn,
  canUndoCancel,
  planCancellation,
  undoCancelIn,
} from '#server/features/account/cancel/cancel.ts'
import { endHoldIn, holdIn, planEndOfHold, planHold } from '#server/features/account/cancel/hold.ts'
import {
  type Changer,
  findEndedCancellation,
  findRunning,
  obstructed,
  type Running,
} from '#server/features/account/cancel/queries.ts'
import type { Db } from '#server/platform/db/database.ts'
import { orThrow, refuse } from '#server/platform/refusal.ts'
import type { Tx } from '#server/platform/transaction.ts'
import { later, MINUTE } from '#server/ports/clock.ts'
import { momentIn } from '../desk-moment.ts'
import type { AccountFound } from '../find-account.ts'
import { type HelpDeps, type HelpDone, type HelpRequest, mailing } from './do.ts'

/** Cancels. The answer has the reference number, which the operator reads out. */
export function cancel(
  deps: HelpDeps,
  request: HelpRequest,
  body: ParsedBodyOf<typeof calls.cancelForCaller>,
): Promise<HelpDone> {
  const { why, ends_on: shownOn } = body
  return forCaller(deps, request, { ...body, action: 'cancel' }, async (tx, changer) => {
    const canceled = await cancelIn(tx, changer, { why, shownOn })
    const { reference, cancelOn, hasEnded, isNew } = orThrow(canceled)
    const lastDay = formatDay(dayBefore(cancelOn))
    if (!isNew) {
      const say = hasEnded ? messages.endedByCancellation : messages.alreadyCanceled
      throw refuse('invalid-fields', { errors: say(lastDay, reference) })
    }
    const ends = hasEnded ? 'The account has ended.' : `The service runs through ${lastDay}.`
    return `The subscription is canceled. ${ends} There are no further charges. Read out the reference number: ${reference}. The owner gets it by email, too.`
  })
}

type CallerForm = { action: ActionForCaller; caller: string; reason: string; key: string }
type Change = (tx: Tx, changer: Changer) => Promise<string>

function forCaller(
  deps: HelpDeps,
  request: HelpRequest,
  sent: CallerForm,
  change: Change,
): Promise<HelpDone> {
  const caller = { name: sent.caller, reason: sent.reason }
  return mailing(deps, request, sent, (tx, { id: accountId }, { actor }) =>
    change(tx, { accountId, actor, caller }),
  )
}

export function undoCancel(
  deps: HelpDeps,
  request: HelpRequest,
  body: ParsedBodyOf<typeof calls.undoCancelForCaller>,
): Promise<HelpDone> {
  return forCaller(deps, request, { ...body, action: 'undo-cancel' }, async (tx, changer) => {
    const undone = orThrow(await undoCancelIn(tx, changer))
    if (!undone.isNew) throw obstructed(changer, 'nothingToUndo')
    return 'The cancellation is undone, and the subscription continues. The owner gets an email.'
  })
}

export function hold(
  deps: HelpDeps,
  request: HelpRequest,
  body: ParsedBodyOf<typeof calls.holdForCaller>,
): Promise<HelpDone> {
  const { months, from, held_cents: heldCents } = body
  return forCaller(deps, request, { ...body, action: 'hold' }, async (tx, changer) => {
    const hold = orThrow(await holdIn(tx, changer, { months, from, heldCents }))
    if (!hold.isNew) throw obstructed(changer, 'alreadyOnHold')
    return `The plan is on hold from ${formatDay(hold.from)} through ${formatDay(dayBefore(hold.until))}. The owner gets an email.`
  })
}

export function endHold(
  deps: HelpDeps,
  request: HelpRequest,
  body: ParsedBodyOf<typeof calls.endHoldForCaller>,
): Promise<HelpDone> {
  return forCaller(deps, request, { ...body, action: 'end-hold' }, async (tx, changer) => {
    const ended = orThrow(await endHoldIn(tx, changer))
    if (!ended.isNew) throw refuse('invalid-fields', { errors: messages.nothingPaused })
    return `The full plan is back from ${formatDay(ended.on)}. The owner gets an email.`
  })
}

const cannot = (why: string): Preview => ({ kind: 'cannot', why })

/** What canceling, pausing, or undoing either does now: planned by what does it. */
export async function previewForCaller(
  db: Db,
  action: ActionForCaller,
  { account, months }: { account: AccountFound; months: number | null },
  now: Date,
): Promise<Preview> {
  const running = await findRunning(db, account.id)
  switch (action) {
    case 'cancel':
      return ofCancellation(db, account, running)
    case 'undo-cancel':
      return ofUndoing(db, account, running, now)
    case 'hold':
      return ofHold(db, account, running, months, now)
    case 'end-hold':
      return ofEndOfHold(db, account, running)
  }
}

async function ofCancellation(db: Db, account: AccountFound, running: Running | undefined): Promise<Preview> {
  if (!running) {
    const ended = await findEndedCancellation(db, account.id)
    return cannot(
      ended
        ? messages.endedByCancellation(formatDay(dayBefore(ended.cancelOn)), ended.reference)
        : callerMessages.nothingToCancel,
    )
  }
  if (running.cancelOn && running.reference)
    return cannot(messages.alreadyCanceled(formatDay(dayBefore(running.cancelOn)), running.reference))
  const planned = planCancellation(running)
  if (typeof planned === 'string') return cannot(callerMessages[planned])
  const { cancelOn, hasEnded } = planned
  const undoUntil = momentIn(account.timeZone, later(momentOf(running.zone, cancelOn), -MINUTE)).text
  return {
    kind: 'can',
    happens: [
      ...(hasEnded
        ? [
            'The last month is not paid, so the account ends right away. This cannot be undone.',
            'There are no further charges, and the unpaid bill is not collected.',
            `For ${REACTIVATE_WITHIN_DAYS} days the owner can reactivate the account with everything that was in it, for the price of a new month.`,
          ]
        : [
            `The service runs to the end of the month that is paid for, ${formatDay(dayBefore(cancelOn))}.`,
            'There are no further charges, and payments are not refunded.',
            `It can be undone until ${undoUntil}. For ${REACTIVATE_WITHIN_DAYS} days after that, the owner can reactivate the account.`,
          ]),
      'You get a reference number to read out.',
      await sayMail(db, account),
    ],
    shown: { ends_on: cancelOn },
  }
}

async function sayMail(db: Db, { id }: AccountFound): Promise<string> {
  const { email } = await findOwner(db, id)
  return `${email} gets an email. It says that customer service did this at the request of a caller, with the name that you enter.`
}

async function ofUndoing(
  db: Db,
  account: AccountFound,
  running: Running | undefined,
  now: Date,
): Promise<Preview> {
  if (!canUndoCancel(running, now)) return cannot(callerMessages.nothingToUndo)
  const { nextCharge } = await showMoney(db, account.id, now, (billing) => ({ ...billing, cancelOn: null }))
  return {
    kind: 'can',
    happens: [
      'The subscription continues as before, with the same plan and prices.',
      ...(nextCharge
        ? [`The next charge is ${formatAmount(nextCharge.cents)} on ${formatDay(nextCharge.on)}.`]
        : []),
      await sayMail(db, account),
    ],
  }
}

async function ofHold(
  db: Db,
  account: AccountFound,
  running: Running | undefined,
  months: number | null,
  now: Date,
): Promise<Preview> {
  if (!running) return cannot(callerMessages.nothingToHold)
  const planned = planHold(running, months ?? 1)
  if (typeof planned === 'string') return cannot(callerMessages[planned])
  if (planned.isRepeat) return cannot(callerMessages.alreadyOnHold)
  const { holdOffer } = await showMoney(db, account.id, now)
  if (!holdOffer) return cannot(messages.nothingToSave)
  if (months === null) return { kind: 'choose' }
  const { from, until } = planned
  const { heldCents, fullCents } = holdOffer
  return {
    kind: 'can',
    happens: [
      `From ${formatDay(from)} through ${formatDay(dayBefore(until))} the account has agent access only. Its people cannot use the dialer. Leads and lists are kept.`,
      `A month on hold costs ${formatAmount(heldCents)} instead of ${formatAmount(fullCents)}.`,
      `On ${formatDay(until)} the full plan resumes at its regular price. The hold can be ended earlier.`,
      await sayMail(db, account),
    ],
    shown: { from, held_cents: heldCents },
  }
}

async function ofEndOfHold(db: Db, account: AccountFound, running: Running | undefined): Promise<Preview> {
  if (!running) return cannot(callerMessages.nothingOnHold)
  const planned = planEndOfHold(running)
  if (planned === null) return cannot(messages.nothingPaused)
  if (typeof planned === 'string') return cannot(callerMessages[planned])
  const { on, isRemoved } = planned
  return {
    kind: 'can',
    happens: [
      isRemoved
        ? `The hold that was planned from ${formatDay(on)} is removed. The full plan continues at its regular price.`
        : `The hold ends with the month that is paid for. On ${formatDay(on)} the full plan resumes at its regular price.`,
      await sayMail(db, account),
    ],
  }
}
