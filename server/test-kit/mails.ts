import { sql } from '#server/platform/db/sql.ts'
import type { Harness } from './harness.ts'

export type Mail = { recipient: string; subject: string; plain: string }

export function mailsTo(harness: Harness, recipient: string, purpose: string): Promise<Mail[]> {
  return harness.db.many<Mail>(sql`
    select recipient, subject, plain from mails
    where recipient = ${recipient} and purpose = ${purpose} order by id`)
}

/** The secret part of the first link in a mail: its path's last part. */
export function linkTokenIn(mail: Mail | undefined): string {
  return /https?:\/\/\S+\/([\w-]{20,})\//.exec(mail?.plain ?? '')?.[1] ?? ''
}
