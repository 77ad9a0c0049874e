import type { AuditRow, AuditValues } from '#contract/desk/audit/values.ts'
import { activities } from '#contract/features/activity/activities.ts'
import type { Query } from '#contract/wire/query.ts'
import { listOperators } from '#server/identity/operators/operators.ts'
import { defuse, writeCsv } from '#server/platform/csv.ts'
import type { DeskDeps } from '../desk-deps.ts'
import { type Entry, listEntries } from './queries.ts'
import { readFilter } from './read-filter.ts'

const ROWS = 100
const LINES_AT_MOST = 10_000
const heading = ['Time (UTC)', 'Who', 'Action', 'Account', 'Reason', 'Details']

type AuditDeps = Pick<DeskDeps, 'db' | 'clock'>

export async function showAudit({ db, clock }: AuditDeps, query: Query): Promise<AuditValues> {
  const read = await readFilter(db, query, clock.now())
  const suggested = {
    actions: Object.keys(activities).toSorted(),
    operators: (await listOperators(db)).map(({ email }) => email),
  }
  const none = { filter: read.filter, rows: [], older: null, isNewest: true, ...suggested }
  if ('complaint' in read) return { ...none, complaint: read.complaint }
  const found = await listEntries(db, { ...read.wanted, limit: ROWS + 1 })
  const entries = found.slice(0, ROWS)
  const last = entries.at(-1)
  return {
    ...none,
    rows: entries.map(rowOf),
    complaint: '',
    older: found.length > ROWS && last ? `${last.at.getTime()}.${last.id}` : null,
    isNewest: query.before === undefined,
  }
}

/** The newest entries that the filter leaves. Undefined if the filter is wrong. */
export async function exportAudit({ db, clock }: AuditDeps, query: Query): Promise<string | undefined> {
  const { before: _place, ...filter } = query
  const read = await readFilter(db, filter, clock.now())
  if ('complaint' in read) return undefined
  const entries = await listEntries(db, { ...read.wanted, limit: LINES_AT_MOST })
  const rows = entries
    .map(rowOf)
    .map(({ at, actor, action, pin, reason, details }) => [
      at,
      ...[actor, action, pin ?? '', reason, details.join('; ')].map(defuse),
    ])
  return `${writeCsv([heading, ...rows])}\r\n`
}

function rowOf({ id, at, actor, action, pin, details }: Entry): AuditRow {
  const { reason, words, ...others } = details
  return {
    id,
    at: at.toISOString(),
    actor,
    action,
    what: textOf(action),
    pin,
    details: Object.entries(others).map(([name, value]) => `${name}: ${written(value)}`),
    reason: String(reason ?? words ?? ''),
  }
}

/** The sentence of the customers' own log, or the name itself. */
function textOf(action: string): string {
  const known: Record<string, { text: string }> = activities
  return known[action]?.text ?? action.replaceAll('-', ' ')
}

function written(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
