import { randomUUID } from 'node:crypto'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { defineJob, type Jobs } from '#server/platform/jobs/jobs.ts'
import type { MailContent } from './content.ts'
import type { MailPurpose } from './purposes.ts'

/** Retried after half a minute, then at growing intervals of up to six hours. */
export const deliverMail = defineJob<{ mailId: number }>({
  name: 'deliver-mail',
  retries: 10,
  firstRetrySeconds: 30,
  longestRetrySeconds: 6 * 3600,
  expiresSeconds: 120,
  dropsFailed: true,
})

export type Mail = {
  purpose: MailPurpose
  accountId?: number
  recipient: string
  subject: string
  plain: string
  html: string
  /** What may be kept of it after delivery. */
  content?: MailContent | undefined
}

/** Inserts a mail and its delivery job in the caller's transaction. */
export async function insertMail(
  tx: Db,
  { jobs, now, sender }: { jobs: Jobs; now: Date; sender: string },
  mail: Mail,
): Promise<void> {
  const messageId = `${randomUUID()}@${domainOf(sender)}`
  const { id } = await tx.one<{ id: number }>(sql`
    insert into mails (purpose, account_id, recipient, subject, plain, html, content, message_id, created_at)
    values (${mail.purpose}, ${mail.accountId ?? null}, ${mail.recipient}, ${mail.subject}, ${mail.plain}, ${mail.html},
            ${mail.content ? JSON.stringify(mail.content) : null}, ${messageId}, ${now})
    returning id`)
  await jobs.send(tx, deliverMail, { mailId: id })
}

function domainOf(sender: string): string {
  return /@([\w.-]+)/.exec(sender)?.[1] ?? 'localhost'
}
