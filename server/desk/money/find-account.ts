import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

type FoundAccount = { id: number; number: string; company: string }

export function findAccount(db: Db, number: string): Promise<FoundAccount | undefined> {
  return db.maybe<FoundAccount>(sql`
    select id, pin as number, company from accounts where pin = ${number}`)
}
