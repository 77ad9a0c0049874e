import type { Deps } from '#server/deps.ts'
import { findAgents } from '#server/identity/agents.ts'
import { defineJob } from '#server/platform/jobs/jobs.ts'
import { mailResetLinks } from './mail-reset-links.ts'

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
    await db.transaction((tx) => mailResetLinks(tx, { jobs, config, now }, joined, isMobileRetry))
  })
}
