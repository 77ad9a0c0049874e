import { RESET_LINK_MINUTES } from '#contract/calendar/lifetimes.ts'
import { pages } from '#contract/pages.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { makeLink } from '#server/identity/links.ts'
import type { ChangedAgent } from '#server/identity/set-password.ts'
import type { Db } from '#server/platform/db/database.ts'
import { accountInMail } from '#server/platform/mail/names.ts'
import { type MailDeps, queueMailTo } from '#server/platform/mail/queue-mail.ts'
import { MINUTE } from '#server/ports/clock.ts'

export async function postLocked(
  tx: Db,
  deps: MailDeps,
  agent: ChangedAgent & { id: number },
): Promise<void> {
  const { publicUrl, provider } = deps.config
  const link = { purpose: 'password-reset', agentId: agent.id, lastsMs: RESET_LINK_MINUTES * MINUTE } as const
  const linkToken = await makeLink(tx, link, deps.now)
  await queueMailTo(tx, deps, 'not-me', agent, {
    subject: 'Set a new password',
    paragraphs: [
      `You told us that something in ${accountInMail(agent)} was not you. We signed you out on all devices, disconnected the apps that were connected in the last three days, and your password no longer works.`,
      `Set a new password to sign in again. The link works once, for ${RESET_LINK_MINUTES} minutes.`,
    ],
    buttons: [
      { label: 'Set a new password', url: `${publicUrl}${fillPath(pages['new-password'], { linkToken })}` },
    ],
    closing: [
      `If the link has expired, ask for another on the login page. Questions? Call ${provider.tollFreeNumber}.`,
    ],
  })
}
