import type { FastifyReply } from 'fastify'
import * as messages from '#contract/accounts/second-factor-messages.ts'
import type {
  askForFactorRecovery as askCall,
  cancelFactorRecovery,
  KeepSecondFactorValues,
} from '#contract/features/second-step.ts'
import type { AnswerOf } from '#contract/wire/call.ts'
import type { Deps } from '#server/deps.ts'
import { type Link, linkLimit } from '#server/identity/links.ts'
import {
  cancelRecovery,
  findRecoveryLink,
  finishRecoveries,
  requestRecovery,
} from '#server/identity/recover-second-factor.ts'
import { findSecondFactor } from '#server/identity/second-factors.ts'
import { findSecondStep, readSecondStepToken } from '#server/identity/second-steps.ts'
import { originOf } from '#server/identity/sessions.ts'
import type { Db } from '#server/platform/db/database.ts'
import { formatShortMoment } from '#server/platform/format-moment.ts'
import { messageOf, type PostedForm, showForm } from '#server/platform/http/form-post.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { countTries, limitByIp } from '#server/platform/limits.ts'
import { attempt, isRefused, refuse } from '#server/platform/refusal.ts'
import { type TransactionDeps, transaction } from '#server/platform/transaction.ts'

/** For someone who knows the password and lost the rest. Nobody can shorten the waiting time. */
export async function requestFactorRecovery(
  deps: TransactionDeps,
  visitor: Visitor,
): Promise<AnswerOf<typeof askCall>> {
  const { db, clock, config } = deps
  const now = clock.now()
  const token = readSecondStepToken(visitor, config)
  const step = token ? await findSecondStep(db, token, now) : undefined
  const over = refuse('signed-out', { errors: messages.secondStepOver })
  if (!step) throw over
  const { agentId, accountNumber, timeZone } = step
  visitor.identify({ agentId, accountNumber })
  const asking = { ...step, origin: originOf(visitor) }
  const recovery = await transaction(deps, (tx) => requestRecovery(tx, asking, { agentId }))
  if (!recovery) throw over
  visitor.report('second-factor.recovery-asked')
  return { data: { removes_at: formatShortMoment(timeZone, recovery.removesAt) } }
}

const byIp = linkLimit('second-factor-link')

type Asking = Pick<Visitor, 'ip' | 'userAgent' | 'parts' | 'report'>

/** Opening the link cancels nothing, because mail scanners open links too. */
export async function showKeep(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { ip, parts }: Pick<Visitor, 'ip' | 'parts'>,
): Promise<KeepSecondFactorValues> {
  const now = clock.now()
  await countTries(db, limitByIp(byIp, ip), now)
  const linkToken = parts.linkToken ?? ''
  const link = await findRecoveryLink(db, linkToken, now)
  return { linkToken, isOpen: link !== undefined, what: await whatOf(db, link) }
}

/** Someone without an authenticator app asked about passkeys. */
async function whatOf(db: Db, link: Link | undefined): Promise<KeepSecondFactorValues['what']> {
  const isAboutPasskeys = link?.agentId && !(await findSecondFactor(db, link.agentId))
  return isAboutPasskeys ? 'passkeys' : 'second-factor'
}

export async function keepSecondFactor(
  deps: TransactionDeps,
  visitor: Asking,
): Promise<AnswerOf<typeof cancelFactorRecovery>> {
  const { ip, parts, report } = visitor
  await countTries(deps.db, limitByIp(byIp, ip), deps.clock.now())
  const linkToken = parts.linkToken ?? ''
  const isKept = await transaction(deps, (tx) => cancelRecovery(tx, linkToken, originOf(visitor)))
  if (!isKept) throw refuse('link-invalid', { errors: messages.recoveryLinkInvalid })
  report('second-factor.recovery-canceled')
  return { data: { status: 'kept' } }
}

/** Handles the same form posted without JavaScript. */
export async function answerKeepForm(deps: Deps, posted: PostedForm): Promise<FastifyReply> {
  const linkToken = posted.visitor.parts.linkToken ?? ''
  const link = await findRecoveryLink(deps.db, linkToken, deps.clock.now())
  const what = await whatOf(deps.db, link)
  const result = await attempt(keepSecondFactor(deps, posted.visitor))
  const isOpen = !isRefused(result) || result.refused !== 'link-invalid'
  const sent = isRefused(result) ? { errors: messageOf(result) } : { isDone: true }
  return showForm(deps, posted, 'keep-second-factor', { linkToken, isOpen, what, sent }, result)
}

const EVERY_SECONDS = 600

export function handleFactorRecoveries(deps: TransactionDeps): void {
  deps.jobs.every('factor-recoveries', EVERY_SECONDS, (mayGoOn) => finishRecoveries(deps, mayGoOn))
}
