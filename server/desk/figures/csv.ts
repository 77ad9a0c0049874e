import { Readable } from 'node:stream'
import type { FigureEntry, FiguresValues, Sum } from '#contract/desk/figures/values.ts'
import { defuse, writeCsv } from '#server/platform/csv.ts'
import type { Db } from '#server/platform/db/database.ts'
import { listEntries } from './list-entries.ts'
import type { FoundFigure } from './show-entries.ts'

const PART = 1000

/** One line per month and figure, so that a spreadsheet can sum and filter them. */
export function figuresCsv({ months, seats }: FiguresValues): string {
  const lines = months.flatMap(({ month, isClosed, sums, reasons }) => {
    const line = (figure: string, reason: string, { entries, cents }: Sum) => [
      month.slice(0, 7),
      isClosed ? 'yes' : 'no',
      figure,
      defuse(reason),
      String(entries),
      dollars(cents),
    ]
    return [
      ...Object.entries(sums).map(([figure, sum]) => line(figure, '', sum)),
      ...reasons.map(({ reason, ...sum }) => line('reason', reason, sum)),
    ]
  })
  const today = seats ? [['', 'no', 'unused-seats', '', String(seats.unused), dollars(seats.cents)]] : []
  return `${writeCsv([['month', 'closed', 'figure', 'reason', 'entries', 'dollars'], ...lines, ...today])}\r\n`
}

/** All entries of a figure, read in parts while they are sent: there may be as many as accounts. */
export function streamEntries(db: Db, found: FoundFigure): Readable {
  return Readable.from(linesOf(db, found))
}

async function* linesOf(db: Db, found: FoundFigure): AsyncGenerator<string> {
  yield `${writeCsv([['account', 'company', 'email', 'at', 'count', 'dollars', 'about']])}\r\n`
  for (let after: string | undefined; ; ) {
    const part = await listEntries(db, found, found.summed, { after, atMost: PART })
    if (part.length > 0) yield `${writeCsv(part.map(cellsOf))}\r\n`
    after = part.at(-1)?.cursor
    if (part.length < PART) return
  }
}

function cellsOf({ account, email, at, count, cents, words }: FigureEntry): string[] {
  const typed = [account?.company ?? '', email].map(defuse)
  return [account?.pin ?? '', ...typed, at ?? '', String(count), dollars(cents), defuse(words)]
}

/** A number, also for a spreadsheet: -12.50. */
function dollars(cents: number): string {
  return (cents / 100).toFixed(2)
}
