import * as z from 'zod/mini'
import type { GatewayNotice } from '../ports/payments.ts'

/** Larger than any charge we make. */
const CENTS_AT_MOST = 100_000_000

// Excludes U+0000, which PostgreSQL cannot store.
const reference = z.string().check(z.regex(/^[\x21-\x7e]{1,200}$/))

const notice = z.object({
  kind: z.enum(['dispute', 'refund', 'void']),
  /** Of the charge. */
  reference,
  refund: z.optional(reference),
  amount: z.int().check(z.gte(0), z.lte(CENTS_AT_MOST)),
})

/** Validates a correctly signed notification. A malformed one cannot be acted on. */
export function noticeFrom(said: unknown): GatewayNotice | 'senseless' {
  const read = notice.safeParse(said)
  return read.success ? read.data : 'senseless'
}
