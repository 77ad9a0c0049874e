import type { FastifyReply } from 'fastify'
import type { SecondFactorDemandValues } from '#contract/features/second-step.ts'
import { factorCode } from '#contract/fields/second-factor.ts'
import { pages } from '#contract/pages.ts'
import { complaintOf } from '#contract/wire/rules.ts'
import type { Deps } from '#server/deps.ts'
import { isLockedForFactor } from '#server/identity/factor-demands.ts'
import { findSetUp, finishSetUp, startSetUp } from '#server/identity/second-factor-codes.ts'
import type { SetUpOwner } from '#server/identity/second-factors.ts'
import {
  findNeeded,
  findSecondStep,
  markSetUp,
  readSecondStepToken,
  type SecondStep,
  spendSecondStep,
} from '#server/identity/second-steps.ts'
import { endSessionsOfAgent, originOf, readSessionToken } from '#server/identity/sessions.ts'
import { messageOf, type PostedForm, showForm } from '#server/platform/http/form-post.ts'
import { queryOf, type Redirect } from '#server/platform/http/pages.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { attempt, isRefused, refuse } from '#server/platform/refusal.ts'
import { hashToken } from '#server/platform/secret-tokens.ts'
import { transaction } from '#server/platform/transaction.ts'
import { answerReached, isReachable, reachGoal, stepOver } from './second-step.ts'

type SetUpDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'jobs'>
type Values = SecondFactorDemandValues
type StartedSetUp = { step: SecondStep & SetUpOwner; token: string }
const PAGE = 'second-factor-demand'
const OVER = `${pages['sign-in']}?status=session_ended`

/**
 * Everything is checked again at each request: the demand may be withdrawn, or another tab may have set up a
 * factor.
 */
export async function showDemand(
  deps: SetUpDeps,
  visitor: Visitor,
  next: string | undefined,
): Promise<Values | Redirect> {
  const begun = await findBegun(deps, visitor)
  return begun ? showStep(deps, begun.step) : showNoStep(deps, visitor, next)
}

async function showNoStep(
  { db, clock, config }: SetUpDeps,
  visitor: Visitor,
  next: string | undefined,
): Promise<Values | Redirect> {
  const session = readSessionToken(visitor, config)
  const back = next === undefined ? '' : `next=${encodeURIComponent(next)}`
  if (session && (await isLockedForFactor(db, session, clock.now())))
    return { state: { kind: 'paused', signInPath: back ? `${pages['sign-in']}?${back}` : pages['sign-in'] } }
  const isLate = readSecondStepToken(visitor, config) !== undefined
  return { redirectTo: isLate ? OVER : pages['sign-in'] }
}

async function findBegun(
  { db, clock, config }: SetUpDeps,
  visitor: Visitor,
): Promise<StartedSetUp | undefined> {
  const token = readSecondStepToken(visitor, config)
  const step = token ? await findSecondStep(db, token, clock.now()) : undefined
  if (!token || !step) return undefined
  visitor.identify({ agentId: step.agentId, accountNumber: step.accountNumber })
  return { step: { ...step, begunBy: hashToken(token) }, token }
}

async function showStep(deps: SetUpDeps, step: StartedSetUp['step']): Promise<Values | Redirect> {
  const { db, clock } = deps
  if (step.isSetUp) return { state: { kind: 'on' } }
  const needed = await findNeeded(db, step.agentId, step.goal, clock.now())
  if (needed === 'factor') return { redirectTo: pages['second-step'] }
  if (needed === 'nothing') return { state: { kind: 'optional' } }
  const found = await findSetUp(deps, step)
  const { email, company, accountNumber: pin } = step
  const account = { email, company, pin }
  return {
    state: found
      ? { kind: 'scan', account, key: found.key, qrCode: found.qr_code }
      : { kind: 'asks', account },
  }
}

/** The page has plain forms only: it works the same with and without a script. */
export async function answerDemandForm(deps: Deps, posted: PostedForm): Promise<FastifyReply> {
  const { raw, visitor, reply } = posted
  // Read once, so that everything below belongs to the checked step.
  const begun = await findBegun(deps, visitor)
  const shown = begun
    ? await showStep(deps, begun.step)
    : await showNoStep(deps, visitor, queryOf(posted.request).next)
  if ('redirectTo' in shown) return reply.redirect(shown.redirectTo, 303)
  if (!begun) return reply.redirect(pages[PAGE], 303)
  const { kind } = shown.state
  if (raw.step === 'code' && kind !== 'on') return takeCode(deps, posted, begun, shown)
  if (raw.step === 'finish' && (kind === 'on' || kind === 'optional')) return finish(deps, posted, begun)
  if (raw.step === 'start' && (kind === 'asks' || kind === 'scan')) await startSetUp(deps, begun.step)
  return reply.redirect(pages[PAGE], 303)
}

/** Ends every session of the person: they began with a password alone. */
async function takeCode(deps: Deps, posted: PostedForm, { step, token }: StartedSetUp, shown: Values) {
  const { raw, visitor } = posted
  const code = (raw.code ?? '').trim()
  const complaint = complaintOf(code, factorCode.validation)
  const subject = { ...step, origin: originOf(visitor) }
  const codes = complaint
    ? refuse('invalid-fields', { errors: { code: [complaint] } })
    : await attempt(
        finishSetUp(deps, subject, code, visitor, async (tx) => {
          await endSessionsOfAgent(tx, step.agentId, tx.now)
          await markSetUp(tx, token, tx.now)
        }),
      )
  const values: Values = isRefused(codes)
    ? { ...shown, sent: { errors: messageOf(codes) } }
    : { state: { kind: 'codes', codes } }
  return showForm(deps, posted, PAGE, values, codes)
}

/** Completes what the password was entered for. */
async function finish(deps: Deps, posted: PostedForm, { step, token }: StartedSetUp): Promise<FastifyReply> {
  const { config } = deps
  const { visitor, reply } = posted
  const reached = await attempt(
    transaction(deps, async (tx) => {
      if (!(await spendSecondStep(tx, token, tx.now))) throw stepOver
      return reachGoal(tx, step, visitor, step.isSetUp ? 'code' : 'password')
    }),
  )
  if (isRefused(reached)) return reply.redirect(OVER, 303)
  const { redirect_url: url } = answerReached(deps, reached, visitor).data
  if (isReachable(url, config.dialerUrl)) return reply.redirect(url, 303)
  // The content policy lets a form redirect to our own pages and the dialer, but not to a partner's.
  return showForm(deps, posted, PAGE, { state: { kind: 'leaves', continueTo: url } }, {})
}
