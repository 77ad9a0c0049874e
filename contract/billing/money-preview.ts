import type { Day } from '#contract/calendar/billing-dates.ts'
import type { Cents } from '#contract/catalogue/money.ts'

/** What follows from giving money back, extending a month or waiving a bill. */
export type MoneyPreview = {
  /** What is done, as a sentence. */
  says: string
  /** The credit note as it will be. Its number is given once the money has gone back. */
  note: {
    lines: { label: string; cents: Cents }[]
    taxCents: Cents
    totalCents: Cents
    goesTo: string
  } | null
  /** `left`: what can still be given back of a paid bill, or what is to pay of an open one. */
  bill: { number: string; isOpen: boolean; totalCents: Cents; leftBefore: Cents; leftAfter: Cents } | null
  month: { endsBefore: Day; endsAfter: Day } | null
  /** The next monthly bill, in words. Null if it is not known before it is done. */
  next: { before: string; after: string } | null
  mails: { to: string; subject: string; text: string }[]
  remarks: string[]
  /** What counts toward the limit above which a second operator agrees. */
  valueCents: Cents
  /** What was true. If one of these has changed, nothing is done. */
  facts: MoneyFact[]
}

export type MoneyFact = { name: string; value: string }

/** What has changed since a preview was shown. */
export function changesSince(seen: readonly MoneyFact[], facts: readonly MoneyFact[]): string[] {
  const before = new Map(seen.map(({ name, value }) => [name, value]))
  return facts
    .filter(({ name, value }) => before.get(name) !== value)
    .map(({ name, value }) => `${name}: ${before.get(name) ?? 'not shown'} before, ${value} now.`)
}
