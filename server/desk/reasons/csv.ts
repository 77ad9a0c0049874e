import type { CancellationRow, FeedbackRow } from '#contract/desk/reasons/values.ts'
import { defuse, writeCsv } from '#server/platform/csv.ts'
import type { Db } from '#server/platform/db/database.ts'
import { cancellations, feedback, type ReasonList, type readDays } from './lists.ts'

const PART = 1000
type Days = NonNullable<ReturnType<typeof readDays>['days']>

export function cancellationLines(db: Db, days: Days): AsyncGenerator<string> {
  const heading = ['requested (UTC)', 'account', 'company', 'reason', 'last day', 'state', 'reference']
  return linesOf(db, cancellations, days, heading, (row: CancellationRow) => [
    row.requestedAt,
    row.pin,
    ...[row.company, row.reason].map(defuse),
    row.lastDay,
    row.state,
    row.reference,
  ])
}

export function feedbackLines(db: Db, days: Days): AsyncGenerator<string> {
  const heading = [
    'time (UTC)',
    'account',
    'company',
    'reason',
    'what we should have done better',
    'would return',
  ]
  return linesOf(db, feedback, days, heading, (row: FeedbackRow) => [
    row.at,
    ...[row.pin, row.company ?? '', row.reason, row.missing, row.wouldReturn].map(defuse),
  ])
}

/** Read in parts while they are sent: there may be as many as accounts. */
async function* linesOf<Row>(
  db: Db,
  list: ReasonList<Row>,
  days: Days,
  heading: string[],
  cellsOf: (row: Row) => string[],
): AsyncGenerator<string> {
  yield `${writeCsv([heading])}\r\n`
  for (let after: string | undefined; ; ) {
    const part = await list.read(db, days, after, PART)
    if (part.length > 0) yield `${writeCsv(part.map(cellsOf))}\r\n`
    after = part.at(-1)?.place
    if (part.length < PART) return
  }
}
