import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { contentOf } from './content.ts'
import { greetingTo } from './names.ts'
import { insertMail } from './outbox.ts'
import type { MailPurpose } from './purposes.ts'
import { type MailText, renderMail } from './render-mail.ts'

export type MailDeps = { config: Config; jobs: Jobs; now: Date }

/** Renders a mail and queues it in the outbox, in the caller's transaction. */
export async function queueMail(
  tx: Db,
  { config, jobs, now }: MailDeps,
  to: { purpose: MailPurpose; recipient: string; accountId?: number },
  text: MailText,
): Promise<void> {
  await insertMail(
    tx,
    { jobs, now, sender: config.mail.from },
    { ...to, ...renderMail(text, config.provider), content: contentOf(to.purpose, text) },
  )
}

/** Addresses an agent of an account by name. */
export function queueMailTo(
  tx: Db,
  deps: MailDeps,
  purpose: MailPurpose,
  { accountId, email, firstName }: { accountId: number; email: string; firstName: string },
  text: Omit<MailText, 'greeting'>,
): Promise<void> {
  return queueMail(
    tx,
    deps,
    { purpose, recipient: email, accountId },
    { greeting: greetingTo(firstName), ...text },
  )
}
