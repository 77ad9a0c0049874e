import * as z from 'zod/mini'
import type { GatewayNotice } from '../ports/payments.ts'

/** No charge of ours is larger. */
const CENTS_AT_MOST = 100_000_000

const notice = z.object({
  kind: z.enum(['dispute', 'refund', 'void']),
  // What a gateway calls a charge: never a U+0000, which no database keeps.
  reference: z.string().check(z.regex(/^[\x21-\x7e]{1,200}$/)),
  amount: z.int().check(z.gte(0), z.lte(CENTS_AT_MOST)),
})

/** A rightly signed notice, read with doubt: what makes no sense is none that could be acted upon. */
export function noticeFrom(said: unknown): GatewayNotice | 'senseless' {
  const read = notice.safeParse(said)
  return read.success ? read.data : 'senseless'
}
