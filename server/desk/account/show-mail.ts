import type { DeskMailValues } from '#contract/desk/account/values.ts'
import type { Deps } from '#server/deps.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { MailContent } from '#server/platform/mail/content.ts'
import { isOnlyLink, type MailPurpose } from '#server/platform/mail/purposes.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import { momentIn } from '../desk-moment.ts'
import { findAccount } from '../find-account.ts'
import { mailTag } from '../state-tags.ts'
import type { MailRow } from './timeline-queries.ts'

type Kept = MailRow & { purpose: MailPurpose; settledAt: Date | null; content: MailContent | null }

/** A mail of the account. Only what may be kept of it is read: never a link that works once. */
export async function showMail(
  { db }: Pick<Deps, 'db'>,
  { number, id }: { number: string; id: string },
): Promise<DeskMailValues | Refused> {
  const account = await findAccount(db, number)
  if (!account || !/^\d{1,15}$/.test(id)) return refuse('not-found')
  const mail = await db.maybe<Kept>(sql`
    select id, created_at as at, purpose, recipient, subject, state, bounce, tries,
      coalesce(bounce_reason, last_error) as problem, settled_at as "settledAt", content
    from mails where id = ${id} and account_id = ${account.id}`)
  if (!mail) return refuse('not-found')
  const { timeZone, company } = account
  const { content, settledAt } = mail
  return {
    number,
    company,
    mail: {
      id: mail.id,
      subject: mail.subject,
      recipient: mail.recipient,
      purpose: mail.purpose,
      at: momentIn(timeZone, mail.at),
      settled: settledAt && momentIn(timeZone, settledAt),
      fate: mailTag(mail),
      problem: mail.problem ?? '',
      tries: mail.tries,
    },
    text: content && {
      greeting: content.greeting,
      paragraphs: content.paragraphs,
      links: (content.buttons ?? []).map(({ label }) => label),
      closing: content.closing,
    },
    hint: hintOf(mail),
  }
}

function hintOf({ purpose, content }: Kept): string {
  if (content?.isShortened) return 'A link that works once is left out.'
  if (content) return ''
  return isOnlyLink(purpose)
    ? 'It is nothing but a link that works once, so its text is not shown.'
    : 'Its text was deleted, which happens after 90 days.'
}
