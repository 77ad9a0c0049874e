import { Readable } from 'node:stream'
import type { AuditFilter, AuditRow, AuditValues } from '#contract/desk/audit/values.ts'
import { activities, operatorActions } from '#contract/features/activity.ts'
import type { Query } from '#contract/wire/query.ts'
import { listOperators } from '#server/identity/operators/operators.ts'
import { defuse, writeCsv } from '#server/platform/csv.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { DeskDeps } from '../desk-deps.ts'
import { type Entry, listEntries, type Wanted } from './queries.ts'
import { readFilter } from './read-filter.ts'

const ROWS = 100
const PART = 1000
const heading = ['Time (UTC)', 'Who', 'Action', 'Account', 'Reason', 'Details']

const texts: Record<string, string> = {
  ...Object.fromEntries(Object.entries(activities).map(([action, { text }]) => [action, text])),
  ...operatorActions,
}

type AuditDeps = Pick<DeskDeps, 'db' | 'clock'>

export async function showAudit({ db, clock }: AuditDeps, query: Query): Promise<AuditValues> {
  const read = await readFilter(db, query, clock.now())
  const suggested = {
    actions: Object.keys(texts).toSorted(),
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

/**
 * All entries that the filter leaves, read in parts while they are sent: there may be as many as changes in years.
 * Undefined if the filter is wrong.
 */
export async function exportAudit(
  { db, clock }: AuditDeps,
  query: Query,
): Promise<{ filter: AuditFilter; csv: Readable } | undefined> {
  const { before: _place, ...filter } = query
  const read = await readFilter(db, filter, clock.now())
  if ('complaint' in read) return undefined
  return { filter: read.filter, csv: Readable.from(linesOf(db, read.wanted)) }
}

async function* linesOf(db: Db, wanted: Omit<Wanted, 'limit'>): AsyncGenerator<string> {
  yield `${writeCsv([heading])}\r\n`
  for (let place = wanted; ; ) {
    const part = await listEntries(db, { ...place, limit: PART })
    if (part.length > 0) yield `${writeCsv(part.map(rowOf).map(cellsOf))}\r\n`
    const last = part.at(-1)
    if (!last || part.length < PART) return
    place = { ...wanted, before: last.at, beforeId: last.id }
  }
}

function cellsOf({ at, actor, action, pin, reason, details }: AuditRow): string[] {
  return [at, ...[actor, action, pin ?? '', reason, details.join('; ')].map(defuse)]
}

function rowOf({ id, at, actor, action, pin, details }: Entry): AuditRow {
  const { reason, words, ...others } = details
  // The words of a refund or credit stand beside the kind of reason that was chosen.
  const said = [reason, words].filter((one) => typeof one === 'string' && one !== '')
  return {
    id,
    at: at.toISOString(),
    actor,
    action,
    what: textOf(action),
    pin,
    details: Object.entries(others).map(([name, value]) => `${name}: ${written(value)}`),
    reason: said.join(': '),
  }
}

/** The sentence of the customers' own log or of what operators do, or the name that a newer release wrote while both run. */
function textOf(action: string): string {
  return texts[action] ?? action.replaceAll('-', ' ')
}

function written(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
