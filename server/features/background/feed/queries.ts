import { randomUUID } from 'node:crypto'
import type { Sealed } from '#server/accounts/feed/endpoints.ts'
import type { EventRow } from '#server/accounts/feed/events.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

const EVENTS_IN_A_BATCH = 200
const ACCOUNTS_IN_A_BATCH = 50
const EVENTS_OF_AN_ACCOUNT = 20

/** An account's events that are sent one after the other. */
export type Lane = {
  accountId: number
  events: EventRow[]
  /** How often its first event was tried in vain, and since when. */
  tries: number
  failingSince: Date | null
  /** There are more of the same account after these. */
  hasMore: boolean
}

/** Accounts that wait for their next event to be taken, and whose time has come. */
export async function listWaiting(
  db: Db,
  endpoint: Claimed,
  now: Date,
  atMost = ACCOUNTS_IN_A_BATCH,
): Promise<Lane[]> {
  const waiting = await db.many<Omit<Lane, 'events' | 'hasMore'> & { events: StoredEvent[] | null }>(sql`
    select b.account_id as "accountId", b.tries, b.failing_since as "failingSince", waiting.events
    from (
      select account_id, next_sequence, tries, failing_since, next_at from feed_backlog
      where endpoint_id = ${endpoint.id} and next_at <= ${now} order by next_at limit ${atMost}
    ) b
    cross join lateral (
      select jsonb_agg(jsonb_build_object('accountId', e.account_id, 'accountNumber', e.entitlements -> 'account_number',
        'sequence', e.sequence, 'position', e.position, 'type', e.type, 'data', e.data, 'entitlements', e.entitlements,
        'occurredAt', e.occurred_at) order by e.sequence) as events
      from (
        select * from feed_events where account_id = b.account_id and sequence >= b.next_sequence
          and position <= ${endpoint.sentThrough} order by sequence limit ${EVENTS_OF_AN_ACCOUNT}
      ) e
    ) waiting
    order by b.next_at`)
  return waiting.map(({ events, ...lane }) => ({
    ...lane,
    events: (events ?? []).map((event) => ({ ...event, occurredAt: new Date(event.occurredAt) })),
    hasMore: events?.length === EVENTS_OF_AN_ACCOUNT,
  }))
}

type StoredEvent = Omit<EventRow, 'occurredAt'> & { occurredAt: string }

/** The next events by position, without those of waiting accounts, which follow the event that waits. */
export async function listNext(
  db: Db,
  { id, sentThrough }: Claimed,
  atMost = EVENTS_IN_A_BATCH,
): Promise<{ lanes: Lane[]; through: number | undefined }> {
  const events = await db.many<EventRow & { isWaiting: boolean }>(sql`
    select e.account_id as "accountId", e.entitlements ->> 'account_number' as "accountNumber", e.sequence, e.position,
      e.type, e.data, e.entitlements, e.occurred_at as "occurredAt",
      exists (select from feed_backlog b where b.endpoint_id = ${id} and b.account_id = e.account_id) as "isWaiting"
    from feed_events e where e.position > ${sentThrough} order by e.position limit ${atMost}`)
  const lanes = new Map<number, Lane>()
  for (const event of events.filter(({ isWaiting }) => !isWaiting)) {
    const { accountId } = event
    const lane = lanes.get(accountId) ?? {
      accountId,
      events: [],
      tries: 0,
      failingSince: null,
      hasMore: false,
    }
    lane.events.push(event)
    lanes.set(accountId, lane)
  }
  return { lanes: [...lanes.values()], through: events.at(-1)?.position }
}

export type WaitingAccount = {
  accountId: number
  nextSequence: number
  tries: number
  nextAt: Date
  failingSince: Date | null
  error: string | null
}

/** Accounts whose events have all been delivered no longer wait; the others keep waiting, or start to. */
export async function saveWaiting(
  tx: Db,
  endpointId: number,
  done: readonly number[],
  waiting: readonly WaitingAccount[],
) {
  if (done.length > 0)
    await tx.run(sql`
      delete from feed_backlog where endpoint_id = ${endpointId} and account_id = any(${done}::bigint[])`)
  if (waiting.length > 0)
    await tx.run(sql`
      insert into feed_backlog (endpoint_id, account_id, next_sequence, tries, next_at, failing_since, last_error)
      select ${endpointId}::bigint, k."accountId", k."nextSequence", k.tries, k."nextAt", k."failingSince", k.error
      from jsonb_to_recordset(${JSON.stringify(waiting)}::jsonb) as k ("accountId" bigint, "nextSequence" bigint,
        tries integer, "nextAt" timestamptz, "failingSince" timestamptz, error text)
      on conflict (endpoint_id, account_id) do update set next_sequence = excluded.next_sequence,
        tries = excluded.tries, next_at = excluded.next_at, failing_since = excluded.failing_since,
        last_error = excluded.last_error`)
}

