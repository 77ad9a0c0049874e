import * as messages from '#contract/accounts/second-factor-messages.ts'
import type { keepSecondFactor as keepCall } from '#contract/features/second-factor/calls.ts'
import type { AnswerOf } from '#contract/wire/call.ts'
import type { Deps } from '#server/deps.ts'
import { cancelOwnRecovery } from '#server/identity/recover-second-factor.ts'
import type { Session } from '#server/identity/sessions.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'

/** From the notice on the account pages: whoever asked may read the mails, and the person may not. */
export async function keepSecondFactor(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  session: Session,
  visitor: Pick<Visitor, 'report'>,
): Promise<AnswerOf<typeof keepCall> | Refused> {
  const isKept = await db.transaction((tx) => cancelOwnRecovery(tx, session, clock.now()))
  if (!isKept) return refuse('invalid-fields', { errors: messages.recoveryOver })
  visitor.report('second-factor.recovery-canceled')
  return { data: { status: 'kept' } }
}
