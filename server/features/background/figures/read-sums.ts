import { type MonthlyFigure, movementFigures } from '#contract/billing/figure-names.ts'
import { daysOfMonth, earlierOf, type ReportingMonth } from '#contract/calendar/reporting-months.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

export type Sum = { figure: MonthlyFigure; part: string; entries: number; cents: number }

/** What happened in a month before a moment. */
export async function readMonth(db: Db, month: ReportingMonth, until: Date): Promise<Sum[]> {
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

/** Renewals that were refused in a month, and what had become of them before a moment. */
export async function readRecovery(db: Db, month: ReportingMonth, until: Date): Promise<Sum[]> {
  const rows = await db.many<{ outcome: MonthlyFigure; entries: number; cents: number }>(sql`
    select case when decided_at < ${until} then outcome else 'undecided' end as outcome, count(*) as entries,
      sum(cents) as cents
    from refused_renewals where month = ${month} and failed_at < ${until} group by 1`)
  return merged(
    rows.flatMap(({ outcome, entries, cents }): Sum[] => [
      { figure: outcome, part: '', entries, cents },
      { figure: 'refused', part: '', entries, cents },
    ]),
  )
}

/** Adds what the month began with, and with its movements what it ends with. */
export async function withBalance(db: Db, month: ReportingMonth, sums: readonly Sum[]): Promise<Sum[]> {
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

/** Only before the first month that is stored. */
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
