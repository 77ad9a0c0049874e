import type { Entitlements, EventType, FeedEvent } from '#contract/features/feed.ts'

/** An event with its position, as it is stored. */
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

/** The id is the same whenever and however often the event is sent or read. */
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
