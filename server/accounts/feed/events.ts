import type { Entitlements, EventType, FactType, FeedEvent } from '#contract/features/feed.ts'
import type { Database, Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/** An event with its position, as stored. */
export type EventRow = {
  accountId: number
  accountNumber: string
  sequence: number
  position: number
  type: EventType
  data: Record<string, unknown>
  entitlements: Entitlements
  occurredAt: Date
}

/** The id is the same however often the event is sent or read. */
export function eventOf(row: EventRow): FeedEvent {
  return {
    id: `evt_${row.accountNumber}_${row.sequence}`,
    type: row.type,
    timestamp: row.occurredAt.toISOString(),
    position: row.position,
    account_number: row.accountNumber,
    sequence: row.sequence,
    data: row.data,
    entitlements: row.entitlements,
  }
}

/**
 * Records a fact that is not an entitlement, such as a refund, in the transaction that causes it. Changes of
 * entitlements need no call: the triggers `note_entitlements` write their events. An account that is not
 * provisioned yet is unknown to the provider, so nothing is recorded.
 */
export async function noteFact(
  tx: Db,
  accountId: number,
  type: FactType,
  data: Record<string, string | number | null>,
  now: Date,
): Promise<void> {
  await tx.run(sql`
    insert into feed_facts (account_id, type, data, occurred_at)
    values (${accountId}, ${type}, ${JSON.stringify(data)}, ${now})`)
}

const PART = 1_000

/**
 * Gives committed events their positions, under one lock: a position is never lower than one already read. An
 * event whose transaction commits late gets a later one. Within an account the order is kept.
 */
export async function assignPositions(db: Database): Promise<void> {
  while (await assignPart(db));
}

async function assignPart(db: Database): Promise<boolean> {
  const waiting = await db.maybe(sql`select 1 from feed_events where position is null limit 1`)
  if (!waiting) return false
  return db.transaction(async (tx) => {
    await tx.one(sql`select last_position from feed_state for update`)
    const { given } = await tx.one<{ given: number }>(sql`
      with part as (
        select number, row_number() over (order by number) as place
        from (select number from feed_events where position is null order by number limit ${PART}) waiting
      ), placed as (
        update feed_events e set position = s.last_position + part.place
        from part, feed_state s where e.number = part.number and e.position is null
        returning e.position
      ), noted as (
        update feed_state set last_position = last_position + (select count(*) from placed)
      )
      select count(*) as given from placed`)
    return given === PART
  })
}

export type AccountEvent = {
  sequence: number
  position: number | null
  type: string
  occurredAt: Date
  /** The event's own facts, as JSON. */
  data: string
  /** The status that the provider was sent. */
  status: string | null
}

/** The events sent about an account, oldest first: the last ones, or the last before one of them. */
export async function listAccountEvents(
  db: Db,
  accountId: number,
  limit: number,
  before: number = Number.MAX_SAFE_INTEGER,
): Promise<AccountEvent[]> {
  const newest = await db.many<AccountEvent>(sql`
    select sequence, position, type, occurred_at as "occurredAt", data::text as data, entitlements ->> 'status' as status
    from feed_events where account_id = ${accountId} and sequence < ${before}
    order by sequence desc limit ${limit}`)
  return newest.toReversed()
}
