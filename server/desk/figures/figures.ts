import type { FastifyInstance } from 'fastify'
import {
  type FigureName,
  figureNames,
  hasAmount,
  isRecovery,
  type MonthlyFigure,
  monthlyFigures,
  recoveryFigures,
} from '#contract/billing/figure-names.ts'
import { monthsAfter } from '#contract/calendar/billing-dates.ts'
import { MONTHS_SHOWN, type ReportingMonth, reportingMonthOf } from '#contract/calendar/reporting-months.ts'
import {
  type FigureAccountsValues,
  type FigureEntry,
  type FiguresOfMonth,
  type FiguresValues,
  figureAccountsFile,
  figuresFile,
  type RefusalsByReason,
  type Sum,
  type UnusedSeats,
} from '#contract/desk/figures.ts'
import type { Deps } from '#server/deps.ts'
import { defuse, writeCsv } from '#server/platform/csv.ts'
import { partOf } from '#server/platform/db/cursor.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import { type DeskDeps, deskPage } from '../desk-routes.ts'
import { csvInParts, listFile } from '../list-file.ts'
import { sayFirstRefusal } from '../state-tags.ts'
import { type EntriesRequest, type FoundEntry, findSummed, listEntries, type Summed } from './list-entries.ts'

export function figuresRoutes(app: FastifyInstance, deps: DeskDeps): void {
  const { db } = deps
  deskPage(app, deps, 'figures', () => showFigures(deps))
  deskPage(app, deps, 'figure-accounts', (_operator, { visitor, query }) =>
    showEntries(db, { ...query, figure: visitor.parts.figure ?? '' }),
  )
  listFile(app, deps, figuresFile, async () => {
    const csv = figuresCsv(await showFigures(deps))
    return { name: 'figures', noted: { list: 'figures' }, csv }
  })
  listFile(app, deps, figureAccountsFile, async ({ visitor, query }) => {
    const found = await findFigure(db, { ...query, figure: visitor.parts.figure ?? '' })
    if (isRefused(found)) return found
    const { figure, part } = found
    const month = found.month.slice(0, 7)
    const name = [figure, month].filter((text) => text !== '').join('-')
    return { name, noted: { list: 'figure', figure, month, part }, csv: entriesCsv(db, found) }
  })
}

/** Reads only the stored sums: a few hundred rows, whatever the number of accounts. */
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
        .filter(({ part, figure }) => part === '' && figure !== 'reason')
        .map(({ figure, entries, cents }) => [figure, { entries, cents }]),
    ),
    reasons: sums
      .filter(({ figure }) => figure === 'reason')
      .map(({ part: reason, entries, cents }) => ({ reason, entries, cents })),
    refusals: refusalsIn(sums),
  }))
}

