import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

export type AccountEvent = {
  sequence: number
  position: number | null
  type: string
  occurredAt: Date
  /** The event's own facts, as JSON. */
  data: string
  /** The status that the provider was told. */
  status: string | null
}

/** What the provider's systems were told about an account, oldest first: its last events, or the last before one of them. */
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
