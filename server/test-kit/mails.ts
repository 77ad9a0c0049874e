import { sql } from '#server/platform/db/sql.ts'
import type { Harness } from './harness.ts'

export type Mail = { id: number; recipient: string; subject: string; plain: string }

export function mailsTo(harness: Harness, recipient: string, purpose: string): Promise<Mail[]> {
  return harness.db.many<Mail>(sql`
    select id, recipient, subject, plain from mails
    where recipient = ${recipient} and purpose = ${purpose} order by id`)
}

/** The token in the first link of a mail: the last segment of its path. */
export function linkTokenIn(mail: Mail | undefined): string {
  return /https?:\/\/\S+\/([\w-]{20,})\//.exec(mail?.plain ?? '')?.[1] ?? ''
}