function refusalsIn(sums: Row['sums']): RefusalsByReason[] {
  const parts = sums.filter(({ figure, part }) => part !== '' && isRecovery(figure))
  const reasons = parts.filter(({ figure }) => figure === 'refused').map(({ part }) => part)
  return reasons.map((reason) => ({
    reason,
    words: sayFirstRefusal(reason),
    sums: Object.fromEntries(
      parts
        .filter(({ part }) => part === reason)
        .map(({ figure, entries, cents }) => [figure, { entries, cents }]),
    ),
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

const ON_A_PAGE = 50
const NONE: Sum = { entries: 0, cents: 0 }
const MONTH = /^[1-9]\d{3}-(?:0[1-9]|1[0-2])$/

type AskedFigure = {
  figure: string
  month?: string | undefined
  part?: string | undefined
  after?: string | undefined
}

/** One page of the rows behind a number. */
async function showEntries(db: Db, request: AskedFigure): Promise<FigureAccountsValues | Refused> {
  const found = await findFigure(db, request)
  if (isRefused(found)) return found
  const { figure, month, part, summed } = found
  const entries = await listEntries(db, found, summed, { after: request.after, atMost: ON_A_PAGE + 1 })
  const { rows, last } = partOf(entries, ON_A_PAGE)
  const isMonthly = figure !== 'unused-seats'
  return {
    figure,
    month: isMonthly ? month : null,
    part,
    partWords: part !== '' && isRecovery(figure) ? sayFirstRefusal(part) : '',
    asOf: summed.asOf.toISOString(),
    sum: await findSum(db, found),
    entries: rows.map(({ cursor, ...entry }) => entry),
    next: last?.cursor ?? null,
  }
}

type FoundFigure = EntriesRequest & { summed: Summed }

/** A figure and a month from a typed URL. */
async function findFigure(
  db: Db,
  { figure: name, month: typed = '', part = '' }: AskedFigure,
): Promise<FoundFigure | Refused> {
  const figure = figureNames.find((known): known is FigureName => known === name)
  if (!figure) return refuse('not-found', { errors: 'There is no such figure.' })
  if (figure === 'unused-seats') return findSeats(db)
  const month: ReportingMonth = `${typed}-01`
  const summed = MONTH.test(typed) ? await findSummed(db, month) : undefined
  if (!summed) return refuse('not-found', { errors: 'There are no figures of this month.' })
  return { figure, month, part: figure === 'reason' || isRecovery(figure) ? part : '', summed }
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

async function findSum(db: Db, { figure, month, part }: EntriesRequest): Promise<Sum> {
  const sum =
    figure === 'unused-seats'
      ? await db.maybe<Sum>(sql`
          select r.unused as entries, r.cents from figure_state f join seat_rounds r on r.round = f.seats_round`)
      : await db.maybe<Sum>(sql`
          select entries, cents from figure_sums where month = ${month} and figure = ${figure} and part = ${part}`)
  return sum ?? NONE
}

const heading = ['month', 'closed', 'figure', 'reason', 'entries', 'dollars']

/** One line per month and figure, so that a spreadsheet can sum and filter them. */
function figuresCsv({ months, seats }: FiguresValues): string {
  const lines = months.flatMap((month) => [
    ...monthlyFigures.flatMap((figure) => linesOfFigure(month, figure)),
    ...linesByReason(month),
  ])
  const today = seats
    ? [lineOf(['', 'no', 'unused-seats', ''], 'unused-seats', { ...seats, entries: seats.unused })]
    : []
  return `${writeCsv([heading, ...lines, ...today])}\r\n`
}

function linesOfFigure(month: FiguresOfMonth, figure: MonthlyFigure): string[][] {
  if (figure === 'reason')
    return month.reasons.map(({ reason, ...sum }) => lineOf(named(month, figure, reason), figure, sum))
  return [lineOf(named(month, figure), figure, month.sums[figure] ?? NONE)]
}

/** Under names of their own: the totals already count them. */
function linesByReason(month: FiguresOfMonth): string[][] {
  return month.refusals.flatMap(({ words, sums }) =>
    recoveryFigures.map((figure) =>
      lineOf(named(month, `${figure}-by-reason`, words), figure, sums[figure] ?? NONE),
    ),
  )
}

function named({ month, isClosed }: FiguresOfMonth, figure: string, reason = ''): string[] {
  return [month.slice(0, 7), isClosed ? 'yes' : 'no', figure, defuse(reason)]
}

function lineOf(named: string[], figure: FigureName, { entries, cents }: Sum): string[] {
  return [...named, String(entries), hasAmount(figure) ? dollars(cents) : '']
}

/** A number, also for a spreadsheet: -12.50. */
function dollars(cents: number): string {
  return (cents / 100).toFixed(2)
}

function entriesCsv(db: Db, found: FoundFigure): AsyncIterable<string> {
  const heading = ['account', 'company', 'email', 'at', 'count', 'dollars', 'about']
  return csvInParts(
    heading,
    (last: FoundEntry | undefined, atMost) =>
      listEntries(db, found, found.summed, { after: last?.cursor, atMost }),
    (entry) => cellsOf(found.figure, entry),
  )
}

function cellsOf(figure: FigureName, { account, email, at, count, cents, words }: FigureEntry): string[] {
  const typed = [account?.company ?? '', email].map(defuse)
  const amount = hasAmount(figure) ? dollars(cents) : ''
  return [account?.pin ?? '', ...typed, at ?? '', String(count), amount, defuse(words)]
}
