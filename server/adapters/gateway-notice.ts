import * as z from 'zod/mini'
import type { GatewayNotice } from '../ports/payments.ts'

/** Larger than any charge we make. */
const CENTS_AT_MOST = 100_000_000

// Excludes U+0000, which PostgreSQL cannot store.
const reference = z.string().check(z.regex(/^[\x21-\x7e]{1,200}$/))
const cents = z.int().check(z.gte(0), z.lte(CENTS_AT_MOST))
/** A calendar day of this century: databases have no year 0. */
const day = z.iso.date().check(z.regex(/^20/))
const moment = z.pipe(
  z.iso.datetime().check(z.regex(/^20/)),
  z.transform((value) => new Date(value)),
)

const notice = z.union([
  z.object({
    kind: z.enum(['refund', 'void']),
    /** Of the charge. */
    reference,
    refund: z.optional(reference),
    amount: cents,
  }),
  z.object({
    kind: z.literal('refund-failed'),
    reference,
    refund: reference,
    amount: cents,
  }),
  z.object({
    kind: z.literal('dispute'),
    state: z._default(z.enum(['opened', 'won', 'lost']), 'opened'),
    reference,
    dispute: z.optional(reference),
    amount: cents,
    won: z.optional(cents),
    reason: z.optional(z.string().check(z.regex(/^[\x20-\x7e]{0,100}$/))),
    openedOn: z.optional(day),
    replyBy: z.optional(day),
    at: z.optional(moment),
  }),
  z.object({
    kind: z.literal('card-report'),
    link: z.string().check(z.regex(/^[\x21-\x7e]{1,2000}$/)),
    on: day,
  }),
])

/** Validates a correctly signed notification. A malformed one cannot be acted on. */
export function noticeFrom(fields: unknown): GatewayNotice | 'senseless' {
  const read = notice.safeParse(fields)
  return read.success ? read.data : 'senseless'
}
