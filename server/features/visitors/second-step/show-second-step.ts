import type { SecondStepValues } from '#contract/features/second-step/values.ts'
import { pages } from '#contract/pages.ts'
import type { Deps } from '#server/deps.ts'
import { passkeySiteOf } from '#server/identity/passkey-site.ts'
import { countPasskeys } from '#server/identity/passkeys.ts'
import { findRecovery, waitHoursOf } from '#server/identity/recover-second-factor.ts'
import { findSecondFactor } from '#server/identity/second-factors.ts'
import { findNeeded, findSecondStep, readSecondStepToken } from '#server/identity/second-steps.ts'
import { formatShortMoment } from '#server/platform/format-moment.ts'
import type { Redirect } from '#server/platform/http/pages.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'

/** Without a correct password before it, there is no second step. */
export async function showSecondStep(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  visitor: Visitor,
): Promise<SecondStepValues | Redirect> {
  const token = readSecondStepToken(visitor, config)
  const step = token ? await findSecondStep(db, token, clock.now()) : undefined
  if (!step) return { redirectTo: token ? `${pages['sign-in']}?status=session_ended` : pages['sign-in'] }
  const factor = await findSecondFactor(db, step.agentId)
  // The owner may have stopped requiring it since the password was typed.
  if (!factor && (await findNeeded(db, step.agentId, step.goal, clock.now())) !== 'factor')
    return { redirectTo: pages['second-factor-demand'] }
  const removesAt = await findRecovery(db, step.agentId, clock.now())
  const { email, company, accountNumber: pin } = step
  return {
    account: { email, company, pin },
    hasApp: factor !== undefined,
    codesLeft: factor?.codesLeft ?? 0,
    hasPasskey: passkeySiteOf(config, visitor) !== undefined && (await countPasskeys(db, step.agentId)) > 0,
    removesAt: removesAt ? formatShortMoment(step.timeZone, removesAt) : null,
    waitHours: await waitHoursOf(db, step.agentId, clock.now()),
  }
}
