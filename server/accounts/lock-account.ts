import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/** Serializes changes to an account and its people, so that each compares with the current values. */
export async function lockAccount(tx: Db, accountId: number): Promise<void> {
  await tx.one(sql`select id from accounts where id = ${accountId} for update`)
}
