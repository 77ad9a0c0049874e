import * as messages from '#contract/accounts/second-factor-messages.ts'
import type { StepUpWay } from '#contract/accounts/step-up.ts'
import type { confirmSecondStep as confirmCall } from '#contract/features/second-step/calls.ts'
import { pages } from '#contract/pages.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import { destinationOf } from '#server/accounts/destination.ts'
import { openSession } from '#server/accounts/open-session.ts'
import { isOpenToPartners } from '#server/accounts/status-rules.ts'
import type { Deps } from '#server/deps.ts'
import { type Agent, findAgentById } from '#server/identity/agents.ts'
import { issueCode, wayBack } from '#server/identity/authorization-codes.ts'
import { findClient } from '#server/identity/clients.ts'
import {
  findSecondStep,
  type Goal,
  readSecondStepToken,
  type SecondStep,
  spendSecondStep,
  takeSecondStep,
} from '#server/identity/second-steps.ts'
import { handTrust, trustDevice } from '#server/identity/trusted-devices.ts'
import { withSecondFactor } from '#server/identity/with-second-factor.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'

type StepDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'jobs'>
export const stepOver = refuse('signed-out', { errors: messages.secondStepOver })

/** A correct code does what the password was typed for: it opens a session, or issues a code for the partner. */
export async function confirmSecondStep(
  deps: StepDeps,
  { code, trust_device }: ParsedBodyOf<typeof confirmCall>,
  visitor: Visitor,
): Promise<AnswerOf<typeof confirmCall> | Refused> {
  const { db, clock, config } = deps
  const token = readSecondStepToken(visitor, config)
  const step = token ? await findSecondStep(db, token, clock.now()) : undefined
  if (!token || !step) return stepOver
  const { agentId, accountNumber } = step
  visitor.identify({ agentId, accountNumber })
  const finished = await withSecondFactor(deps, { agentId, code }, visitor, async (tx, now) => {
    if (!(await spendSecondStep(tx, token, now))) return stepOver
    return { trust: trust_device ? await trustDevice(tx, agentId, now) : undefined }
  })
  if (isRefused(finished)) return finished
  if (finished.trust) handTrust(visitor, agentId, finished.trust, config)
  return reachGoal(deps, step, visitor, 'code')
}

/** Does what the password was typed for, once a second factor was shown. */
export async function reachGoal(
  deps: StepDeps,
  { agentId, passwordSetAt, factorsVersion, goal }: SecondStep,
  visitor: Visitor,
  way: StepUpWay,
): Promise<AnswerOf<typeof confirmCall> | Refused> {
  const agent = await findAgentById(deps.db, agentId)
  if (!agent) return stepOver
  takeSecondStep(visitor, deps.config)
  // If the password, the app or a passkey changed since the step was found, nothing is opened.
  const reached = await reach(deps, { ...agent, passwordSetAt, factorsVersion }, goal, visitor, way)
  return isRefused(reached) ? reached : { data: { redirect_url: reached } }
}

/** The account may have changed since the password was typed, so its status is judged again. */
function reach(
  deps: StepDeps,
  agent: Agent,
  goal: Goal,
  visitor: Visitor,
  way: StepUpWay,
): Promise<string | Refused> {
  switch (goal.kind) {
    case 'sign-in':
      return enter(deps, agent, goal, visitor, way)
    case 'authorize':
      return connect(deps, agent, goal)
  }
}

async function enter(
  deps: StepDeps,
  agent: Agent,
  { visit, next }: Extract<Goal, { kind: 'sign-in' }>,
  visitor: Visitor,
  way: StepUpWay,
): Promise<string | Refused> {
  const { dialerUrl } = deps.config
  const { redirectTo, scope } = destinationOf(agent, { isMobileRetry: visit.isMobileRetry, next, dialerUrl })
  const seen = { ...visit, address: visitor.ip }
  const refused = scope && (await openSession(deps, agent, scope, seen, visitor, way))
  return refused || redirectTo
}

async function connect(
  { db, clock, config }: StepDeps,
  agent: Agent,
  { request, state }: Extract<Goal, { kind: 'authorize' }>,
): Promise<string | Refused> {
  const { redirectUri } = request
  const client = await findClient(db, request.clientId)
  if (!client || client.isShutOut || !client.redirectUris.includes(redirectUri)) return pages['sign-in']
  if (!isOpenToPartners(agent))
    return wayBack(redirectUri, { error: 'access_denied', state, iss: config.publicUrl })
  const code = await issueCode(db, agent, request, clock.now())
  if (code === undefined) return stepOver
  return wayBack(redirectUri, { code, state, iss: config.publicUrl })
}
