import * as messages from '#contract/accounts/passkey-messages.ts'
import type { recoverPasskeys as recoverCall } from '#contract/features/passkeys/calls.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import { findTimeZone } from '#server/accounts/find-time-zone.ts'
import type { Deps } from '#server/deps.ts'
import { confirmPassword } from '#server/identity/confirm-password.ts'
import { askForRecovery } from '#server/identity/recover-second-factor.ts'
import type { Session } from '#server/identity/sessions.ts'
import { waysOf } from '#server/identity/step-up.ts'
import { formatShortMoment } from '#server/platform/format-moment.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'

/** Someone who knows the password and lost every passkey, and so can confirm no change. Nobody can shorten the wait. */
export async function recoverPasskeys(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'jobs' | 'passwords'>,
  { current_password }: ParsedBodyOf<typeof recoverCall>,
  session: Session,
  visitor: Visitor,
): Promise<AnswerOf<typeof recoverCall> | Refused> {
  const { db, clock } = deps
  const { agentId, accountId } = session
  // Whoever has another way removes them with it, and a password that is not enough is not checked.
  const ways = await waysOf(db, agentId)
  if (ways.some((way) => way !== 'passkey')) return refuse('invalid-fields', { errors: messages.hasOtherWay })
  const typed = { field: 'current_password', password: current_password }
  const refused = await confirmPassword(deps, session, typed, visitor)
  if (refused) return refused
  const now = clock.now()
  const recovery = await db.transaction((tx) => askForRecovery(tx, { ...deps, now }, session, { agentId }))
  if (!recovery) return refuse('invalid-fields', { errors: messages.passkeyGone })
  visitor.report('second-factor.recovery-asked')
  const timeZone = await findTimeZone(db, accountId)
  return { data: { removes_at: formatShortMoment(timeZone, recovery.removesAt) } }
}
