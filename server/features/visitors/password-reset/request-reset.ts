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
 * A known and an unknown email get the same answer after the same work: queueing one job. Only the job looks
 * the email up, so neither the message nor the timing reveals whether it exists.
 */
export async function requestReset(
  { db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>,
  { email, pin, mobile_retry: isMobileRetry }: ParsedBodyOf<typeof requestPasswordReset>,
  visitor: Pick<Visitor, 'ip' | 'report'>,
): Promise<AnswerOf<typeof requestPasswordReset> | Refused> {
  const now = clock.now()
  const limits: Counted[] = [...limitByIp(byIp, visitor.ip), [byEmail, email.toLowerCase()]]
  await countTries(db, limits, now)
  await db.transaction((tx) => jobs.send(tx, sendResetLinks, { email, pin, isMobileRetry }))
  visitor.report('password-reset.asked')
  return { data: { status: 'sent' } }
}
