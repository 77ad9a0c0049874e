import type { Database } from './database.ts'
import { DatabaseUnreachable } from './database-unreachable.ts'
import { sql } from './sql.ts'

/**
 * Refuses a PostgreSQL that would keep texts as other letters, or hand over dates that the driver cannot read and takes for
 * null. Both happen without an error.
 */
export async function refuseUnsuitableDatabase(db: Database): Promise<void> {
  const { encoding, dateStyle, name } = await db.one<{
    encoding: string
    dateStyle: string
    name: string
  }>(sql`
    select current_setting('server_encoding') as encoding, current_setting('DateStyle') as "dateStyle",
      current_database() as name`)
  if (encoding !== 'UTF8')
    throw new DatabaseUnreachable(
      new Error(
        `its encoding is ${encoding}, and must be UTF8. Create it anew, with createdb --encoding=UTF8 --template=template0.`,
      ),
    )
  if (!dateStyle.startsWith('ISO'))
    throw new DatabaseUnreachable(
      new Error(
        `its DateStyle is ${dateStyle}, and must be ISO. Run: alter database "${name}" set datestyle = 'ISO'.`,
      ),
    )
}
