import type {
  confirmStepWithPasskey as confirmCall,
  startPasskeyStep as startCall,
} from '#contract/features/second-step/calls.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import type { Deps } from '#server/deps.ts'
import { askForPasskey, checkPasskey } from '#server/identity/check-passkey.ts'
import { dropLinks } from '#server/identity/links.ts'
import { listPasskeys } from '#server/identity/passkeys.ts'
import { findSecondStep, readSecondStepToken, spendSecondStep } from '#server/identity/second-steps.ts'
import { unlessRefused } from '#server/platform/db/unless-refused.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { countTry, type Limit } from '#server/platform/limits.ts'
import { isRefused, type Refused } from '#server/platform/refusal.ts'
import { reachGoal, stepOver, tellReached } from './confirm-second-step.ts'

/** Each attempt stores a challenge for some minutes. */
const byPerson: Limit = { name: 'passkey-step:person', tries: 60, windowMinutes: 15 }

type StepDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'jobs'>

/** Whoever gets here has typed the password, and may know which passkeys the person has. */
export async function startPasskeyStep(
  deps: StepDeps,
  visitor: Visitor,
): Promise<AnswerOf<typeof startCall> | Refused> {
  const found = await findStep(deps, visitor)
  if (isRefused(found)) return found
  const { agentId } = found.step
  await countTry(deps.db, byPerson, String(agentId), deps.clock.now())
  const own = await listPasskeys(deps.db, agentId)
  return askForPasskey(deps, { purpose: 'second-step', agentId }, own, visitor)
}

/** Whoever can show a passkey has not lost everything: a request to remove the factor is canceled. */
export async function confirmStepWithPasskey(
  deps: StepDeps,
  { credential }: ParsedBodyOf<typeof confirmCall>,
  visitor: Visitor,
): Promise<AnswerOf<typeof confirmCall> | Refused> {
  const { db, clock } = deps
  const found = await findStep(deps, visitor)
  if (isRefused(found)) return found
  const { token, step } = found
  const { agentId } = step
  const checked = await checkPasskey(deps, { purpose: 'second-step', agentId }, credential, visitor)
  if (isRefused(checked)) return checked
  const now = clock.now()
  const reached = await unlessRefused(db, async (tx) => {
    await dropLinks(tx, 'second-factor-recovery', agentId, now)
    if (!(await spendSecondStep(tx, token, now))) return stepOver
    return reachGoal(tx, deps, step, visitor, 'passkey')
  })
  return isRefused(reached) ? reached : tellReached(deps, reached, visitor)
}

async function findStep({ db, clock, config }: StepDeps, visitor: Visitor) {
  const token = readSecondStepToken(visitor, config)
  const step = token ? await findSecondStep(db, token, clock.now()) : undefined
  if (!token || !step) return stepOver
  visitor.identify({ agentId: step.agentId, accountNumber: step.accountNumber })
  return { token, step }
}
