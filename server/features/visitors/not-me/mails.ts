import { NOT_ME_DAYS, RESET_LINK_MINUTES } from '#contract/calendar/lifetimes.ts'
import { pages } from '#contract/pages.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { formatList } from '#contract/wire/format-list.ts'
import { makeLink } from '#server/identity/links.ts'
import type { ChangedAgent } from '#server/identity/set-password.ts'
import type { Db } from '#server/platform/db/database.ts'
import { accountInMail } from '#server/platform/mail/names.ts'
import { questions } from '#server/platform/mail/questions.ts'
import { type MailDeps, queueMailTo } from '#server/platform/mail/queue-mail.ts'
import { MINUTE } from '#server/ports/clock.ts'

export type Removed = { passkeys: number; hasApp: boolean }

export async function postLocked(
  tx: Db,
  deps: MailDeps,
  agent: ChangedAgent & { id: number },
  removed: Removed,
): Promise<void> {
  const { publicUrl } = deps.config
  const link = { purpose: 'password-reset', agentId: agent.id, lastsMs: RESET_LINK_MINUTES * MINUTE } as const
  const linkToken = await makeLink(tx, link, deps.now)
  await queueMailTo(tx, deps, 'not-me', agent, {
    subject: 'Set a new password',
    paragraphs: [
      `You told us that something in ${accountInMail(agent)} was not you. We signed you out on all devices, disconnected the apps that were connected in the last ${NOT_ME_DAYS} days, and your password no longer works.`,
      ...sayRemoved(removed),
      `Set a new password to sign in again. The link works once, for ${RESET_LINK_MINUTES} minutes.`,
    ],
    buttons: [
      { label: 'Set a new password', url: `${publicUrl}${fillPath(pages['new-password'], { linkToken })}` },
    ],
    closing: [`If the link has expired, ask for another on the sign-in page. ${questions(deps)}`],
  })
}

function sayRemoved({ passkeys, hasApp }: Removed): string[] {
  const parts = [
    ...(passkeys > 0 ? [passkeys === 1 ? 'one passkey' : `${passkeys} passkeys`] : []),
    ...(hasApp ? ['the authenticator app of two-step verification'] : []),
  ]
  if (parts.length === 0) return []
  return [
    `We also removed what was added since our first email about it: ${formatList(parts)}. If you added it yourself, add it again after you have signed in.`,
  ]
}
