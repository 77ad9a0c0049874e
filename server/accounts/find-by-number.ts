import type { Status } from '#contract/accounts/statuses.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

export type NumberedAccount = { id: number; pin: string; company: string; status: Status }

/** Undefined if no account has this number. */
export function findByNumber(db: Db, pin: string): Promise<NumberedAccount | undefined> {
  return db.maybe<NumberedAccount>(sql`select id, pin, company, status from accounts where pin = ${pin}`)
}
