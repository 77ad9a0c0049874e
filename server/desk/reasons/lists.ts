import type {
  CancellationRow,
  FeedbackRow,
  ListPart,
  ReasonsFilter,
  ReasonsValues,
} from '#contract/desk/reasons/values.ts'
import { cutTo } from '#contract/wire/plain-text.ts'
import type { Query } from '#contract/wire/query.ts'
import { listFeedback } from '#server/accounts/list-feedback.ts'
import { listCancellations } from '#server/billing/subscriptions/list-cancellations.ts'
import type { Db } from '#server/platform/db/database.ts'
import { DAY, later } from '#server/ports/clock.ts'
import { utcMoment } from '../utc-moment.ts'

const ROWS = 25
const LONGEST = 20

/** Whole days in UTC, both of them included. */
type Days = { since: Date | undefined; before: Date | undefined }

export type ReasonList<Row> = {
  /** `after`: the place of the row before. */
  read(db: Db, days: Days, after: string | undefined, limit: number): Promise<(Row & { place: string })[]>
}

export const cancellations: ReasonList<CancellationRow> = {
  async read(db, { since, before }, after = '', limit) {
    const [, micros, reference] = /^(\d{1,16})\.([\w-]{1,60})$/.exec(after) ?? []
    const found = await listCancellations(db, {
      since,
      until: before && later(before, -1),
      after: reference === undefined ? undefined : { micros: Number(micros), reference },
      limit,
    })
    return found.map(({ requestedAt, reason, micros: at, ...row }) => ({
      ...row,
      requestedAt: requestedAt.toISOString(),
      reason: reason ?? '',
      place: `${at}.${row.reference}`,
    }))
  },
}

export const feedback: ReasonList<FeedbackRow> = {
  async read(db, { since, before }, after = '', limit) {
    const [, micros, id] = /^(\d{1,16})\.(\d{1,15})$/.exec(after) ?? []
    const place = id === undefined ? undefined : { micros: Number(micros), id: Number(id) }
    const found = await listFeedback(db, limit, { since, before, after: place })
    return found.map(({ at, micros: moment, reason, missing, wouldReturn, ...row }) => ({
      ...row,
      at: at.toISOString(),
      reason: reason ?? '',
      missing: missing ?? '',
      wouldReturn: wouldReturn ?? '',
      place: `${moment}.${row.id}`,
    }))
  },
}

export async function showReasons(db: Db, query: Query): Promise<ReasonsValues> {
  const { filter, days } = readDays(query)
  if (!days) {
    const none = { rows: [], older: null, isNewest: true }
    return { filter, complaint: 'Enter days like 2026-12-01.', cancellations: none, feedback: none }
  }
  return {
    filter,
    complaint: '',
    cancellations: await partOf(db, cancellations, days, query.cancellations),
    feedback: await partOf(db, feedback, days, query.feedback),
  }
}

async function partOf<Row>(
  db: Db,
  list: ReasonList<Row>,
  days: Days,
  after: string | undefined,
): Promise<ListPart<Row>> {
  const found = await list.read(db, days, after, ROWS + 1)
  const shown = found.slice(0, ROWS)
  return {
    rows: shown,
    older: found.length > ROWS ? (shown.at(-1)?.place ?? null) : null,
    isNewest: after === undefined,
  }
}

/** Without days, the filter is wrong. */
export function readDays(query: Query): { filter: ReasonsFilter; days: Days | undefined } {
  const given = (name: string) => cutTo((query[name] ?? '').trim(), LONGEST)
  const filter = { from: given('from'), to: given('to') }
  const [since, to] = [utcMoment(filter.from, 'from'), utcMoment(filter.to, 'to')]
  if ((since && !(since instanceof Date)) || (to && !(to instanceof Date))) return { filter, days: undefined }
  return { filter, days: { since, before: to && later(to, DAY) } }
}
