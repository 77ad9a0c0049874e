import * as z from 'zod/mini'
import type { CountedMoney } from '#contract/billing/counted-money.ts'
import type { MoneyPreview } from '#contract/billing/money-preview.ts'

const cents = z.number()

/** What follows from a change of an account's money, on the wire. */
export const moneyPreview: z.ZodMiniType<MoneyPreview> = z.object({
  says: z.string(),
  note: z.nullable(
    z.object({
      lines: z.array(z.object({ label: z.string(), cents })),
      taxCents: cents,
      totalCents: cents,
      goesTo: z.string(),
    }),
  ),
  bill: z.nullable(
    z.object({
      number: z.string(),
      isOpen: z.boolean(),
      totalCents: cents,
      leftBefore: cents,
      leftAfter: cents,
    }),
  ),
  month: z.nullable(z.object({ endsBefore: z.string(), endsAfter: z.string() })),
  next: z.nullable(z.object({ before: z.string(), after: z.string() })),
  mails: z.array(z.object({ to: z.string(), subject: z.string(), text: z.string() })),
  remarks: z.array(z.string()),
  valueCents: cents,
  facts: z.array(z.object({ name: z.string(), value: z.string() })),
})

export const countedMoney: z.ZodMiniType<CountedMoney> = z.object({
  valueCents: cents,
  givenCents: cents,
  givenDayCents: cents,
  limitCents: cents,
  limitDayCents: cents,
})
