import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/** For the email of somebody who is in several accounts. */
export const inAccount = { account: { takes: 'NUMBER', says: 'in which account, if they are in several' } }
export const WHICH_OF_SEVERAL = 'Say which one with --account NUMBER.'

/** The person of the account with this email, or its owner if the number of the account was given. */
export function findPerson(db: Db, { id, pin }: { id: number; pin: string }, wanted: string) {
  return db.maybe<{ id: number; email: string }>(sql`
    select id, email from agents
    where account_id = ${id} and removed_at is null
      and (email_key = ${wanted.toLowerCase()} or (role = 'owner' and ${wanted === pin}::boolean))
    limit 1`)
}
