import { type FigureName, figureNames } from '#contract/billing/figure-names.ts'
import type { ReportingMonth } from '#contract/calendar/reporting-months.ts'
import type { FigureAccountsValues, Sum } from '#contract/desk/figures/values.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import { type Asked, findSummed, listEntries, type Summed } from './list-entries.ts'

const ON_A_PAGE = 50
const MONTH = /^[1-9]\d{3}-(?:0[1-9]|1[0-2])$/

export type AskedFigure = {
  figure: string
  month?: string | undefined
  part?: string | undefined
  after?: string | undefined
}

/** One page of what a number counts. */
export async function showEntries(db: Db, asked: AskedFigure): Promise<FigureAccountsValues | Refused> {
  const found = await findFigure(db, asked)
  if (isRefused(found)) return found
  const { figure, month, part, summed } = found
  const entries = await listEntries(db, found, summed, { after: asked.after, atMost: ON_A_PAGE + 1 })
  const shown = entries.slice(0, ON_A_PAGE)
  const isMonthly = figure !== 'unused-seats'
  return {
    figure,
    month: isMonthly ? month : null,
    part,
    asOf: summed.asOf.toISOString(),
    sum: await findSum(db, found),
    entries: shown.map(({ cursor, ...entry }) => entry),
    next: entries.length > ON_A_PAGE ? (shown.at(-1)?.cursor ?? null) : null,
  }
}

export type FoundFigure = Asked & { summed: Summed }

/** A figure and a month as somebody typed them into a URL. */
export async function findFigure(
  db: Db,
  { figure: name, month: typed = '', part = '' }: AskedFigure,
): Promise<FoundFigure | Refused> {
  const figure = figureNames.find((known): known is FigureName => known === name)
  if (!figure) return refuse('not-found', { errors: 'There is no such figure.' })
  if (figure === 'unused-seats') return findSeats(db)
  const month: ReportingMonth = `${typed}-01`
  const summed = MONTH.test(typed) ? await findSummed(db, month) : undefined
  if (!summed) return refuse('not-found', { errors: 'There are no figures of this month.' })
  return { figure, month, part: figure === 'reason' ? part : '', summed }
}

async function findSeats(db: Db): Promise<FoundFigure | Refused> {
  const { at } = await db.one<{ at: Date | null }>(sql`select seats_counted_at as at from figure_state`)
  if (!at) return refuse('not-found', { errors: 'The seats are being counted.' })
  return {
    figure: 'unused-seats',
    month: '',
    part: '',
    summed: { asOf: at, recoveryAsOf: at },
  }
}

async function findSum(db: Db, { figure, month, part }: Asked): Promise<Sum> {
  const sum =
    figure === 'unused-seats'
      ? await db.maybe<Sum>(sql`
          select r.unused as entries, r.cents from figure_state f join seat_rounds r on r.round = f.seats_round`)
      : await db.maybe<Sum>(sql`
          select entries, cents from figure_sums where month = ${month} and figure = ${figure} and part = ${part}`)
  return sum ?? { entries: 0, cents: 0 }
}
