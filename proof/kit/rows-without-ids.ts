import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/** Random values, or only the time of a last run. */
const without = ['instances', 'limits', 'sessions', 'figure_state', 'feed_state', 'account_numbers']
/** Random, counted, or containing links. */
const masked =
  /^(?:id|.*_id|.*_hash|tries|last_error|number|key|position|plain|html|content|customer|token|.*_token|.*reference|reserved_account_number)$/

/**
 * Every row of every table as text, without ids, moments and random values, so that two runs of the same
 * story can be compared. A charge or refund that never reached the gateway, and was resent, is ignored.
 */
export async function rowsWithoutIds(db: Db): Promise<Record<string, string[]>> {
  const tables = await db.many<{ name: string }>(sql`
    select table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema = 'public' and table_name <> all(${without}::text[])`)
  const contents = await db.many<{ name: string; rows: Record<string, unknown>[] | null }>({
    text: tables
      .map(({ name }) => `select '${name}' as name, (select jsonb_agg(to_jsonb(t)) from ${name} t) as rows`)
      .join(' union all '),
    values: [],
  })
  const accounts = await db.many<{ id: number; pin: string }>(sql`select id, pin from accounts order by id`)
  const told = (row: Record<string, unknown>) => {
    const kept = Object.entries(row).filter(([column]) => !masked.test(column))
    const place = accounts.findIndex(({ id }) => id === row.account_id)
    const text = JSON.stringify({ place, ...Object.fromEntries(kept) })
    return accounts.reduce((masking, { pin }, at) => masking.replaceAll(pin, `pin ${at}`), text)
  }
  return Object.fromEntries(
    contents.flatMap(({ name, rows }) => {
      const counted = (rows ?? []).filter(({ outcome }) => outcome !== 'absent')
      return counted.length > 0 ? [[name, counted.map((row) => withoutRandom(told(row))).sort()]] : []
    }),
  )
}

function withoutRandom(text: string): string {
  return text
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)/g, 'moment')
    .replaceAll(/[\w.+-]+@[\w.-]+/g, 'email')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|\\\\x[0-9a-f]+|\d{6,}|\d+(?:\.\d+){3}/g, 'random')
}
