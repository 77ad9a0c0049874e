import { Readable } from 'node:stream'
import {
  type FigureName,
  hasAmount,
  type MonthlyFigure,
  monthlyFigures,
} from '#contract/billing/figure-names.ts'
import type { FigureEntry, FiguresOfMonth, FiguresValues, Sum } from '#contract/desk/figures/values.ts'
import { defuse, writeCsv } from '#server/platform/csv.ts'
import type { Db } from '#server/platform/db/database.ts'
import { listEntries } from './list-entries.ts'
import type { FoundFigure } from './show-entries.ts'

const PART = 1000

const heading = ['month', 'closed', 'figure', 'reason', 'entries', 'dollars']

/** One line per month and figure, so that a spreadsheet can sum and filter them. */
export function figuresCsv({ months, seats }: FiguresValues): string {
  const lines = months.flatMap((month) => monthlyFigures.flatMap((figure) => linesOfFigure(month, figure)))
  const today = seats
    ? [lineOf(['', 'no', 'unused-seats', ''], 'unused-seats', { ...seats, entries: seats.unused })]
    : []
  return `${writeCsv([heading, ...lines, ...today])}\r\n`
}

function linesOfFigure(month: FiguresOfMonth, figure: MonthlyFigure): string[][] {
  const named = (reason = '') => [
    month.month.slice(0, 7),
    month.isClosed ? 'yes' : 'no',
    figure,
    defuse(reason),
  ]
  if (figure === 'reason')
    return month.reasons.map(({ reason, ...sum }) => lineOf(named(reason), figure, sum))
  return [lineOf(named(), figure, month.sums[figure] ?? { entries: 0, cents: 0 })]
}

function lineOf(named: string[], figure: FigureName, { entries, cents }: Sum): string[] {
  return [...named, String(entries), hasAmount(figure) ? dollars(cents) : '']
}

/** All entries of a figure, read in parts while they are sent: there may be as many as accounts. */
export function streamEntries(db: Db, found: FoundFigure): Readable {
  return Readable.from(linesOf(db, found))
}

async function* linesOf(db: Db, found: FoundFigure): AsyncGenerator<string> {
  yield `${writeCsv([['account', 'company', 'email', 'at', 'count', 'dollars', 'about']])}\r\n`
  for (let after: string | undefined; ; ) {
    const part = await listEntries(db, found, found.summed, { after, atMost: PART })
    if (part.length > 0) yield `${writeCsv(part.map((entry) => cellsOf(found.figure, entry)))}\r\n`
    after = part.at(-1)?.cursor
    if (part.length < PART) return
  }
}

function cellsOf(figure: FigureName, { account, email, at, count, cents, words }: FigureEntry): string[] {
  const typed = [account?.company ?? '', email].map(defuse)
  const amount = hasAmount(figure) ? dollars(cents) : ''
  return [account?.pin ?? '', ...typed, at ?? '', String(count), amount, defuse(words)]
}

/** A number, also for a spreadsheet: -12.50. */
function dollars(cents: number): string {
  return (cents / 100).toFixed(2)
}
