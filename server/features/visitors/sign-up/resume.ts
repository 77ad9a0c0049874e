import type { resumeSignUp } from '#contract/features/sign-up/calls.ts'
import * as messages from '#contract/features/sign-up/messages.ts'
import type { AnswerOf } from '#contract/wire/call.ts'
import type { Deps } from '#server/deps.ts'
import { findLink, linkLimit, spendLink, wasUsed } from '#server/identity/links.ts'
import { handVisitorToken } from '#server/identity/visitor-cookie.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { countTries, limitByIp } from '#server/platform/limits.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import { findUnfinished, handOver } from './queries.ts'
import { keepWizard } from './resumed-wizard.ts'
import { addressOfTyped } from './typed-form.ts'

const byIp = linkLimit('resume-link')

/** Checks without using the link: mail programs and scanners open links too. */
export async function isResumable(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  linkToken: string,
): Promise<boolean> {
  const link = await findLink(db, 'resume-sign-up', linkToken, clock.now())
  return link !== undefined && (await findUnfinished(db, emailOf(link.subject))) !== undefined
}

/**
 * Uses the link and makes this visitor the owner of the sign-up, so that they get no more warnings about it.
 */
export async function resume(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  linkToken: string,
  visitor: Visitor,
): Promise<AnswerOf<typeof resumeSignUp> | Refused> {
  const now = clock.now()
  await countTries(db, limitByIp(byIp, visitor.ip), now)
  const visitorHash = handVisitorToken(visitor, config)
  const unfinished = await db.transaction(async (tx) => {
    const link = await spendLink(tx, 'resume-sign-up', linkToken, now)
    if (link) return handOver(tx, emailOf(link.subject), visitorHash)
    const isUsed = await wasUsed(tx, 'resume-sign-up', linkToken)
    return isUsed ? refuse('resume-link-invalid', { errors: messages.resumeLinkUsed }) : undefined
  })
  if (isRefused(unfinished)) return unfinished
  if (!unfinished) return refuse('resume-link-invalid')
  const { wizard, ...typed } = unfinished.typed
  keepWizard(visitor, wizard, config)
  // It was stored as JSON, so nothing in it is undefined.
  const form = typed as Record<string, string | number | boolean>
  return { data: { wizard, address: addressOfTyped(unfinished.typed), form } }
}

function emailOf(subject: Record<string, unknown>): string {
  return String(subject.email ?? '')
}
