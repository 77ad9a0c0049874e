import type { FastifyReply } from 'fastify'
import type { StepUpWay } from '#contract/accounts/factors.ts'
import * as messages from '#contract/accounts/second-factor-messages.ts'
import {
  confirmSecondStep as confirmCall,
  type confirmStepWithPasskey as confirmPasskeyCall,
  type SecondStepValues,
  type startPasskeyStep as startCall,
} from '#contract/features/second-step.ts'
import { pages } from '#contract/pages.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import { destinationOf } from '#server/accounts/destination.ts'
import { finishSignIn, type OpenedSession, openSessionIn } from '#server/accounts/open-session.ts'
import { isOpenToPartners } from '#server/accounts/status-rules.ts'
import type { Deps } from '#server/deps.ts'
import { type Agent, findAgentById } from '#server/identity/agents.ts'
import { setTrustCookie, trustDevice } from '#server/identity/devices.ts'
import { dropLinks } from '#server/identity/links.ts'
import { findClient, issueCode, wayBack } from '#server/identity/partners.ts'
import { askForPasskey, checkPasskey, passkeySiteOf } from '#server/identity/passkey-check.ts'
import { countPasskeys, listPasskeys } from '#server/identity/passkeys.ts'
import { findRecovery, waitHoursOf } from '#server/identity/recover-second-factor.ts'
import { withSecondFactor } from '#server/identity/second-factor-codes.ts'
import { findSecondFactor } from '#server/identity/second-factors.ts'
import {
  clearSecondStepCookie,
  findNeeded,
  findSecondStep,
  type Goal,
  readSecondStepToken,
  type SecondStep,
  spendSecondStep,
} from '#server/identity/second-steps.ts'
import { originOf, readDeviceToken, setDeviceCookie } from '#server/identity/sessions.ts'
import { formatShortMoment } from '#server/platform/format-moment.ts'
import { messageOf, type PostedForm, showForm } from '#server/platform/http/form-post.ts'
import type { Redirect } from '#server/platform/http/pages.ts'
import { parse } from '#server/platform/http/route.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { countTry, type Limit } from '#server/platform/limits.ts'
import { attempt, isRefused, refuse } from '#server/platform/refusal.ts'
import { newToken } from '#server/platform/secret-tokens.ts'
import { type TransactionDeps, type Tx, transaction } from '#server/platform/transaction.ts'
import { requestFactorRecovery } from './recovery.ts'

