import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

export type KeptMail = { id: number; recipient: string; subject: string; state: string; createdAt: Date }

export function listMails(db: Db): Promise<KeptMail[]> {
  return db.many<KeptMail>(sql`
    select id, recipient, subject, state, created_at as "createdAt" from mails order by id desc limit 200`)
}

export function findMail(
  db: Db,
  id: number,
): Promise<(KeptMail & { plain: string; html: string }) | undefined> {
  return db.maybe(sql`
    select id, recipient, subject, state, created_at as "createdAt", coalesce(plain, '') as plain,
      coalesce(html, '') as html
    from mails where id = ${id}`)
}
