import { dayBefore } from '#contract/calendar/billing-dates.ts'
import { type Cursor, momentOf, NEWEST } from '#server/platform/db/cursor.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

export type Cancellation = {
  requestedAt: Date
  pin: string
  company: string
  reason: string | null
  lastDay: string
  state: string
  reference: string
}
/** Cancellations of the same moment are sorted by reference. */
type ListedCancellation = Cancellation & Cursor<string>
type Row = Omit<Cancellation, 'lastDay'> & { cancelOn: string }

/** The cancellations of an account, newest first. Undone ones are in a separate table. */
export async function cancellationsOf(db: Db, accountId: number): Promise<Cancellation[]> {
  const rows = await db.many<Row>(sql`
    select c.requested_at as "requestedAt", a.pin, a.company, c.reason, c.cancel_on as "cancelOn", c.state, c.reference
    from (
      select account_id, cancel_requested_at as requested_at, cancel_reason as reason, cancel_on,
        cancel_reference as reference, case when ended_at is null then 'runs to its last day' else 'ended' end as state
      from subscriptions where account_id = ${accountId} and cancel_requested_at is not null
      union all
      select s.account_id, u.requested_at, u.reason, u.cancel_on, u.reference, 'taken back'
      from subscriptions s join undone_cancellations u on u.subscription_id = s.id where s.account_id = ${accountId}
    ) c join accounts a on a.id = c.account_id
    order by c.requested_at desc, c.reference`)
  return rows.map(withLastDay)
}

/**
 * Cancellations with their reasons, newest first. Each part is limited separately, so that neither index is read further
 * than listed.
 */
export async function listCancellations(
  db: Db,
  {
    since = new Date(0),
    until,
    cursor = { ...NEWEST, id: '' },
    limit,
  }: {
    since?: Date | undefined
    until?: Date | undefined
    cursor?: Cursor<string> | undefined
    limit: number
  },
): Promise<ListedCancellation[]> {
  const older = momentOf(cursor)
  const rows = await db.many<Row & { micros: number }>(sql`
    select c.requested_at as "requestedAt", (extract(epoch from c.requested_at) * 1000000)::bigint as micros, a.pin, a.company,
      c.reason, c.cancel_on as "cancelOn", c.state, c.reference
    from (
      (select account_id, cancel_requested_at as requested_at, cancel_reason as reason, cancel_on,
        cancel_reference as reference, case when ended_at is null then 'runs to its last day' else 'ended' end as state
      from subscriptions where cancel_requested_at between ${since} and coalesce(${until ?? null}::timestamptz, 'infinity')
        and (cancel_requested_at, cancel_reference) < (${older}::timestamptz, ${cursor.id})
      order by cancel_requested_at desc, cancel_reference desc limit ${limit})
      union all
      (select s.account_id, u.requested_at, u.reason, u.cancel_on, u.reference, 'taken back'
      from undone_cancellations u join subscriptions s on s.id = u.subscription_id
      where u.requested_at between ${since} and coalesce(${until ?? null}::timestamptz, 'infinity')
        and (u.requested_at, u.reference) < (${older}::timestamptz, ${cursor.id})
      order by u.requested_at desc, u.reference desc limit ${limit})
    ) c join accounts a on a.id = c.account_id
    order by c.requested_at desc, c.reference desc limit ${limit}`)
  return rows.map((row) => ({ ...withLastDay(row), micros: row.micros, source: 0, id: row.reference }))
}

function withLastDay({ requestedAt, pin, company, reason, cancelOn, state, reference }: Row): Cancellation {
  return { requestedAt, pin, company, reason, lastDay: dayBefore(cancelOn), state, reference }
}
