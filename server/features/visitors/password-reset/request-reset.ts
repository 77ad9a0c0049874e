import type { requestPasswordReset } from '#contract/features/password-reset/calls.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import type { Deps } from '#server/deps.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { type Counted, countTries, type Limit, limitByIp } from '#server/platform/limits.ts'
import type { Refused } from '#server/platform/refusal.ts'
import { sendResetLinks } from './jobs.ts'

const byIp: Limit = { name: 'reset:place', tries: 30, windowMinutes: 60 }
const byEmail: Limit = { name: 'reset:email', tries: 6, windowMinutes: 60 }

/**
 * Known or not, an email gets the same answer after the same work: one job. Only the job looks who it is,
 * so neither the words nor the time tell a stranger anything.
 */
export async function requestReset(
  { db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>,
  { email, pin, mobile_retry: isMobileRetry }: ParsedBodyOf<typeof requestPasswordReset>,
  visitor: Pick<Visitor, 'address' | 'report'>,
): Promise<AnswerOf<typeof requestPasswordReset> | Refused> {
  const now = clock.now()
  const limits: Counted[] = [...limitByIp(byIp, visitor.address), [byEmail, email.toLowerCase()]]
  const refused = await countTries(db, limits, now)
  if (refused) return refused
  await db.transaction((tx) => jobs.send(tx, sendResetLinks, { email, pin, isMobileRetry }))
  visitor.report('password-reset.asked')
  return { data: { status: 'sent' } }
}
