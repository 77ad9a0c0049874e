import type { Day } from '#contract/calendar/billing-dates.ts'
import type { Cents } from '#contract/catalogue/money.ts'
import type { MoneyActionName } from './fields.ts'

export type MoneyBill = {
  number: string
  paidOn: Day
  /** What was paid, by card and by credit. */
  totalCents: Cents
  /** What can still be given back. */
  leftCents: Cents
}

export type MoneyPageValues = {
  account: { number: string; company: string }
  /** The newest bills that were paid. */
  bills: MoneyBill[]
  /** The bill whose money goes back, if one is chosen, with what is left of each line. */
  bill: (MoneyBill & { lines: { position: number; label: string; leftCents: Cents }[] }) | null
  /** What can be done now; a sentence says why not. */
  offers: Record<MoneyActionName, string | null>
  /** The action that the address names, if it can be done now. */
  chosen: MoneyActionName | null
  /** Of the account, and not of a bill: what is left of all that was given. */
  unusedCents: Cents
  /** What was asked for and waits for a second operator, newest first. */
  waiting: { id: number; says: string; askedBy: string; until: string }[]
  /** Refunds that wait for their payment to settle, newest first. One that is being sent cannot be withdrawn. */
  onceSettled: { id: number; amount: string; bill: string; until: string; isSent: boolean }[]
}
