import type { Action } from '#contract/desk/help/actions.ts'
import * as calls from '#contract/desk/help/calls.ts'
import type { HelpValues } from '#contract/desk/help/values.ts'
import { makeCall } from '#web/form/make-call.ts'
import type { ServerErrors } from '#web/form/refusal.ts'
import type { TaskResult } from '#web/form/use-busy.ts'

type Typed = { email: string; reason: string }
type Handlers = { onDone: (done: string) => void; onErrors: (errors: ServerErrors) => void }

/** The call of an action, with what was chosen and typed for it. */
export function sendAction(
  action: Action,
  { number, person, mail }: HelpValues,
  { email, reason }: Typed,
  { onDone, onErrors }: Handlers,
): Promise<TaskResult> {
  const agent_id = person?.id ?? 0
  const handlers = {
    parts: { number },
    onAnswer: ({ data }: { data: { done: string } }) => onDone(data.done),
    onErrors,
  }
  switch (action) {
    case 'mail': {
      const to = mail && mail.to !== mail.recipient ? mail.to : ''
      return makeCall(calls.resendMail, { mail_id: mail?.id ?? 0, to, reason }, handlers)
    }
    case 'email-works':
      return makeCall(calls.noteEmailWorks, { agent_id, reason }, handlers)
    case 'unlock':
      return makeCall(calls.unlockSignIn, { agent_id, reason }, handlers)
    case 'sessions':
      return makeCall(calls.endSessions, { ...(person && { agent_id }), reason }, handlers)
    case 'reset-link':
      return makeCall(calls.sendResetLink, { agent_id, reason }, handlers)
    case 'pay-link':
      return makeCall(calls.sendPayLink, { reason }, handlers)
    case 'recovery':
      return makeCall(calls.recoverFactor, { agent_id, reason }, handlers)
    case 'invite':
      return makeCall(calls.inviteForOwner, { email, reason }, handlers)
    case 'hand-over':
      return makeCall(calls.askForHandOver, { agent_id, reason }, handlers)
    case 'withdraw-hand-over':
      return makeCall(calls.withdrawHandOver, { reason }, handlers)
  }
}
