import type { Database, Db } from '#server/platform/db/database.ts'
import type { Sql } from '#server/platform/db/sql.ts'

/** How many rows of each table the last statement of a query read. */
export async function rowsReadBy(
  db: Database,
  ask: (watched: Db) => Promise<unknown>,
): Promise<Record<string, number>> {
  let lastStatement: Sql | undefined
  const watching = (run: (statement: Sql) => unknown) => (statement: Sql) => {
    lastStatement = statement
    return run(statement)
  }
  await ask({
    ...db,
    many: watching(db.many) as Db['many'],
    one: watching(db.one) as Db['one'],
  })
  if (!lastStatement) throw new Error('Nothing was asked')
  const { rows } = await db.pool.query(
    `explain (analyze, format json) ${lastStatement.text}`,
    lastStatement.values,
  )
  const read: Record<string, number> = {}
  const count = (plan: Plan): void => {
    const table = plan['Relation Name']
    if (table) {
      const seen = (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
      read[table] = (read[table] ?? 0) + seen
    }
    for (const part of plan.Plans ?? []) count(part)
  }
  count(rows[0]['QUERY PLAN'][0].Plan)
  return read
}

type Plan = {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}
