import type { FastifyInstance } from 'fastify'
import {
  type CancellationRow,
  cancellationsFile,
  type FeedbackRow,
  feedbackFile,
  type ListPart,
  type ReasonsFilter,
  type ReasonsValues,
} from '#contract/desk/reasons.ts'
import { cutTo } from '#contract/wire/plain-text.ts'
import type { Query } from '#contract/wire/query.ts'
import { listFeedback } from '#server/accounts/list-feedback.ts'
import { listCancellations } from '#server/billing/subscriptions/list-cancellations.ts'
import { defuse } from '#server/platform/csv.ts'
import { partOf, readCursor, readTextCursor, writeCursor } from '#server/platform/db/cursor.ts'
import type { Db } from '#server/platform/db/database.ts'
import { refuse } from '#server/platform/refusal.ts'
import { later } from '#server/ports/clock.ts'
import { daysIn } from '../desk-moment.ts'
import { type DeskDeps, deskPage } from '../desk-routes.ts'
import { csvInParts, listFile } from '../list-file.ts'

export function reasonsRoutes(app: FastifyInstance, deps: DeskDeps): void {
  deskPage(app, deps, 'reasons', (_operator, { query }) => showReasons(deps.db, query))
  download(app, deps, cancellationsFile, cancellationsCsv)
  download(app, deps, feedbackFile, feedbackCsv)
}

const ROWS = 25
const LONGEST = 20

/** Whole days in UTC, inclusive. */
type Days = { since: Date | undefined; before: Date | undefined }

type ReasonList<Row> = {
  /** `after`: the cursor of the row before. */
  read(db: Db, days: Days, after: string | undefined, limit: number): Promise<(Row & { cursor: string })[]>
}

const cancellations: ReasonList<CancellationRow> = {
  async read(db, { since, before }, after, limit) {
    const found = await listCancellations(db, {
      since,
      until: before && later(before, -1),
      cursor: readTextCursor(after),
      limit,
    })
    return found.map(({ requestedAt, reason, micros, source, id, ...row }) => ({
      ...row,
      requestedAt: requestedAt.toISOString(),
      reason: reason ?? '',
      cursor: writeCursor({ micros, source, id }),
    }))
  },
}

const feedback: ReasonList<FeedbackRow> = {
  async read(db, { since, before }, after, limit) {
    const found = await listFeedback(db, limit, { since, before, cursor: readCursor(after) })
    return found.map(({ at, micros, source, reason, missing, wouldReturn, ...row }) => ({
      ...row,
      at: at.toISOString(),
      reason: reason ?? '',
      missing: missing ?? '',
      wouldReturn: wouldReturn ?? '',
      cursor: writeCursor({ micros, source, id: row.id }),
    }))
  },
}

async function showReasons(db: Db, query: Query): Promise<ReasonsValues> {
  const { filter, days } = readDays(query)
  if (!days) {
    const none = { rows: [], older: null, isNewest: true }
    return { filter, complaint: 'Enter days like 2026-12-01.', cancellations: none, feedback: none }
  }
  return {
    filter,
    complaint: '',
    cancellations: await readPart(db, cancellations, days, query.cancellations),
    feedback: await readPart(db, feedback, days, query.feedback),
  }
}

/** Without days, the filter is invalid. */
function readDays(query: Query): { filter: ReasonsFilter; days: Days | undefined } {
  const parameter = (name: string) => cutTo((query[name] ?? '').trim(), LONGEST)
  const filter = { from: parameter('from'), to: parameter('to') }
  return { filter, days: daysIn(filter) }
}

async function readPart<Row>(
  db: Db,
  list: ReasonList<Row>,
  days: Days,
  after: string | undefined,
): Promise<ListPart<Row>> {
  const found = await list.read(db, days, after, ROWS + 1)
  const { rows, last } = partOf(found, ROWS)
  return { rows, older: last?.cursor ?? null, isNewest: after === undefined }
}

function download<Row>(
  app: FastifyInstance,
  deps: DeskDeps,
  path: string,
  {
    name,
    list,
    heading,
    cellsOf,
  }: { name: string; list: ReasonList<Row>; heading: string[]; cellsOf: (row: Row) => string[] },
): void {
  listFile(app, deps, path, async ({ query }) => {
    const { filter, days } = readDays(query)
    if (!days) return refuse('invalid-fields', { errors: 'The filter is wrong.' })
    const rows = (last: { cursor: string } | undefined, limit: number) =>
      list.read(deps.db, days, last?.cursor, limit)
    return { name, noted: { list: name, ...filter }, csv: csvInParts(heading, rows, cellsOf) }
  })
}

const cancellationsCsv = {
  name: 'cancellations',
  list: cancellations,
  heading: ['requested (UTC)', 'account', 'company', 'reason', 'last day', 'state', 'reference'],
  cellsOf: (row: CancellationRow) => [
    row.requestedAt,
    row.pin,
    ...[row.company, row.reason].map(defuse),
    row.lastDay,
    row.state,
    row.reference,
  ],
}

const feedbackCsv = {
  name: 'feedback',
  list: feedback,
  heading: ['time (UTC)', 'account', 'company', 'reason', 'what we should have done better', 'would return'],
  cellsOf: (row: FeedbackRow) => [
    row.at,
    ...[row.pin, row.company ?? '', row.reason, row.missing, row.wouldReturn].map(defuse),
  ],
}
