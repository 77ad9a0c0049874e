import * as messages from '#contract/accounts/second-factor-messages.ts'
import type { renewRecoveryCodes, turnOffSecondFactor } from '#contract/features/second-factor/calls.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import type { Deps } from '#server/deps.ts'
import { confirmPassword } from '#server/identity/confirm-password.ts'
import { replaceRecoveryCodes } from '#server/identity/recovery-codes.ts'
import { postFactorOff } from '#server/identity/second-factor-mails.ts'
import { findSecondFactor, removeSecondFactor } from '#server/identity/second-factors.ts'
import type { Session } from '#server/identity/sessions.ts'
import { withSecondFactor } from '#server/identity/with-second-factor.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'

type FactorDeps = Pick<Deps, 'db' | 'clock' | 'passwords' | 'config' | 'jobs'>
type Body = ParsedBodyOf<typeof turnOffSecondFactor>
type Asking = Pick<Visitor, 'userAgent' | 'ip' | 'report'>

/** Takes the factor with its recovery codes and trusted devices. */
export async function turnOff(
  deps: FactorDeps,
  body: Body,
  session: Session,
  visitor: Asking,
): Promise<AnswerOf<typeof turnOffSecondFactor> | Refused> {
  const { agentId, accountId, origin } = session
  const removed = await withBoth(deps, body, session, visitor, async (tx, now) => {
    await removeSecondFactor(tx, agentId, now)
    await postFactorOff(tx, { ...deps, now }, agentId)
    await recordAudit(tx, { actor: { agentId }, action: 'second-factor-off', accountId, origin }, now)
    return 'off' as const
  })
  if (isRefused(removed)) return removed
  visitor.report('second-factor.off')
  return { data: { status: removed } }
}

/** The old codes stop working. */
export async function renewCodes(
  deps: FactorDeps,
  body: Body,
  session: Session,
  visitor: Asking,
): Promise<AnswerOf<typeof renewRecoveryCodes> | Refused> {
  const { agentId, accountId, origin } = session
  const codes = await withBoth(deps, body, session, visitor, async (tx, now) => {
    await recordAudit(tx, { actor: { agentId }, action: 'recovery-codes-renewed', accountId, origin }, now)
    return replaceRecoveryCodes(tx, agentId, now)
  })
  if (isRefused(codes)) return codes
  visitor.report('second-factor.codes-renewed')
  return { data: { recovery_codes: codes } }
}

/** Asks for the password and for the factor. */
async function withBoth<Done>(
  deps: FactorDeps,
  { current_password, code }: Body,
  session: Session,
  visitor: Asking,
  act: (tx: Db, now: Date) => Promise<Done>,
): Promise<Done | Refused> {
  const { agentId } = session
  if (!(await findSecondFactor(deps.db, agentId)))
    return refuse('invalid-fields', { errors: messages.alreadyOff })
  const typed = { field: 'current_password', password: current_password }
  const refused = await confirmPassword(deps, session, typed, visitor)
  return refused ?? withSecondFactor(deps, { agentId, code }, visitor, act)
}
