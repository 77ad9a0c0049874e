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

/** A person, or an email of which no name is known. */
export type Recipient = { email: string; firstName?: string; accountId?: number }

/** What a mail says. The greeting is added, and whom to ask unless it says so itself. */
export type MailBody = Omit<MailText, 'greeting' | 'closing'> & { closing?: string[] }

/** Renders a mail and queues it in the outbox, in the caller's transaction. */
export async function queueMail(tx: Tx, purpose: MailPurpose, to: Recipient, body: MailBody): Promise<void> {
  const { config, jobs, now } = tx
  const text = textOf(purpose, to, body, tx)
  const { email: recipient, accountId } = to
  const mail = { purpose, recipient, ...renderMail(text, config.provider), content: contentOf(purpose, text) }
  await insertMail(
    tx,
    { jobs, now, sender: config.mail.from },
    { ...mail, ...(accountId === undefined ? {} : { accountId }) },
  )
}

export function textOf(
  purpose: MailPurpose,
  { firstName = '' }: Recipient,
  body: MailBody,
  site: Pick<MailDeps, 'config'>,
): MailText {
  return { greeting: greetingTo(firstName), closing: closingOf(purpose, site), ...body }
}
