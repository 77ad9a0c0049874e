import * as z from 'zod/mini'
import * as messages from '#contract/wire/rule-messages.ts'
import { shownCents } from '#contract/wire/schema.ts'

/** The open balance that the page showed, 0 if none. */
export const shown = { open_cents: shownCents(messages.required) }

const paymentAnswer = z.object({
  data: z.object({
    /** `confirming`: the bank has not answered yet; poll the balance until the status changes. */
    status: z.enum(['paid', 'saved', 'confirming', 'nothing_open']),
    /** The receipt number. */
    number: z.string(),
  }),
})
export const balanceAnswer = z.object({
  data: z.object({
    status: z.enum(['open', 'confirming', 'nothing_open']),
    open_cents: z.number(),
    /** The account has ended, so nothing is open although nothing was paid. */
    has_ended: z.boolean(),
  }),
})
export const payment = {
  answer: paymentAnswer,
  statusOf: ({ data }: z.output<typeof paymentAnswer>) => (data.status === 'confirming' ? 202 : 200),
}
