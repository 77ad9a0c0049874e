import * as messages from '#contract/accounts/second-factor-messages.ts'
import type { startSecondFactor as startCall } from '#contract/features/second-factor/calls.ts'
import type { AnswerOf } from '#contract/wire/call.ts'
import { showPerson } from '#server/accounts/show-account.ts'
import type { Deps } from '#server/deps.ts'
import type { Session } from '#server/identity/sessions.ts'
import { startSetUp } from '#server/identity/set-up-second-factor.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'

export async function startSecondFactor(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  session: Session,
): Promise<AnswerOf<typeof startCall> | Refused> {
  const { email } = await showPerson(deps, session)
  const key = await startSetUp(deps, { ...session, email, begunBy: null })
  return key ? { data: key } : refuse('invalid-fields', { errors: messages.alreadyOn })
}
