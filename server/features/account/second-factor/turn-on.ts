import type { turnOnSecondFactor } from '#contract/features/second-factor/calls.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import type { Deps } from '#server/deps.ts'
import { endOtherSessions, requireOpenSession, type Session } from '#server/identity/sessions.ts'
import { finishSetUp } from '#server/identity/set-up-second-factor.ts'
import { noteShown } from '#server/identity/step-up.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { isRefused, type Refused } from '#server/platform/refusal.ts'

/** Ends the other sessions: they began with a password alone. */
export async function turnOn(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'jobs' | 'passwords'>,
  { code }: ParsedBodyOf<typeof turnOnSecondFactor>,
  session: Session,
  visitor: Pick<Visitor, 'ip' | 'report'>,
): Promise<AnswerOf<typeof turnOnSecondFactor> | Refused> {
  const codes = await finishSetUp(deps, { ...session, begunBy: null }, code, visitor, async (tx, now) => {
    await requireOpenSession(tx, session)
    await endOtherSessions(tx, session, now)
    await noteShown(tx, session, 'code', now)
  })
  return isRefused(codes) ? codes : { data: { recovery_codes: codes } }
}
