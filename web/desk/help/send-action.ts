import type { Action } from '#contract/desk/help/actions.ts'
import * as calls from '#contract/desk/help/calls.ts'
import type { HelpValues, ShownBefore } from '#contract/desk/help/values.ts'
import { makeCall } from '#web/form/make-call.ts'
import type { ServerErrors } from '#web/form/refusal.ts'
import type { TaskResult } from '#web/form/use-busy.ts'

/** What was typed, and the key of the form: sent again after a lost answer, it is done once. */
type Typed = ShownBefore & { email: string; why: string; caller: string; reason: string; key: string }
type Handlers = { onDone: (done: string) => void; onErrors: (errors: ServerErrors) => void }

/** The call of an action, with what was chosen and typed for it. */
export function sendAction(
  action: Action,
  { number, person, months }: HelpValues,
  { email, why, caller, reason, key, ends_on = '', from = '', held_cents = 0 }: Typed,
  { onDone, onErrors }: Handlers,
): Promise<TaskResult> {
  const agent_id = person?.id ?? 0
  const form = { reason, key }
  const handlers = {
    parts: { number },
    onAnswer: ({ data }: { data: { done: string } }) => onDone(data.done),
    onErrors,
  }
  switch (action) {
    case 'email-works':
      return makeCall(calls.noteEmailWorks, { ...(person && { agent_id }), ...form }, handlers)
    case 'unlock':
      return makeCall(calls.unlockSignIn, { agent_id, ...form }, handlers)
    case 'sessions':
      return makeCall(calls.endSessions, { ...(person && { agent_id }), ...form }, handlers)
    case 'reset-link':
      return makeCall(calls.sendResetLink, { agent_id, ...form }, handlers)
    case 'pay-link':
      return makeCall(calls.sendPayLink, form, handlers)
    case 'recovery':
      return makeCall(calls.recoverFactor, { agent_id, ...form }, handlers)
    case 'invite':
      return makeCall(calls.inviteForOwner, { email, ...form }, handlers)
    case 'hand-over':
      return makeCall(calls.askForHandOver, { agent_id, ...form }, handlers)
    case 'invitation':
      return makeCall(calls.resendInvitation, { agent_id, ...form }, handlers)
    case 'cancel':
      return makeCall(calls.cancelForCaller, { why, ends_on, caller, ...form }, handlers)
    case 'undo-cancel':
      return makeCall(calls.undoCancelForCaller, { caller, ...form }, handlers)
    case 'hold':
      return makeCall(
        calls.holdForCaller,
        { months: months ?? 1, from, held_cents, caller, ...form },
        handlers,
      )
    case 'end-hold':
      return makeCall(calls.endHoldForCaller, { caller, ...form }, handlers)
    case 'withdraw-hand-over':
      return makeCall(calls.withdrawHandOver, form, handlers)
  }
}