export type EndpointState = Pick<Claimed, 'sentThrough' | 'tries' | 'failingSince'> & {
  state: 'active' | 'failing' | 'disabled'
  nextAt: Date
  error: string | null
  hasTaken: boolean
}

/** Locks the endpoint until the transaction ends. Undefined: it is no longer claimed. */
export function lockClaimed(tx: Db, { id, claim }: Claimed): Promise<{ hasMissed: boolean } | undefined> {
  return tx.maybe<{ hasMissed: boolean }>(sql`
    select missed_at is not null as "hasMissed" from feed_endpoints
    where id = ${id} and claim = ${claim} for update`)
}

/** Also renews the claim. */
export async function saveEndpointState(
  tx: Db,
  { id }: Claimed,
  progress: EndpointState,
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update feed_endpoints set sent_through = greatest(sent_through, ${progress.sentThrough}), tries = ${progress.tries},
      failing_since = ${progress.failingSince}, state = ${progress.state}, next_at = ${progress.nextAt},
      last_error = coalesce(${progress.error}, last_error),
      last_taken_at = case when ${progress.hasTaken} then ${now}::timestamptz else last_taken_at end,
      claimed_until = clock_timestamp() + interval '60 seconds'
    where id = ${id}`)
}

/** Since when the account that waits longest has been refused. */
export async function oldestRefusal(tx: Db, endpointId: number): Promise<Date | null> {
  const { since } = await tx.one<{ since: Date | null }>(sql`
    select min(failing_since) as since from feed_backlog where endpoint_id = ${endpointId}`)
  return since
}

/** Accounts that were refused before the endpoint went down keep their own time. */
export async function hurryWaiting(tx: Db, endpointId: number, downSince: Date, now: Date): Promise<void> {
  await tx.run(sql`
    update feed_backlog set next_at = ${now}
    where endpoint_id = ${endpointId} and next_at > ${now} and failing_since >= ${downSince}`)
}

/** An endpoint that this instance alone may send to for a while. */
export type Claimed = Sealed & {
  id: number
  claim: string
  url: string
  state: 'active' | 'failing'
  sentThrough: number
  tries: number
  failingSince: Date | null
}

/** Whether there are events without a position, or an endpoint that has something to send. */
export async function isFeedDue(db: Db, now: Date): Promise<boolean> {
  const { isDue } = await db.one<{ isDue: boolean }>(sql`
    select exists (select from feed_events where position is null) or exists (
      select from feed_endpoints e cross join feed_state s
      where e.state <> 'disabled' and e.next_at <= ${now}
        and (e.claimed_until is null or e.claimed_until <= clock_timestamp())
        and (e.sent_through < s.last_position or exists (
          select from feed_backlog b where b.endpoint_id = e.id and b.next_at <= ${now}))) as "isDue"`)
  return isDue
}

/**
 * Takes the endpoint that has waited longest and has something to send. The claim ends by the database's clock, so
 * instances whose clocks differ never send at the same time; it outlasts every request that is begun under it.
 */
export function claimEndpoint(db: Db, now: Date): Promise<Claimed | undefined> {
  const claim = randomUUID()
  return db.maybe<Claimed>(sql`
    update feed_endpoints set claim = ${claim}, claimed_until = clock_timestamp() + interval '60 seconds',
      served_at = clock_timestamp()
    where id = (
      select e.id from feed_endpoints e cross join feed_state s
      where e.state <> 'disabled' and e.next_at <= ${now}
        and (e.claimed_until is null or e.claimed_until <= clock_timestamp())
        and (e.sent_through < s.last_position or exists (
          select from feed_backlog b where b.endpoint_id = e.id and b.next_at <= ${now}))
      order by e.served_at nulls first, e.id limit 1 for update of e skip locked)
    returning id, claim, url, secret_sealed as secret, former_secrets as former, state, sent_through as "sentThrough", tries,
      failing_since as "failingSince"`)
}

export async function releaseEndpoint(db: Db, { id, claim }: Claimed): Promise<void> {
  await db.run(
    sql`update feed_endpoints set claim = null, claimed_until = null where id = ${id} and claim = ${claim}`,
  )
}
