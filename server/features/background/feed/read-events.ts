import * as messages from '#contract/features/feed.ts'
import { EVENTS_AT_MOST, type readEvents as readEventsCall } from '#contract/features/feed.ts'
import type { AnswerOf } from '#contract/wire/call.ts'
import { assignPositions, type EventRow, eventOf } from '#server/accounts/feed/events.ts'
import type { Deps } from '#server/deps.ts'
import { sql } from '#server/platform/db/sql.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import { limitOf } from './limit-of.ts'

/** The events after a position, in order. What is committed is in it, or gets a later position. */
export async function readEvents(
  { db }: Pick<Deps, 'db'>,
  asked: { after: string; limit: string },
): Promise<AnswerOf<typeof readEventsCall> | Refused> {
  const limit = limitOf(asked.limit, EVENTS_AT_MOST)
  if (isRefused(limit)) return limit
  if (!/^\d{0,15}$/.test(asked.after)) return refuse('invalid-fields', { errors: messages.badPosition })
  const after = Number(asked.after)
  await assignPositions(db)
  const rows = await db.many<EventRow>(sql`
    select account_id as "accountId", entitlements ->> 'account_number' as "accountNumber", sequence, position, type, data,
      entitlements, occurred_at as "occurredAt"
    from feed_events where position > ${after} order by position limit ${limit}`)
  // Asked last: what was deleted while the events were read is missing among them.
  const { last, deleted } = await db.one<{ last: number; deleted: number }>(sql`
    select last_position as last, deleted_through as deleted from feed_state`)
  if (after < deleted) return refuse('events-deleted')
  if (after > last) return refuse('invalid-fields', { errors: messages.positionAhead })
  const next = rows.at(-1)?.position ?? after
  return { events: rows.map(eventOf), next_after: next, has_more: next < last }
}
