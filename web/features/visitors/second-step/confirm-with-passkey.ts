import { confirmStepWithPasskey, startPasskeyStep } from '#contract/features/second-step.ts'
import type { Call } from '#contract/wire/call.ts'
import * as messages from '#contract/wire/rule-messages.ts'
import { errorsOf, type Outcome, send } from '#web/api.ts'
import { sentenceOf } from '#web/form/refusal.ts'
import type { TaskResult } from '#web/form/use-busy.ts'
import { leaveFor } from '#web/leave-for.ts'
import { getPasskey } from '#web/passkeys/passkeys.ts'

export async function confirmWithPasskey(): Promise<{ result: TaskResult; text: string }> {
  const started = await send(startPasskeyStep, {})
  if (started.kind !== 'answered') return refused(started)
  const got = await getPasskey(started.answer.data.options)
  if (got.kind !== 'confirmed') return { result: undefined, text: got.kind === 'failed' ? got.text : '' }
  const outcome = await send(confirmStepWithPasskey, { credential: got.credential })
  if (outcome.kind === 'answered' && leaveFor(outcome.answer.data.redirect_url))
    return { result: 'leaving', text: '' }
  return refused(outcome)
}

function refused(outcome: Outcome<Call>) {
  return { result: undefined, text: sentenceOf(errorsOf(outcome) ?? messages.networkError) }
}
