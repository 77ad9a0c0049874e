import type { requestResume as requestResumeCall } from '#contract/features/sign-up/calls.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import type { Deps } from '#server/deps.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { type Counted, countTries, type Limit, limitByIp } from '#server/platform/limits.ts'
import type { Refused } from '#server/platform/refusal.ts'
import { sendResumeLink } from './jobs.ts'

const byIp: Limit = { name: 'resume:place', tries: 20, windowMinutes: 60 }
export const resumeByEmail: Limit = { name: 'resume:email', tries: 4, windowMinutes: 60 }

/**
 * Whether or not a sign-up exists, the answer and the work are the same: one job, and only the job looks it
 * up.
 */
export async function requestResume(
  { db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>,
  { email }: ParsedBodyOf<typeof requestResumeCall>,
  visitor: Pick<Visitor, 'ip'>,
): Promise<AnswerOf<typeof requestResumeCall> | Refused> {
  const now = clock.now()
  const limits: Counted[] = [...limitByIp(byIp, visitor.ip), [resumeByEmail, email.toLowerCase()]]
  await countTries(db, limits, now)
  await db.transaction((tx) => jobs.send(tx, sendResumeLink, { email, isFromSupport: false }))
  return { data: { status: 'sent' } }
}
