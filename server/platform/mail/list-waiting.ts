import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

export type UnsentMail = {
  id: number
  purpose: string
  recipient: string
  pin: string | null
  tries: number
  lastError: string | null
  createdAt: Date
}

/** Mails that wait for their delivery, the oldest first. */
export function listWaitingMails(db: Db, limit: number): Promise<UnsentMail[]> {
  return db.many<UnsentMail>(sql`
    select m.id, m.purpose, m.recipient, a.pin, m.tries, m.last_error as "lastError", m.created_at as "createdAt"
    from mails m left join accounts a on a.id = m.account_id
    where m.state = 'waiting' order by m.id limit ${limit}`)
}