/** Without a correct password before it, there is no second step. */
export async function showSecondStep(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  visitor: Visitor,
): Promise<SecondStepValues | Redirect> {
  const token = readSecondStepToken(visitor, config)
  const step = token ? await findSecondStep(db, token, clock.now()) : undefined
  if (!step) return { redirectTo: token ? `${pages['sign-in']}?status=session_ended` : pages['sign-in'] }
  const factor = await findSecondFactor(db, step.agentId)
  // The owner may have stopped requiring it since the password was entered.
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

export const stepOver = refuse('signed-out', { errors: messages.secondStepOver })

/**
 * A correct code completes what the password was entered for: it opens a session, or issues a code for the
 * partner.
 */
export async function confirmSecondStep(
  deps: TransactionDeps & Pick<Deps, 'passwords'>,
  { code, trust_device }: ParsedBodyOf<typeof confirmCall>,
  visitor: Visitor,
): Promise<AnswerOf<typeof confirmCall>> {
  const { config } = deps
  const { token, step } = await findStep(deps, visitor)
  const { agentId } = step
  const finished = await withSecondFactor(deps, { agentId, code }, visitor, async (tx) => {
    if (!(await spendSecondStep(tx, token, tx.now))) throw stepOver
    const reached = await reachGoal(tx, step, visitor, 'code')
    if (!trust_device) return reached
    const deviceToken = reached.opened?.deviceToken ?? readDeviceToken(visitor, config) ?? newToken()
    const trust = await trustDevice(tx, { agentId, deviceToken }, visitor, tx.now)
    const entry = { actor: { agentId }, accountId: step.accountId, origin: originOf(visitor) }
    await tx.audit({ ...entry, action: 'device-trusted' })
    return { ...reached, trust: { token: trust, deviceToken } }
  })
  if ('trust' in finished) {
    setTrustCookie(visitor, agentId, finished.trust.token, config)
    // A session sets its own cookie.
    if (!finished.opened) setDeviceCookie(visitor, finished.trust.deviceToken, config)
  }
  return answerReached(deps, finished, visitor)
}

/** The outcome of the sign-in, written in a transaction. `tellReached` sends it to the browser afterwards. */
type Reached = { redirectTo: string; opened?: OpenedSession }

/**
 * Completes the sign-in once a second factor was shown, in the transaction that uses up the code and the
 * step, so that neither is lost if this fails.
 */
export async function reachGoal(
  tx: Tx,
  { agentId, passwordSetAt, factorsVersion, goal }: SecondStep,
  visitor: Visitor,
  way: StepUpWay,
): Promise<Reached> {
  const found = await findAgentById(tx, agentId)
  if (!found) throw stepOver
  // If the password, the app or a passkey changed since the step was read, nothing is opened.
  const agent = { ...found, passwordSetAt, factorsVersion }
  // The account may have changed since the password was entered, so its status is checked again.
  switch (goal.kind) {
    case 'sign-in':
      return enter(tx, agent, goal, visitor, way)
    case 'authorize':
      return connect(tx, agent, goal)
  }
}

export function answerReached(deps: TransactionDeps, { redirectTo, opened }: Reached, visitor: Visitor) {
  clearSecondStepCookie(visitor, deps.config)
  if (opened) finishSignIn(deps, opened, visitor)
  return { data: { redirect_url: redirectTo } }
}

async function enter(
  tx: Tx,
  agent: Agent,
  { visit, next }: Extract<Goal, { kind: 'sign-in' }>,
  visitor: Visitor,
  way: StepUpWay,
): Promise<Reached> {
  const { dialerUrl } = tx.config
  const { redirectTo, scope } = destinationOf(agent, { isMobileRetry: visit.isMobileRetry, next, dialerUrl })
  if (!scope) return { redirectTo }
  const seen = { ...visit, address: visitor.ip }
  const opened = await openSessionIn(tx, { agent, scope, seen, visitor, way })
  return { redirectTo, opened }
}

async function connect(
  tx: Tx,
  agent: Agent,
  { request, state }: Extract<Goal, { kind: 'authorize' }>,
): Promise<Reached> {
  const { redirectUri } = request
  const client = await findClient(tx, request.clientId)
  if (!client || client.isShutOut || !client.redirectUris.includes(redirectUri))
    return { redirectTo: pages['sign-in'] }
  const answered = (answer: Record<string, string>) => ({
    redirectTo: wayBack(redirectUri, { ...answer, state, iss: tx.config.publicUrl }),
  })
  if (!isOpenToPartners(agent)) return answered({ error: 'access_denied' })
  const code = await issueCode(tx, agent, request, tx.now)
  if (code === undefined) throw stepOver
  return answered({ code })
}

/** Each attempt stores a challenge for some minutes. */
const byPerson: Limit = { name: 'passkey-step:person', tries: 60, windowMinutes: 15 }

/** The visitor has entered the password, and may know which passkeys the person has. */
export async function startPasskeyStep(
  deps: TransactionDeps,
  visitor: Visitor,
): Promise<AnswerOf<typeof startCall>> {
  const found = await findStep(deps, visitor)
  const { agentId } = found.step
  await countTry(deps.db, byPerson, String(agentId), deps.clock.now())
  const own = await listPasskeys(deps.db, agentId)
  return askForPasskey(deps, { purpose: 'second-step', agentId }, own, visitor)
}

/** Someone who can show a passkey has not lost everything: a request to remove the factor is canceled. */
export async function confirmStepWithPasskey(
  deps: TransactionDeps,
  { credential }: ParsedBodyOf<typeof confirmPasskeyCall>,
  visitor: Visitor,
): Promise<AnswerOf<typeof confirmPasskeyCall>> {
  const found = await findStep(deps, visitor)
  const { token, step } = found
  const { agentId } = step
  await checkPasskey(deps, { purpose: 'second-step', agentId }, credential, visitor)
  const reached = await transaction(deps, async (tx) => {
    await dropLinks(tx, 'second-factor-recovery', agentId, tx.now)
    if (!(await spendSecondStep(tx, token, tx.now))) throw stepOver
    return reachGoal(tx, step, visitor, 'passkey')
  })
  return answerReached(deps, reached, visitor)
}

async function findStep({ db, clock, config }: TransactionDeps, visitor: Visitor) {
  const token = readSecondStepToken(visitor, config)
  const step = token ? await findSecondStep(db, token, clock.now()) : undefined
  if (!token || !step) throw stepOver
  visitor.identify({ agentId: step.agentId, accountNumber: step.accountNumber })
  return { token, step }
}

/** Handles the same form posted without JavaScript. */
export async function answerStepForm(deps: Deps, posted: PostedForm): Promise<FastifyReply> {
  const { visitor, reply } = posted
  const shown = await showSecondStep(deps, visitor)
  if ('redirectTo' in shown) return reply.redirect(shown.redirectTo, 303)
  if (posted.raw.ask_recovery) {
    const requested = await attempt(requestFactorRecovery(deps, visitor))
    if (!isRefused(requested)) return reply.redirect(`${pages['second-step']}?with=neither`, 303)
    return showForm(
      deps,
      posted,
      'second-step',
      { ...shown, sent: { errors: messageOf(requested) } },
      requested,
    )
  }
  const body = parse(confirmCall, posted.raw)
  const result = isRefused(body) ? body : await attempt(confirmSecondStep(deps, body, visitor))
  const show = (sent: NonNullable<SecondStepValues['sent']>) =>
    showForm(deps, posted, 'second-step', { ...shown, sent }, result)
  if (isRefused(result)) return show({ errors: messageOf(result) })
  const { redirect_url: url } = result.data
  // The content policy lets a form redirect to our own pages and the dialer, but not to a partner's.
  return isReachable(url, deps.config.dialerUrl) ? reply.redirect(url, 303) : show({ continueTo: url })
}

export function isReachable(url: string, dialerUrl: string | undefined): boolean {
  return url.startsWith('/') || url === dialerUrl
}
