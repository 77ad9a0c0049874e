import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

export type FoundPerson = { id: number; name: string; email: string }

export function peopleOf(db: Db, ids: readonly number[]): Promise<FoundPerson[]> {
  return db.many<FoundPerson>(sql`
    select id, trim(first_name || ' ' || last_name) as name, email from agents where id = any(${ids}::bigint[])`)
}
