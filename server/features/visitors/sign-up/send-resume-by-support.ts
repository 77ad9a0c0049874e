import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { countTries } from '#server/platform/limits.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import { sendResumeLink } from './jobs.ts'
import { resumeByEmail } from './request-resume.ts'

/** Mails the link to go on with an unfinished sign-up, as often as the person may ask for it. */
export async function sendResumeBySupport(
  tx: Db,
  { jobs, now }: { jobs: Jobs; now: Date },
  { id, actor, reason }: { id: number; actor: string; reason: string },
): Promise<{ email: string } | Refused> {
  const found = await tx.maybe<{ email: string }>(sql`select email from unfinished_sign_ups where id = ${id}`)
  if (!found) return refuse('not-found', { errors: 'This sign-up was finished or deleted in the meantime.' })
  await countTries(tx, [[resumeByEmail, found.email.toLowerCase()]], now)
  await jobs.send(tx, sendResumeLink, { email: found.email, isFromSupport: true })
  await recordAudit(tx, { actor, action: 'resume-link-sent', details: { signUp: id, reason } }, now)
  return found
}
