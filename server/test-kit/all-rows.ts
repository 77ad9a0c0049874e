import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/**
 * The content of every table as one hash each: any change alters one of them. For jobs only the jobs
 * themselves: the queue's other tables record its maintenance.
 */
export async function hashTables({ db }: { db: Db }): Promise<Record<string, string>> {
  const tables = await db.many<{ schema: string; name: string }>(sql`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and (table_schema = 'public' or table_schema = 'pgboss' and table_name like 'job%')
    order by 1, 2`)
  const hashes: Record<string, string> = {}
  for (const { schema, name } of tables) {
    const { hash } = await db.one<{ hash: string }>({
      text: `select count(*) || ' ' || coalesce(md5(string_agg(t::text, e'\\n' order by t::text)), '') as hash from "${schema}"."${name}" t`,
      values: [],
    })
    hashes[`${schema}.${name}`] = hash
  }
  return hashes
}
