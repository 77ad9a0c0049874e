import type { CardOnFile } from '#contract/billing/values.ts'
import type { Day } from '#contract/calendar/billing-dates.ts'
import type { Cents } from '#contract/catalogue/money.ts'
import type { PlanLine } from '#contract/catalogue/plan.ts'
import type { Role, SessionScope } from './roles.ts'

/** What the layout of every account page shows. Everyone in the account may see it. */
export type AccountValues = {
  /** The person the page was made for (page-of.ts). */
  agentId: number
  role: Role
  company: string
  pin: string
  statusId: string
  status: string
  /** The last day of a subscription that is canceled but still running. */
  runsThrough: Day | null
  systemStatus: string
  scope: SessionScope
  passkeyOffer?: PasskeyOffer | undefined
  /** Someone reported this person's second factor as lost. */
  factorRemoval?: FactorRemoval | undefined
  /** The deadline for setting up the required second factor, formatted. Null if nothing is missing. */
  factorDueAt: string | null
  /** This person's email, if it bounces. */
  bouncedEmail: string | null
  /** A month that is past due, or whose payment is being confirmed. */
  openMonth: OpenMonth | null
}

/** The unpaid month: for people who may pay it, and for others. */
export type OpenMonth =
  | {
      cents: Cents
      number: string
      isConfirming: boolean
      /** The first card or, if its bank refused it for good, the backup. Null if none can be charged. */
      card: Pick<CardOnFile, 'id' | 'brand' | 'lastFour'> | null
    }
  | { isConfirming: boolean; whoPays: string }

/** Whether the browser may create a passkey automatically here, and whether to ask the person. */
export type PasskeyOffer = { mayCreate: boolean; mayAsk: boolean }

/** What is removed, and when, formatted. */
export type FactorRemoval = { what: 'second-factor' | 'passkeys'; removesAt: string }

/** The signed-in person. */
export type PersonValues = { firstName: string; fullName: string; email: string }

/** Plan items without prices, for people who do not pay for the account. */
export type CountedItem = Pick<PlanLine, 'key' | 'label' | 'quantity'>

/** The plan at the prices it was bought at. */
export type PricedPlan = { lines: PlanLine[]; totalCents: Cents }
