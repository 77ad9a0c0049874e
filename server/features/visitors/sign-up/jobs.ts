import { RESUME_LINK_HOURS } from '#contract/calendar/lifetimes.ts'
import type { Deps } from '#server/deps.ts'
import { makeLink } from '#server/identity/links.ts'
import { defineJob } from '#server/platform/jobs/jobs.ts'
import { HOUR } from '#server/ports/clock.ts'
import { postResumeLink } from './mails.ts'
import { findUnfinished } from './queries.ts'
import { firstNameOf } from './typed-form.ts'

export const sendResumeLink = defineJob<{
  email: string
  /** Sent by our support team: the person did not ask. */
  isFromSupport: boolean
}>({
  name: 'send-resume-link',
  retries: 5,
  firstRetrySeconds: 5,
  longestRetrySeconds: 120,
  expiresSeconds: 60,
  isQuiet: true,
})

/** Mails a link to the owner of an unfinished sign-up's email; sends nothing if there is none. */
export function handleResumeLinks({
  db,
  clock,
  jobs,
  config,
}: Pick<Deps, 'db' | 'clock' | 'jobs' | 'config'>): void {
  jobs.handle(sendResumeLink, async ({ email, isFromSupport }) => {
    const now = clock.now()
    await db.transaction(async (tx) => {
      const unfinished = await findUnfinished(tx, email)
      if (!unfinished) return
      const subject = { email: unfinished.email }
      const token = await makeLink(
        tx,
        { purpose: 'resume-sign-up', subject, lastsMs: RESUME_LINK_HOURS * HOUR },
        now,
      )
      await postResumeLink(
        tx,
        { jobs, config, now },
        { ...unfinished, firstName: firstNameOf(unfinished.typed), token, isFromSupport },
      )
    })
  })
}
