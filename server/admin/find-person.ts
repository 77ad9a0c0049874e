import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/** The person of the account with this email, or its owner if an account number was given. */
export function findPerson(db: Db, accountId: number, wanted: string) {
  return db.maybe<{ id: number; email: string }>(sql`
    select id, email from agents
    where account_id = ${accountId} and removed_at is null
      and (email_key = ${wanted.toLowerCase()} or (role = 'owner' and ${/^\d{6}$/.test(wanted)}::boolean))
    limit 1`)
}
