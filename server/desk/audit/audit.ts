import type { FastifyInstance } from 'fastify'
import type { AuditFilter, AuditRow, AuditValues } from '#contract/desk/audit.ts'
import { deskPages } from '#contract/desk/desk-pages.ts'
import { activities, operatorActions } from '#contract/features/activity.ts'
import { cutTo } from '#contract/wire/plain-text.ts'
import type { Query } from '#contract/wire/query.ts'
import { findByNumber } from '#server/accounts/accounts.ts'
import { findOperator, listOperators } from '#server/identity/operators/operators.ts'
import { defuse } from '#server/platform/csv.ts'
import {
  type Before,
  beforeCursor,
  type Cursor,
  microsOf,
  NEWEST,
  partOf,
  readCursor,
  writeCursor,
} from '#server/platform/db/cursor.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { refuse } from '#server/platform/refusal.ts'
import { DAY, later } from '#server/ports/clock.ts'
import { daysIn } from '../desk-moment.ts'
import { type DeskDeps, deskPage } from '../desk-routes.ts'
import { csvInParts, listFile } from '../list-file.ts'

export function auditRoutes(app: FastifyInstance, deps: DeskDeps): void {
  deskPage(app, deps, 'audit', (_operator, { query }) => showAudit(deps, query))
  listFile(app, deps, `${deskPages.audit.path}audit.csv`, ({ query }) => exportAudit(deps, query))
}

const ROWS = 100
const heading = ['Time (UTC)', 'Who', 'Action', 'Account', 'Reason', 'Details']

const texts: Record<string, string> = {
  ...Object.fromEntries(Object.entries(activities).map(([action, { text }]) => [action, text])),
  ...operatorActions,
}

type AuditDeps = Pick<DeskDeps, 'db' | 'clock'>

async function showAudit({ db, clock }: AuditDeps, query: Query): Promise<AuditValues> {
  const read = await readFilter(db, query, clock.now())
  const suggested = {
    actions: Object.keys(texts).toSorted(),
    operators: (await listOperators(db)).map(({ email }) => email),
  }
  const none = { filter: read.filter, rows: [], older: null, isNewest: true, ...suggested }
  if ('complaint' in read) return { ...none, complaint: read.complaint }
  const found = await listEntries(db, { ...read.wanted, limit: ROWS + 1 })
  const { rows, last } = partOf(found, ROWS)
  return {
    ...none,
    rows: rows.map(rowOf),
    complaint: '',
    older: last ? writeCursor(last) : null,
    isNewest: query.before === undefined,
  }
}

const LONGEST = 200

type Read =
  | { filter: AuditFilter; wanted: Omit<EntryFilter, 'limit'> }
  | { filter: AuditFilter; complaint: string }

/** The filter of a request. */
async function readFilter(db: Db, query: Query, now: Date): Promise<Read> {
  const parameter = (name: string) => cutTo((query[name] ?? '').trim(), LONGEST)
  const filter = {
    operator: parameter('operator'),
    action: parameter('action'),
    account: parameter('account'),
    from: parameter('from'),
    to: parameter('to'),
  }
  const account = filter.account === '' ? undefined : await findByNumber(db, filter.account)
  if (filter.account !== '' && !account)
    return { filter, complaint: `There is no account ${filter.account}. Enter its six-digit number.` }
  const days = daysIn(filter)
  if (!days) return { filter, complaint: 'Enter days like 2026-12-01.' }
  const cursor = readCursor(query.before)
  // Entries name operators as their email was written when they were added.
  const operator = filter.operator === '' ? undefined : await findOperator(db, filter.operator)
  return {
    filter,
    wanted: {
      accountId: account?.id ?? null,
      actor: filter.operator === '' ? null : `operator:${operator?.email ?? filter.operator}`,
      action: filter.action === '' ? null : filter.action,
      from: days.since ?? new Date(0),
      ...beforeCursor(cursor ?? { ...NEWEST, micros: microsOf(days.before ?? later(now, DAY)), id: 0 }),
    },
  }
}

type Entry = Cursor & {
  at: Date
  actor: string
  action: string
  pin: string | null
  details: Record<string, unknown>
}

/** Newest first. Null: any. */
type EntryFilter = Before & {
  accountId: number | null
  actor: string | null
  action: string | null
  from: Date
}

/** By the index that leaves the fewest entries to read. */
export function listEntries(db: Db, wanted: EntryFilter): Promise<Entry[]> {
  if (wanted.accountId !== null) return listOfAccount(db, wanted)
  if (wanted.actor !== null)
    return wanted.action === null ? listOfOperator(db, wanted) : listOfOperatorAndAction(db, wanted)
  if (wanted.action !== null) return listOfAction(db, wanted)
  return listAll(db, wanted)
}

