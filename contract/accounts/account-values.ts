import type { Day } from '#contract/calendar/billing-dates.ts'
import type { Cents } from '#contract/catalogue/money.ts'
import type { PlanLine } from '#contract/catalogue/plan.ts'
import type { SessionScope } from './account-pages.ts'

/** What the frame of every page of the account shows: nothing here is hidden from anybody in it. */
export type AccountValues = {
  role: 'owner' | 'user'
  company: string
  pin: string
  statusId: string
  status: string
  /** The last day of a subscription that was canceled and still runs. */
  runsThrough: Day | null
  systemStatus: string
  scope: SessionScope
}

/** Who is signed in. */
export type PersonValues = { firstName: string; fullName: string; email: string }

/** What an account has, for who does not pay for it. */
export type CountedItem = Pick<PlanLine, 'key' | 'label' | 'quantity'>

/** What it has at the prices at which it was bought. */
export type PricedPlan = { lines: PlanLine[]; totalCents: Cents }
