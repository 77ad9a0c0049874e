import { monthsAfter } from '#contract/calendar/billing-dates.ts'
import {
  earlierOf,
  endOfMonth,
  MONTHS_SHOWN,
  type ReportingMonth,
  reportingMonthOf,
} from '#contract/calendar/reporting-months.ts'
import type { Deps } from '#server/deps.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { HOUR, later, MINUTE } from '#server/ports/clock.ts'
import { keepMonth, keepRecovery } from './keep-sums.ts'
import { readMonth, readRecovery, withBalance } from './read-sums.ts'

/** A transaction that began before this moment has ended: what it wrote is counted, or comes later. */
const SETTLED_MS = MINUTE
/** After the end of a month. What is recorded later belongs to the next one. */
const CLOSES_AFTER_MS = HOUR

/**
 * Sums each month that is not closed, from the oldest on, and closes those that are over. A closed month is never summed
 * again, except for its refused renewals, which are followed until the last is decided.
 */
export async function sumFigures({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  const until = later(now, -SETTLED_MS)
  for (const month of await monthsToSum(db, reportingMonthOf(until))) {
    const end = endOfMonth(month)
    const monthUntil = earlierOf(until, end)
    const sums = [...(await readMonth(db, month, monthUntil)), ...(await readRecovery(db, month, until))]
    const closesAt = later(end, CLOSES_AFTER_MS)
    await keepMonth(db, {
      month,
      asOf: monthUntil,
      recoveryAsOf: until,
      closedAt: closesAt <= now ? now : null,
      sums: await withBalance(db, month, sums),
    })
  }
  for (const month of await monthsToFollow(db)) {
    await keepRecovery(db, { month, asOf: until, sums: await readRecovery(db, month, until) })
  }
  await db.run(sql`update figure_state set summed_at = ${now}`)
}

/** From the month after the last closed one, or from the first of which anything is known. */
async function monthsToSum(db: Db, present: ReportingMonth): Promise<ReportingMonth[]> {
  const { closed, known } = await db.one<{ closed: string | null; known: string | null }>(sql`
    select (select max(month) from figure_months where closed_at is not null) as closed,
      least(
        (select reporting_month(settled_at) from charges where outcome = 'paid' order by settled_at limit 1),
        (select month from revenue_movements order by month limit 1),
        (select month from refused_renewals order by month limit 1),
        (select month from sign_up_steps order by month limit 1)
      ) as known`)
  const oldest = monthsAfter(present, 1 - MONTHS_SHOWN)
  const since = known && known < oldest ? oldest : known
  const first = closed ? monthsAfter(closed, 1) : since
  const months: ReportingMonth[] = []
  for (let month = first; month && month <= present; month = monthsAfter(month, 1)) months.push(month)
  return months
}

async function monthsToFollow(db: Db): Promise<ReportingMonth[]> {
  const rows = await db.many<{ month: ReportingMonth }>(sql`
    select m.month from figure_months m
    join figure_sums s on s.month = m.month and s.figure = 'undecided' and s.entries > 0
    where m.closed_at is not null order by m.month`)
  return rows.map(({ month }) => month)
}
