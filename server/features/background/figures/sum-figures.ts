import { type MonthlyFigure, movementFigures, recoveryFigures } from '#contract/billing/figure-names.ts'
import { monthsAfter } from '#contract/calendar/billing-dates.ts'
import {
  daysOfMonth,
  earlierOf,
  endOfMonth,
  MONTHS_SHOWN,
  type ReportingMonth,
  reportingMonthOf,
} from '#contract/calendar/reporting-months.ts'
import type { Deps } from '#server/deps.ts'
import type { Database, Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { HOUR, later, MINUTE } from '#server/ports/clock.ts'
import { countSeats } from './count-seats.ts'

/** Transactions begun before this moment have ended: their writes are counted now or later. */
const SETTLED_MS = MINUTE
/** After the end of a month. Later records belong to the next one. */
const CLOSES_AFTER_MS = HOUR

/**
 * Sums each open month, from the oldest on, and closes those that are over. A closed month is never summed
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
    await storeMonth(db, {
      month,
      asOf: monthUntil,
      recoveryAsOf: until,
      closedAt: closesAt <= now ? now : null,
      sums: await withBalance(db, month, sums),
    })
  }
  for (const month of await monthsToFollow(db)) {
    await storeRecovery(db, { month, asOf: until, sums: await readRecovery(db, month, until) })
  }
  await db.run(sql`update figure_state set summed_at = ${now}`)
}

/** From the month after the last closed one, or the first with any data. */
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
    join figure_sums s on s.month = m.month and s.part = '' and s.entries > 0
    where m.closed_at is not null and (s.figure = 'undecided' or s.figure = 'refused' and not exists (
      select from figure_sums r where r.month = m.month and r.figure = 'refused' and r.part <> ''))
    order by m.month`)
  return rows.map(({ month }) => month)
}

const EVERY_SECONDS = 300

/** The sums behind the desk's figures. Any number of instances may run it at once. */
export function handleFigures(deps: Pick<Deps, 'db' | 'clock' | 'jobs'>): void {
  deps.jobs.every('figures', EVERY_SECONDS, async () => {
    await sumFigures(deps)
    await countSeats(deps)
  })
}

type Month = {
  month: ReportingMonth
  asOf: Date
  recoveryAsOf: Date
  closedAt: Date | null
  sums: readonly Sum[]
}

/**
 * All sums of a month at once. Of two instances, the one that read later wins; a closed month stays
 * unchanged.
 */
function storeMonth(db: Database, { month, asOf, recoveryAsOf, closedAt, sums }: Month): Promise<void> {
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

/** For a closed month: only the outcome of its refused renewals. */
function storeRecovery(
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

export type Sum = { figure: MonthlyFigure; part: string; entries: number; cents: number }

/** The events of a month before a moment. */
async function readMonth(db: Db, month: ReportingMonth, until: Date): Promise<Sum[]> {
  return merged([
    ...(await readMovements(db, month, until)),
    ...(await readCharged(db, month, until)),
    ...(await readSteps(db, month, until)),
  ])
}

type Movement = {
  kind: 'new' | 'more' | 'less' | 'lost' | 'returned' | 'refunded' | 'credited' | 'disputed'
  cause: '' | 'plan' | 'hold' | 'free' | 'canceled' | 'expired' | 'closed'
  reason: string
  entries: number
  cents: number
}

async function readMovements(db: Db, month: ReportingMonth, until: Date): Promise<Sum[]> {
  const rows = await db.many<Movement>(sql`
    select kind, cause, reason, count(*) as entries, sum(cents) as cents from revenue_movements
    where month = ${month} and at < ${until} group by kind, cause, reason`)
  return rows.flatMap(({ kind, cause, reason, entries, cents }) => {
    const counted = { part: '', entries, cents }
    const causes = kind === 'lost' ? causesOfLoss[cause] : []
    const lost: Sum[] = causes.map((figure) => ({ ...counted, figure }))
    const why: Sum[] = cause === 'canceled' ? [{ ...counted, figure: 'reason', part: reason }] : []
    return [{ ...counted, figure: kind }, ...lost, ...why]
  })
}

const causesOfLoss: Record<Movement['cause'], MonthlyFigure[]> = {
  '': [],
  plan: [],
  hold: ['put-on-hold'],
  free: ['made-free'],
  canceled: ['canceled'],
  expired: ['expired'],
  closed: ['closed'],
}

/** Day by day, because a month of renewals is a large part of an index. */
async function readCharged(db: Db, month: ReportingMonth, until: Date): Promise<Sum[]> {
  const charged: Sum = { figure: 'charged', part: '', entries: 0, cents: 0 }
  for (const { from, to } of daysOfMonth(month)) {
    if (from >= until) break
    const day = await db.one<{ entries: number; cents: number }>(sql`
      select count(*) as entries, coalesce(sum(amount_cents), 0) as cents from charges
      where outcome = 'paid' and settled_at >= ${from} and settled_at < ${earlierOf(to, until)}`)
    charged.entries += day.entries
    charged.cents += day.cents
  }
  return [charged]
}

async function readSteps(db: Db, month: ReportingMonth, until: Date): Promise<Sum[]> {
  const rows = await db.many<{
    step: 'email' | 'details' | 'payment' | 'paid'
    wizard: 'new' | 'legacy' | null
    entries: number
  }>(sql`
    select step, wizard, count(*) as entries from sign_up_steps
    where month = ${month} and at < ${until} group by step, wizard`)
  return rows.flatMap(({ step, wizard, entries }): Sum[] => {
    const counted = { part: '', entries, cents: 0 }
    const all: Sum = { ...counted, figure: step }
    return step === 'email' || !wizard ? [all] : [all, { ...counted, figure: `${step}-${wizard}` }]
  })
}

/** Renewals refused in a month, and their outcome before a moment: in all, and by the bank's first reason. */
async function readRecovery(db: Db, month: ReportingMonth, until: Date): Promise<Sum[]> {
  const rows = await db.many<{ outcome: MonthlyFigure; reason: string; entries: number; cents: number }>(sql`
    select case when decided_at < ${until} then outcome else 'undecided' end as outcome, reason, count(*) as entries,
      sum(cents) as cents
    from refused_renewals where month = ${month} and failed_at < ${until} group by 1, reason`)
  return merged(
    rows.flatMap(({ outcome, reason, entries, cents }) =>
      [outcome, 'refused' as const].flatMap((figure): Sum[] => [
        { figure, part: '', entries, cents },
        { figure, part: reason, entries, cents },
      ]),
    ),
  )
}

/** Adds the month's opening, and from its movements the closing. */
async function withBalance(db: Db, month: ReportingMonth, sums: readonly Sum[]): Promise<Sum[]> {
  const opening = (await findClosing(db, month)) ?? (await sumBefore(db, month))
  const moved = movementFigures.reduce((cents, figure) => cents + of(figure).cents, 0)
  const paying = opening.entries + of('new').entries + of('returned').entries - of('lost').entries
  return [
    ...sums,
    { figure: 'opening', part: '', ...opening },
    { figure: 'closing', part: '', entries: paying, cents: opening.cents + moved },
  ]

  function of(figure: MonthlyFigure): { entries: number; cents: number } {
    return sums.find((sum) => sum.figure === figure) ?? { entries: 0, cents: 0 }
  }
}

function findClosing(db: Db, month: ReportingMonth): Promise<{ entries: number; cents: number } | undefined> {
  return db.maybe(sql`
    select entries, cents from figure_sums
    where figure = 'closing' and month = (select max(month) from figure_months where month < ${month})`)
}

/** Only before the first stored month. */
function sumBefore(db: Db, month: ReportingMonth): Promise<{ entries: number; cents: number }> {
  return db.one(sql`
    select coalesce(sum(case kind when 'lost' then -1 when 'more' then 0 when 'less' then 0 else 1 end), 0) as entries,
      coalesce(sum(cents), 0) as cents
    from revenue_movements where month < ${month} and after_cents is not null`)
}

function merged(sums: readonly Sum[]): Sum[] {
  const byName = new Map<string, Sum>()
  for (const sum of sums) {
    const name = `${sum.figure} ${sum.part}`
    const known = byName.get(name)
    byName.set(
      name,
      known ? { ...sum, entries: known.entries + sum.entries, cents: known.cents + sum.cents } : sum,
    )
  }
  return [...byName.values()]
}
