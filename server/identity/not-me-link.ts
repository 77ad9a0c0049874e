import { NOT_ME_DAYS } from '#contract/calendar/lifetimes.ts'
import { pages } from '#contract/pages.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { MailDeps } from '#server/platform/mail/queue-mail.ts'
import { DAY } from '../ports/clock.ts'
import { makeLink } from './links.ts'

/**
 * The button of a notice mail for somebody who did not do it. It can only lock: sign out, end the password, and send a
 * reset link to the email that the notice went to.
 */
export async function notMeButton(
  tx: Db,
  { config, now }: Pick<MailDeps, 'config' | 'now'>,
  { id, accountId, email }: { id: number; accountId: number; email: string },
): Promise<{ label: string; url: string }> {
  const link = { purpose: 'not-me', agentId: id, accountId, subject: { email } } as const
  const linkToken = await makeLink(tx, { ...link, lastsMs: NOT_ME_DAYS * DAY }, now)
  return { label: 'This was not me', url: `${config.publicUrl}${fillPath(pages['not-me'], { linkToken })}` }
}
