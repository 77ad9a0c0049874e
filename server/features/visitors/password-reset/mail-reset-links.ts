import { RESET_LINK_MINUTES } from '#contract/calendar/lifetimes.ts'
import type { Agent } from '#server/identity/agents.ts'
import { dropLinks, makeLink } from '#server/identity/links.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { MailDeps } from '#server/platform/mail/queue-mail.ts'
import { MINUTE } from '#server/ports/clock.ts'
import { postResetLinks } from './mails.ts'

const RESET_LINK_LASTS_MS = RESET_LINK_MINUTES * MINUTE

/** One mail with a link for each of these agents, who have the same email. Earlier links no longer work. */
export async function mailResetLinks(
  tx: Db,
  deps: MailDeps,
  agents: readonly Agent[],
  isMobileRetry: boolean,
): Promise<void> {
  const links = []
  for (const agent of agents) {
    await dropLinks(tx, 'password-reset', agent.id, deps.now)
    const link = { purpose: 'password-reset', agentId: agent.id, lastsMs: RESET_LINK_LASTS_MS } as const
    links.push({ agent, token: await makeLink(tx, link, deps.now) })
  }
  await postResetLinks(tx, deps, links, isMobileRetry)
}
