const statuses = ['registered', 'confirming', 'refused'] as const
export type OrderStatus = (typeof statuses)[number]
type Said =
  | { kind: 'refused'; status: number; said: Record<string, unknown> }
  | { kind: 'answered' | 'failed' | 'cancelled' | 'late' }

/**
 * What a 409 says of the order that is there already. Where it says nothing, the outcome of that order is unknown: to
 * take it for refused could charge somebody twice.
 */
export function formerOrderOf(outcome: Said): OrderStatus | undefined {
  if (outcome.kind !== 'refused' || outcome.status !== 409) return undefined
  const { data } = outcome.said
  return (
    statusIn(data && typeof data === 'object' ? (data as { status?: unknown }).status : '') ?? 'confirming'
  )
}

export function statusIn(said: unknown): OrderStatus | undefined {
  return statuses.find((status) => status === said)
}
