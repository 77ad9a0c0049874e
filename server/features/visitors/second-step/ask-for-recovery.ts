import * as messages from '#contract/accounts/second-factor-messages.ts'
import type { askForFactorRecovery as askCall } from '#contract/features/second-step/calls.ts'
import type { AnswerOf } from '#contract/wire/call.ts'
import type { Deps } from '#server/deps.ts'
import { originOf } from '#server/identity/origin.ts'
import { askForRecovery } from '#server/identity/recover-second-factor.ts'
import { findSecondStep, readSecondStepToken } from '#server/identity/second-steps.ts'
import { formatShortMoment } from '#server/platform/format-moment.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'

/** Someone who knows the password and lost the rest. Nobody can shorten the waiting time. */
export async function askForFactorRecovery(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'jobs'>,
  visitor: Visitor,
): Promise<AnswerOf<typeof askCall> | Refused> {
  const { db, clock, config } = deps
  const now = clock.now()
  const token = readSecondStepToken(visitor, config)
  const step = token ? await findSecondStep(db, token, now) : undefined
  const over = refuse('signed-out', { errors: messages.secondStepOver })
  if (!step) return over
  const { agentId, accountNumber, timeZone } = step
  visitor.identify({ agentId, accountNumber })
  const asking = { ...step, origin: originOf(visitor) }
  const recovery = await db.transaction((tx) => askForRecovery(tx, { ...deps, now }, asking, { agentId }))
  if (!recovery) return over
  visitor.report('second-factor.recovery-asked')
  return { data: { removes_at: formatShortMoment(timeZone, recovery.removesAt) } }
}
