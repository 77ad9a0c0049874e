import { RESET_LINK_MINUTES } from '#contract/calendar/lifetimes.ts'
import type { Deps } from '#server/deps.ts'
import { findAgents } from '#server/identity/agents.ts'
import { dropLinks, makeLink } from '#server/identity/links.ts'
import { defineJob } from '#server/platform/jobs/jobs.ts'
import { MINUTE } from '#server/ports/clock.ts'
import { postResetLinks } from './mails.ts'

export const RESET_LINK_LASTS_MS = RESET_LINK_MINUTES * MINUTE

export const sendResetLinks = defineJob<{ email: string; pin: string; isMobileRetry?: boolean }>({
  name: 'send-reset-links',
  retries: 5,
  firstRetrySeconds: 5,
  longestRetrySeconds: 120,
  expiresSeconds: 60,
  isQuiet: true,
})

/**
 * Sends one mail with a link for each account whose password can be reset; none if there is no such account.
 */
export function handleResetLinks({
  db,
  clock,
  jobs,
  config,
}: Pick<Deps, 'db' | 'clock' | 'jobs' | 'config'>): void {
  jobs.handle(sendResetLinks, async ({ email, pin, isMobileRetry = false }) => {
    const now = clock.now()
    const agents = await findAgents(db, email)
    const joined = agents.filter((agent) => agent.passwordHash !== null && (pin === '' || agent.pin === pin))
    if (joined.length === 0) return
    await db.transaction(async (tx) => {
      const links = []
      for (const agent of joined) {
        await dropLinks(tx, 'password-reset', agent.id, now)
        const token = await makeLink(
          tx,
          { purpose: 'password-reset', agentId: agent.id, lastsMs: RESET_LINK_LASTS_MS },
          now,
        )
        links.push({ agent, token })
      }
      await postResetLinks(tx, { jobs, config, now }, links, isMobileRetry)
    })
  })
}
