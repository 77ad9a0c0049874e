import * as messages from '#contract/accounts/second-factor-messages.ts'
import type { turnOnSecondFactor } from '#contract/features/second-factor/calls.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import type { Deps } from '#server/deps.ts'
import { replaceRecoveryCodes } from '#server/identity/recovery-codes.ts'
import { postFactorOn } from '#server/identity/second-factor-mails.ts'
import { confirmSecondFactor } from '#server/identity/second-factors.ts'
import { endOtherSessions, type Session } from '#server/identity/sessions.ts'
import { noteShown } from '#server/identity/step-up.ts'
import { guessesOf } from '#server/identity/with-second-factor.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { countTries, giveBackTries } from '#server/platform/limits.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'

/** Ends the other sessions: they began with a password alone. */
export async function turnOn(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'jobs'>,
  { code }: ParsedBodyOf<typeof turnOnSecondFactor>,
  session: Session,
  visitor: Pick<Visitor, 'ip' | 'report'>,
): Promise<AnswerOf<typeof turnOnSecondFactor> | Refused> {
  const { db, clock, config } = deps
  const now = clock.now()
  const { agentId, accountId, origin } = session
  const counted = guessesOf(agentId, visitor.ip)
  const throttled = await countTries(db, counted, now)
  if (throttled) return throttled
  const codes = await db.transaction(async (tx) => {
    if (!(await confirmSecondFactor(tx, agentId, code.replace(/\s/g, ''), config.secrets, now)))
      return undefined
    await endOtherSessions(tx, session, now)
    await noteShown(tx, session, 'code', now)
    await postFactorOn(tx, { ...deps, now }, agentId)
    await recordAudit(tx, { actor: { agentId }, action: 'second-factor-on', accountId, origin }, now)
    return replaceRecoveryCodes(tx, agentId, now)
  })
  if (!codes) return refuse('invalid-fields', { errors: { code: [messages.wrongFirstCode] } })
  await giveBackTries(db, counted)
  visitor.report('second-factor.on')
  return { data: { recovery_codes: codes } }
}
