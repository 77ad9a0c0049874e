import * as messages from '#contract/accounts/second-factor-messages.ts'
import type { StepUpWay } from '#contract/accounts/step-up.ts'
import type { confirmSecondStep as confirmCall } from '#contract/features/second-step/calls.ts'
import { pages } from '#contract/pages.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import { destinationOf } from '#server/accounts/destination.ts'
import { handOpened, type OpenedSession, openSessionIn } from '#server/accounts/open-session.ts'
import { isOpenToPartners } from '#server/accounts/status-rules.ts'
import type { Deps } from '#server/deps.ts'
import { type Agent, findAgentById } from '#server/identity/agents.ts'
import { issueCode, wayBack } from '#server/identity/authorization-codes.ts'
import { findClient } from '#server/identity/clients.ts'
import { originOf } from '#server/identity/origin.ts'
import {
  findSecondStep,
  type Goal,
  readSecondStepToken,
  type SecondStep,
  spendSecondStep,
  takeSecondStep,
} from '#server/identity/second-steps.ts'
import { handDevice, readDeviceToken } from '#server/identity/session-cookie.ts'
import { handTrust, trustDevice } from '#server/identity/trusted-devices.ts'
import { withSecondFactor } from '#server/identity/with-second-factor.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import { newToken } from '#server/platform/secret-tokens.ts'

type StepDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'jobs'>
export const stepOver = refuse('signed-out', { errors: messages.secondStepOver })

/** A correct code does what the password was typed for: it opens a session, or issues a code for the partner. */
export async function confirmSecondStep(
  deps: StepDeps & Pick<Deps, 'passwords'>,
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
    const reached = await reachGoal(tx, deps, step, visitor, 'code')
    if (isRefused(reached)) return reached
    if (!trust_device) return reached
    const deviceToken = reached.opened?.deviceToken ?? readDeviceToken(visitor, config) ?? newToken()
    const trust = await trustDevice(tx, { agentId, deviceToken }, visitor, now)
    const entry = { actor: { agentId }, accountId: step.accountId, origin: originOf(visitor) }
    await recordAudit(tx, { ...entry, action: 'device-trusted' }, now)
    return { ...reached, trust: { token: trust, deviceToken } }
  })
  if (isRefused(finished)) return finished
  if ('trust' in finished) {
    handTrust(visitor, agentId, finished.trust.token, config)
    // A session hands it over by itself.
    if (!finished.opened) handDevice(visitor, finished.trust.deviceToken, config)
  }
  return tellReached(deps, finished, visitor)
}

/** What the password was typed for, done in a transaction. `tellReached` tells the browser once that is over. */
export type Reached = { redirectTo: string; opened?: OpenedSession }

/**
 * Does what the password was typed for, once a second factor was shown: in the transaction that uses up the code and the
 * step, so that neither is lost if this fails.
 */
export async function reachGoal(
  tx: Db,
  deps: StepDeps,
  { agentId, passwordSetAt, factorsVersion, goal }: SecondStep,
  visitor: Visitor,
  way: StepUpWay,
): Promise<Reached | Refused> {
  const found = await findAgentById(tx, agentId)
  if (!found) return stepOver
  // If the password, the app or a passkey changed since the step was found, nothing is opened.
  const agent = { ...found, passwordSetAt, factorsVersion }
  // The account may have changed since the password was typed, so its status is judged again.
  switch (goal.kind) {
    case 'sign-in':
      return enter(tx, deps, agent, goal, visitor, way)
    case 'authorize':
      return connect(tx, deps, agent, goal)
  }
}

export function tellReached(deps: StepDeps, { redirectTo, opened }: Reached, visitor: Visitor) {
  takeSecondStep(visitor, deps.config)
  if (opened) handOpened(deps, opened, visitor)
  return { data: { redirect_url: redirectTo } }
}

async function enter(
  tx: Db,
  deps: StepDeps,
  agent: Agent,
  { visit, next }: Extract<Goal, { kind: 'sign-in' }>,
  visitor: Visitor,
  way: StepUpWay,
): Promise<Reached | Refused> {
  const { dialerUrl } = deps.config
  const { redirectTo, scope } = destinationOf(agent, { isMobileRetry: visit.isMobileRetry, next, dialerUrl })
  if (!scope) return { redirectTo }
  const seen = { ...visit, address: visitor.ip }
  const opened = await openSessionIn(tx, deps, { agent, scope, seen, visitor, way })
  return isRefused(opened) ? opened : { redirectTo, opened }
}

async function connect(
  tx: Db,
  { clock, config }: StepDeps,
  agent: Agent,
  { request, state }: Extract<Goal, { kind: 'authorize' }>,
): Promise<Reached | Refused> {
  const { redirectUri } = request
  const client = await findClient(tx, request.clientId)
  if (!client || client.isShutOut || !client.redirectUris.includes(redirectUri))
    return { redirectTo: pages['sign-in'] }
  const answered = (answer: Record<string, string>) => ({
    redirectTo: wayBack(redirectUri, { ...answer, state, iss: config.publicUrl }),
  })
  if (!isOpenToPartners(agent)) return answered({ error: 'access_denied' })
  const code = await issueCode(tx, agent, request, clock.now())
  return code === undefined ? stepOver : answered({ code })
}
