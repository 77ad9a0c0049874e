import * as messages from '#contract/accounts/second-factor-messages.ts'
import type { renewRecoveryCodes, turnOffSecondFactor } from '#contract/features/second-factor/calls.ts'
import type { AnswerOf } from '#contract/wire/call.ts'
import type { Deps } from '#server/deps.ts'
import { isLastDemanded } from '#server/identity/factor-demands.ts'
import { makeRecoveryCodes, storeRecoveryCodes } from '#server/identity/recovery-codes.ts'
import { postFactorOff } from '#server/identity/second-factor-mails.ts'
import { findSecondFactor, removeSecondFactor } from '#server/identity/second-factors.ts'
import { requireOpenSession, type Session } from '#server/identity/sessions.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { countTry, type Limit } from '#server/platform/limits.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'

const alreadyOff = refuse('invalid-fields', { errors: messages.alreadyOff })
/** A new set takes ten hashes. */
const byPerson: Limit = { name: 'recovery-codes:person', tries: 10, windowMinutes: 60 }
type FactorDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'jobs'>
type Asking = Pick<Visitor, 'report'>

/** Takes the factor with its recovery codes and trusted devices. */
export async function turnOff(
  deps: FactorDeps,
  session: Session,
  visitor: Asking,
): Promise<AnswerOf<typeof turnOffSecondFactor> | Refused> {
  const { agentId, accountId, origin } = session
  const now = deps.clock.now()
  const refused = await deps.db.transaction(async (tx) => {
    await requireOpenSession(tx, session)
    if (!(await findSecondFactor(tx, agentId))) return alreadyOff
    if (await isLastDemanded(tx, session))
      return refuse('invalid-fields', { errors: messages.factorIsDemanded })
    await removeSecondFactor(tx, agentId, now)
    await postFactorOff(tx, { ...deps, now }, agentId)
    await recordAudit(tx, { actor: { agentId }, action: 'second-factor-off', accountId, origin }, now)
    return undefined
  })
  if (refused) return refused
  visitor.report('second-factor.off')
  return { data: { status: 'off' } }
}

/** The old codes stop working. */
export async function renewCodes(
  deps: FactorDeps & Pick<Deps, 'passwords'>,
  session: Session,
  visitor: Asking,
): Promise<AnswerOf<typeof renewRecoveryCodes> | Refused> {
  const { agentId, accountId, origin } = session
  const now = deps.clock.now()
  await countTry(deps.db, byPerson, String(agentId), now)
  const made = await makeRecoveryCodes(deps.passwords)
  if (isRefused(made)) return made
  const isStored = await deps.db.transaction(async (tx) => {
    await requireOpenSession(tx, session)
    if (!(await findSecondFactor(tx, agentId))) return false
    await recordAudit(tx, { actor: { agentId }, action: 'recovery-codes-renewed', accountId, origin }, now)
    await storeRecoveryCodes(tx, agentId, made, now)
    return true
  })
  if (!isStored) return alreadyOff
  visitor.report('second-factor.codes-renewed')
  return { data: { recovery_codes: made.codes } }
}