function listOfAccount(
  db: Db,
  { accountId, actor, action, from, at, id, limit }: EntryFilter,
): Promise<Entry[]> {
  return db.many<Entry>(sql`
    select u.id, 0 as source, (extract(epoch from u.at) * 1000000)::bigint as micros, u.at, u.actor, u.action, a.pin, u.details from audit u join accounts a on a.id = u.account_id
    where u.account_id = ${accountId} and (u.at, u.id) < (${at}::timestamptz, ${id}::bigint) and u.at >= ${from}
      and (${actor}::text is null or u.actor = ${actor}) and (${action}::text is null or u.action = ${action})
    order by u.at desc, u.id desc limit ${limit}`)
}

function listOfOperator(db: Db, { actor, from, at, id, limit }: EntryFilter): Promise<Entry[]> {
  return db.many<Entry>(sql`
    select u.id, 0 as source, (extract(epoch from u.at) * 1000000)::bigint as micros, u.at, u.actor, u.action, a.pin, u.details from audit u left join accounts a on a.id = u.account_id
    where u.actor = ${actor} and starts_with(u.actor, 'operator:')
      and (u.at, u.id) < (${at}::timestamptz, ${id}::bigint) and u.at >= ${from}
    order by u.at desc, u.id desc limit ${limit}`)
}

function listOfOperatorAndAction(
  db: Db,
  { actor, action, from, at, id, limit }: EntryFilter,
): Promise<Entry[]> {
  return db.many<Entry>(sql`
    select u.id, 0 as source, (extract(epoch from u.at) * 1000000)::bigint as micros, u.at, u.actor, u.action, a.pin, u.details from audit u left join accounts a on a.id = u.account_id
    where u.actor = ${actor} and starts_with(u.actor, 'operator:') and u.action = ${action}
      and (u.at, u.id) < (${at}::timestamptz, ${id}::bigint) and u.at >= ${from}
    order by u.at desc, u.id desc limit ${limit}`)
}

function listOfAction(db: Db, { action, from, at, id, limit }: EntryFilter): Promise<Entry[]> {
  return db.many<Entry>(sql`
    select u.id, 0 as source, (extract(epoch from u.at) * 1000000)::bigint as micros, u.at, u.actor, u.action, a.pin, u.details from audit u left join accounts a on a.id = u.account_id
    where u.action = ${action} and (u.at, u.id) < (${at}::timestamptz, ${id}::bigint) and u.at >= ${from}
    order by u.at desc, u.id desc limit ${limit}`)
}

function listAll(db: Db, { from, at, id, limit }: EntryFilter): Promise<Entry[]> {
  return db.many<Entry>(sql`
    select u.id, 0 as source, (extract(epoch from u.at) * 1000000)::bigint as micros, u.at, u.actor, u.action, a.pin, u.details from audit u left join accounts a on a.id = u.account_id
    where (u.at, u.id) < (${at}::timestamptz, ${id}::bigint) and u.at >= ${from}
    order by u.at desc, u.id desc limit ${limit}`)
}

function rowOf({ id, at, actor, action, pin, details }: Entry): AuditRow {
  const { reason, words, ...others } = details
  // The text about a refund or credit stands beside the chosen reason.
  const reasons = [reason, words].filter((one) => typeof one === 'string' && one !== '')
  return {
    id,
    at: at.toISOString(),
    actor,
    action,
    what: textOf(action),
    pin,
    details: Object.entries(others).map(([name, value]) => `${name}: ${written(value)}`),
    reason: reasons.join(': '),
  }
}

/**
 * The sentence of the customers' log or of operators' actions, or the name written by a newer release running
 * beside us.
 */
function textOf(action: string): string {
  return texts[action] ?? action.replaceAll('-', ' ')
}

function written(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** All entries that match the filter. */
async function exportAudit({ db, clock }: AuditDeps, query: Query) {
  const { before: _, ...asked } = query
  const read = await readFilter(db, asked, clock.now())
  if ('complaint' in read) return refuse('invalid-fields', { errors: 'The filter is wrong.' })
  const { filter, wanted } = read
  const entries = (last: Entry | undefined, limit: number) =>
    listEntries(db, { ...wanted, ...(last && beforeCursor(last)), limit })
  const csv = csvInParts(heading, entries, (entry) => cellsOf(rowOf(entry)))
  return { name: 'audit', noted: { list: 'audit log', ...filter }, csv }
}

function cellsOf({ at, actor, action, pin, reason, details }: AuditRow): string[] {
  return [at, ...[actor, action, pin ?? '', reason, details.join('; ')].map(defuse)]
}
