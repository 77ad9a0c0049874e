import type { AuditFilter } from '#contract/desk/audit/values.ts'
import { cutTo } from '#contract/wire/plain-text.ts'
import type { Query } from '#contract/wire/query.ts'
import { findByNumber } from '#server/accounts/find-by-number.ts'
import type { Db } from '#server/platform/db/database.ts'
import { DAY, later } from '#server/ports/clock.ts'
import { utcMoment } from '../utc-moment.ts'
import type { Wanted } from './queries.ts'

const LONGEST = 200

export type Read =
  | { filter: AuditFilter; wanted: Omit<Wanted, 'limit'> }
  | { filter: AuditFilter; complaint: string }

/** The filter of a request: the days are whole days in UTC, both of them included. */
export async function readFilter(db: Db, query: Query, now: Date): Promise<Read> {
  const given = (name: string) => cutTo((query[name] ?? '').trim(), LONGEST)
  const filter = {
    operator: given('operator'),
    action: given('action'),
    account: given('account'),
    from: given('from'),
    to: given('to'),
  }
  const account = filter.account === '' ? undefined : await findByNumber(db, filter.account)
  if (filter.account !== '' && !account)
    return { filter, complaint: `There is no account ${filter.account}. Enter its six-digit number.` }
  const [from, to] = [utcMoment(filter.from, 'from'), utcMoment(filter.to, 'to')]
  if ((from && !(from instanceof Date)) || (to && !(to instanceof Date)))
    return { filter, complaint: 'Enter days like 2026-12-01.' }
  const place = placeIn(query.before)
  return {
    filter,
    wanted: {
      accountId: account?.id ?? null,
      actor: filter.operator === '' ? null : `operator:${filter.operator}`,
      action: filter.action === '' ? null : filter.action,
      from: from ?? new Date(0),
      before: place?.at ?? (to ? later(to, DAY) : later(now, DAY)),
      beforeId: place?.id ?? 0,
    },
  }
}

/** Undefined if it is none: the log then begins with its newest entry. */
function placeIn(text = ''): { at: Date; id: number } | undefined {
  const [, at, id] = /^(\d{1,15})\.(\d{1,15})$/.exec(text) ?? []
  return at === undefined ? undefined : { at: new Date(Number(at)), id: Number(id) }
}
