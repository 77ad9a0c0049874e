import type { Config } from '#server/config/config.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import type { Tx } from '#server/platform/transaction.ts'
import { contentOf } from './content.ts'
import { greetingTo } from './names.ts'
import { insertMail } from './outbox.ts'
import type { MailPurpose } from './purposes.ts'
import { closingOf } from './questions.ts'
import { type MailText, renderMail } from './render-mail.ts'

export type MailDeps = { config: Config; jobs: Jobs; now: Date }

/** What a mail's text may need besides its values. */
export type MailSite = Pick<Config, 'publicUrl' | 'provider'>

/** A mail's content. The greeting is added, and a closing about whom to ask unless it has its own. */
export type Mail = Omit<MailText, 'greeting' | 'closing'> & {
  purpose: MailPurpose
  closing?: string[]
  offersNotMe?: never
}

/** A mail for people only, with “This was not me” if declared: `mailPerson` sends it. */
export type PersonalMail = Omit<Mail, 'offersNotMe'> & { offersNotMe?: true }

/** A person, or an email without a known name. */
export type Recipient = { email: string; firstName?: string; accountId?: number }

/** Renders a mail and queues it in the outbox, in the caller's transaction. */
export async function queueMail(tx: Tx, to: Recipient, mail: Mail): Promise<void> {
  const { config, jobs, now } = tx
  const { purpose } = mail
  const text = textOf(to, mail, config)
  const { email: recipient, accountId } = to
  const rendered = { ...renderMail(text, config.provider), content: contentOf(purpose, text) }
  await insertMail(
    tx,
    { jobs, now, sender: config.mail.from },
    { purpose, recipient, ...rendered, ...(accountId === undefined ? {} : { accountId }) },
  )
}

export function textOf(
  { firstName = '' }: Recipient,
  { purpose, subject, paragraphs, buttons = [], closing = [] }: Mail,
  site: MailSite,
): MailText {
  return {
    subject,
    greeting: greetingTo(firstName),
    paragraphs,
    buttons,
    closing: closing.length > 0 ? closing : closingOf(purpose, site),
  }
}
