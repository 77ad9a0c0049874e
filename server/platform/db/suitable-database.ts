import type { Database } from './database.ts'
import { DatabaseUnreachable } from './database-unreachable.ts'
import { sql } from './sql.ts'

/** Refuses a PostgreSQL that would keep texts as other letters, without an error. */
export async function refuseUnsuitableDatabase(db: Database): Promise<void> {
  const { encoding } = await db.one<{ encoding: string }>(
    sql`select current_setting('server_encoding') as encoding`,
  )
  if (encoding !== 'UTF8')
    throw new DatabaseUnreachable(
      new Error(
        `its encoding is ${encoding}, and must be UTF8. Create it anew, with createdb --encoding=UTF8 --template=template0.`,
      ),
    )
}
