import type { QueueRow } from '#contract/desk/today/values.ts'
import type { Place } from '#server/billing/queues/place.ts'
import type { Operator } from '#server/identity/operators/operator-sessions.ts'

/** A row with its place, where the queue has a page of its own. */
export type PlacedRow = QueueRow & { at: Date; place?: Place }
export type Asked = { operator: Operator; place: Place; atMost: number; now: Date }
