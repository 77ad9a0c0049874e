import type { FastifyReply } from 'fastify'
import * as messages from '#contract/accounts/second-factor-messages.ts'
import type { cancelFactorRecovery } from '#contract/features/second-step/calls.ts'
import type { KeepSecondFactorValues } from '#contract/features/second-step/values.ts'
import type { AnswerOf } from '#contract/wire/call.ts'
import type { Deps } from '#server/deps.ts'
import { linkLimit } from '#server/identity/link-limit.ts'
import type { Link } from '#server/identity/links.ts'
import { originOf } from '#server/identity/origin.ts'
import { cancelRecovery, findRecoveryLink } from '#server/identity/recover-second-factor.ts'
import { findSecondFactor } from '#server/identity/second-factors.ts'
import type { Db } from '#server/platform/db/database.ts'
import { messageOf, type Posted, showPosted } from '#server/platform/http/form-post.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { countTries, limitByIp } from '#server/platform/limits.ts'
import { attempt, isRefused, type Refused, refuse } from '#server/platform/refusal.ts'

const byIp = linkLimit('second-factor-link')

type KeepDeps = Pick<Deps, 'db' | 'clock'>
type Asking = Pick<Visitor, 'ip' | 'userAgent' | 'parts' | 'report'>

/** Opening the link cancels nothing, because mail scanners open links too. */
export async function showKeep(
  { db, clock }: KeepDeps,
  { ip, parts }: Pick<Visitor, 'ip' | 'parts'>,
): Promise<KeepSecondFactorValues | Refused> {
  const now = clock.now()
  await countTries(db, limitByIp(byIp, ip), now)
  const linkToken = parts.linkToken ?? ''
  const link = await findRecoveryLink(db, linkToken, now)
  return { linkToken, isOpen: link !== undefined, what: await whatOf(db, link) }
}

/** Whoever has no authenticator app asked about passkeys. */
async function whatOf(db: Db, link: Link | undefined): Promise<KeepSecondFactorValues['what']> {
  const isAboutPasskeys = link?.agentId && !(await findSecondFactor(db, link.agentId))
  return isAboutPasskeys ? 'passkeys' : 'second-factor'
}

export async function keepSecondFactor(
  { db, clock }: KeepDeps,
  visitor: Asking,
): Promise<AnswerOf<typeof cancelFactorRecovery> | Refused> {
  const now = clock.now()
  const { ip, parts, report } = visitor
  await countTries(db, limitByIp(byIp, ip), now)
  const linkToken = parts.linkToken ?? ''
  const isKept = await db.transaction((tx) => cancelRecovery(tx, linkToken, originOf(visitor), now))
  if (!isKept) return refuse('link-invalid', { errors: messages.recoveryLinkInvalid })
  report('second-factor.recovery-canceled')
  return { data: { status: 'kept' } }
}

/** Handles the same form posted without JavaScript. */
export async function answerPostedKeep(deps: Deps, posted: Posted): Promise<FastifyReply> {
  const linkToken = posted.visitor.parts.linkToken ?? ''
  const link = await findRecoveryLink(deps.db, linkToken, deps.clock.now())
  const what = await whatOf(deps.db, link)
  const result = await attempt(keepSecondFactor(deps, posted.visitor))
  const isOpen = !isRefused(result) || result.refused !== 'link-invalid'
  const sent = isRefused(result) ? { errors: messageOf(result) } : { isDone: true }
  return showPosted(deps, posted, 'keep-second-factor', { linkToken, isOpen, what, sent }, result)
}
