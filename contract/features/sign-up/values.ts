import type { PriceList } from '#contract/catalogue/plan.ts'
import type { Region } from '#contract/catalogue/regions.ts'
import type { Option } from '#contract/wire/option.ts'
import type { Offer, StepThree } from './legacy-choices.ts'

/** What the sign-up page gets from the server. */
export type SignUpValues = {
  step: 1 | 2
  prices: PriceList
  countries: Option[]
  regions: Region[]
}

/**
 * The legacy wizard also needs to know which third step comes first, which data is sold where, and where to
 * go without progress.
 */
export type LegacySignUpValues = SignUpValues & {
  stepThree: StepThree
  offer: Offer
  withoutProgress: string
}

/**
 * What happened to this browser's sign-up after it was held for review. `unknown`: the browser has no cookie
 * that identifies it.
 */
export type SignUpReviewValues = {
  standing: 'held' | 'charging' | 'declined' | 'refused' | 'expired' | 'not-charged' | 'unknown'
  /** Undefined if the order is unknown. */
  amountCents?: number
  /** Where the same plan can be ordered again. */
  signUpUrl: string
  /** What that page does not restore of the plan, in sentences. */
  planNotes: string[]
}

export type ResumeSignUpValues = { linkToken: string; isValid: boolean; wasUsed: boolean }

/**
 * Marks a tab whose sign-up is held for review. The wizard's head script reads it; the page with the outcome
 * removes it.
 */
export const HELD_KEY = 'sign-up-held'
