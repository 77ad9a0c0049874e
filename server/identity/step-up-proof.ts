import type { PasskeyAnswer } from '#contract/accounts/passkey-credential.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { isRefused, type Refused } from '#server/platform/refusal.ts'
import type { Deps } from '../deps.ts'
import { checkPasskey } from './check-passkey.ts'
import { confirmPassword } from './confirm-password.ts'
import { dropLinks } from './links.ts'
import type { Session } from './sessions.ts'
import { noteShown } from './step-up.ts'
import { withSecondFactor } from './with-second-factor.ts'

type ProofDeps = Pick<Deps, 'db' | 'clock' | 'passwords' | 'config' | 'jobs'>
type Asking = Pick<Visitor, 'ip' | 'userAgent' | 'report'>
/** What else belongs in the transaction that notes the way. */
type Also = (tx: Db, now: Date) => Promise<void>
const nothing: Also = async () => {}

/** Checks the password and notes it as shown in this session. Guesses are limited as everywhere. */
export async function showPassword(
  deps: ProofDeps,
  session: Session,
  typed: { field: string; password: string },
  visitor: Asking,
  also: Also = nothing,
): Promise<Refused | undefined> {
  const refused = await confirmPassword(deps, session, typed, visitor)
  if (refused) return refused
  const now = deps.clock.now()
  await deps.db.transaction(async (tx) => {
    await noteShown(tx, session, 'password', now)
    await also(tx, now)
  })
  return undefined
}

/** The same for a passkey of this person. It was not lost: a request to remove it is canceled. */
export async function showPasskey(
  deps: ProofDeps,
  session: Session,
  answer: PasskeyAnswer,
  visitor: Visitor,
  also: Also = nothing,
): Promise<Refused | undefined> {
  const checked = await checkPasskey(deps, { purpose: 'step-up', agentId: session.agentId }, answer, visitor)
  if (isRefused(checked)) return checked
  const now = deps.clock.now()
  await deps.db.transaction(async (tx) => {
    await dropLinks(tx, 'second-factor-recovery', session.agentId, now)
    await noteShown(tx, session, 'passkey', now)
    await also(tx, now)
  })
  return undefined
}

/** The same for a code of the app or a recovery code, which is used up by this. */
export async function showCode(
  deps: ProofDeps,
  session: Session,
  code: string,
  visitor: Asking,
  also: Also = nothing,
): Promise<Refused | undefined> {
  const { agentId } = session
  const shown = await withSecondFactor(deps, { agentId, code }, visitor, async (tx, now) => {
    await noteShown(tx, session, 'code', now)
    await also(tx, now)
    return undefined
  })
  return isRefused(shown) ? shown : undefined
}
