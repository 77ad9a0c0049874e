import type { MonthlyFigure } from '#contract/billing/figure-names.ts'
import { monthsAfter } from '#contract/calendar/billing-dates.ts'
import { MONTHS_SHOWN, type ReportingMonth, reportingMonthOf } from '#contract/calendar/reporting-months.ts'
import type { FiguresOfMonth, FiguresValues, UnusedSeats } from '#contract/desk/figures/values.ts'
import type { Deps } from '#server/deps.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/** Reads the stored sums alone: whatever the number of accounts, a few hundred rows. */
export async function showFigures({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<FiguresValues> {
  const { summedAt } = await db.one<{ summedAt: Date | null }>(
    sql`select summed_at as "summedAt" from figure_state`,
  )
  const from = monthsAfter(reportingMonthOf(clock.now()), 1 - MONTHS_SHOWN)
  const months = await listMonths(db, from)
  const asOf = months.at(-1)?.asOf ?? null
  return {
    state: months.length > 0 ? 'computed' : summedAt ? 'none' : 'computing',
    asOf: asOf?.toISOString() ?? null,
    months: months.map(({ asOf: _, ...month }) => month),
    seats: await readSeats(db),
  }
}

type Row = {
  month: ReportingMonth
  asOf: Date
  isClosed: boolean
  sums: { figure: MonthlyFigure; part: string; entries: number; cents: number }[]
}

async function listMonths(db: Db, from: ReportingMonth): Promise<(FiguresOfMonth & { asOf: Date })[]> {
  const rows = await db.many<Row>(sql`
    select m.month, m.as_of as "asOf", m.closed_at is not null as "isClosed",
      (select coalesce(jsonb_agg(jsonb_build_object('figure', s.figure, 'part', s.part, 'entries', s.entries,
          'cents', s.cents) order by s.entries desc, s.part), '[]')
        from figure_sums s where s.month = m.month) as sums
    from figure_months m where m.month >= ${from} order by m.month`)
  return rows.map(({ month, asOf, isClosed, sums }) => ({
    month,
    asOf,
    isClosed,
    sums: Object.fromEntries(
      sums
        .filter(({ figure }) => figure !== 'reason')
        .map(({ figure, entries, cents }) => [figure, { entries, cents }]),
    ),
    reasons: sums
      .filter(({ figure }) => figure === 'reason')
      .map(({ part: reason, entries, cents }) => ({ reason, entries, cents })),
  }))
}

/** Null until all accounts were counted once. */
async function readSeats(db: Db): Promise<UnusedSeats | null> {
  const seats = await db.maybe<Omit<UnusedSeats, 'countedAt'> & { countedAt: Date }>(sql`
    select f.seats_counted_at as "countedAt", coalesce(r.accounts, 0) as accounts, coalesce(r.unused, 0) as unused,
      coalesce(r.cents, 0) as cents
    from figure_state f left join seat_rounds r on r.round = f.seats_round
    where f.seats_counted_at is not null`)
  return seats ? { ...seats, countedAt: seats.countedAt.toISOString() } : null
}
