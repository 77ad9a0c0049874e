import { recoveryFigures } from '#contract/billing/figure-names.ts'
import type { ReportingMonth } from '#contract/calendar/reporting-months.ts'
import type { Database, Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Sum } from './read-sums.ts'

type Month = {
  month: ReportingMonth
  asOf: Date
  recoveryAsOf: Date
  closedAt: Date | null
  sums: readonly Sum[]
}

/** All sums of a month at once. Of two instances, the one that read later wins; a closed month stays as it is. */
export function keepMonth(db: Database, { month, asOf, recoveryAsOf, closedAt, sums }: Month): Promise<void> {
  return db.transaction(async (tx) => {
    const isNewer = await tx.run(sql`
      insert into figure_months (month, as_of, recovery_as_of, closed_at)
      values (${month}, ${asOf}, ${recoveryAsOf}, ${closedAt})
      on conflict (month) do update set as_of = excluded.as_of, recovery_as_of = excluded.recovery_as_of,
        closed_at = excluded.closed_at
      where figure_months.closed_at is null and figure_months.recovery_as_of <= excluded.recovery_as_of`)
    if (isNewer === 0) return
    await tx.run(sql`delete from figure_sums where month = ${month}`)
    await insertSums(tx, month, sums)
  })
}

/** For a closed month: only what became of its refused renewals. */
export function keepRecovery(
  db: Database,
  { month, asOf, sums }: { month: ReportingMonth; asOf: Date; sums: readonly Sum[] },
): Promise<void> {
  return db.transaction(async (tx) => {
    const isNewer = await tx.run(sql`
      update figure_months set recovery_as_of = ${asOf} where month = ${month} and recovery_as_of <= ${asOf}`)
    if (isNewer === 0) return
    await tx.run(sql`
      delete from figure_sums where month = ${month} and figure = any(${[...recoveryFigures]}::text[])`)
    await insertSums(tx, month, sums)
  })
}

async function insertSums(tx: Db, month: ReportingMonth, sums: readonly Sum[]): Promise<void> {
  await tx.run(sql`
    insert into figure_sums (month, figure, part, entries, cents)
    select ${month}::date, sum.figure, sum.part, sum.entries, sum.cents
    from jsonb_to_recordset(${JSON.stringify(sums)}::jsonb) as sum(figure text, part text, entries integer, cents bigint)`)
}
