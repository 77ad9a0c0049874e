import { DEFAULT_COUNTRY } from '#contract/catalogue/countries.ts'
import { MLS_NOT_LISTED, type Mls } from '#contract/catalogue/markets.ts'
import {
  type CountField,
  dataServiceKeys,
  emptyPlan,
  type ItemKey,
  itemKeys,
  items,
  type Quantities,
} from '#contract/catalogue/plan.ts'
import * as messages from './messages.ts'
import { type AccountType, type Package, REAL_ESTATE } from './options.ts'

/** Step three has two variants: dialer and data choices, or licenses and add-ons. */
export type StepThree = 'choices' | 'licences'

/**
 * The choices of a legacy sign-up. Change them only with `choose` (legacy-changes.ts), so that no rule can be
 * bypassed.
 */
export type Choices = {
  email: string
  accountType: AccountType
  dataAndDialerChoice: Package
  market: Market
  stepThree: StepThree
  quantities: Quantities
  /** Services whose popup has been seen; it does not open again. */
  acknowledged: readonly ItemKey[]
  /** Whether the skip tracer notice has been seen. */
  isInformed: boolean
  /** The open dialog. Nothing behind it changes until it is answered. */
  notice: Notice | null
}

export type Notice =
  | { kind: 'error'; says: string[]; dialersAsked: number }
  | { kind: 'discard'; change: Change }
  | { kind: 'abroad'; change: Change }
  | { kind: 'info' }
  | { kind: 'coverage'; service: ItemKey }

/** Whether closing a dialog without an answer means yes: a service is dropped only on request. */
export function isKeptOnClose({ kind }: Notice): boolean {
  return kind === 'coverage'
}

export type Change =
  | { kind: 'email'; email: string }
  | { kind: 'account'; accountType: AccountType }
  | { kind: 'package'; dataAndDialerChoice: Package }
  | { kind: 'market'; market: Market }
  | { kind: 'variant'; stepThree: StepThree }
  | { kind: 'quantity'; item: ItemKey; quantity: number }
  /** Sets seats and dialers together, as the license help suggests. */
  | { kind: 'mix'; mix: Pick<Quantities, 'lead' | 'single' | 'triple'> }
  /** Next on step three. */
  | { kind: 'leave' }
  /** `yes`: OK, Proceed or Keep. Otherwise Cancel and the like. */
  | { kind: 'answer'; yes: boolean }

/** What the server says about data: which coverage popups are on, and what each MLS provides. */
export type Offer = {
  show_rl_alert_popup: boolean
  show_nhs_alert_popup: boolean
  show_pfcl_alert_popup: boolean
  mls: readonly Mls[]
  /** The default market: the United States, unless the service is not sold there. */
  firstCountry?: string
}

/** Data is sold only in the United States: elsewhere a sign-up begins with the package without it. */
export function startChoices(stepThree: StepThree = 'choices', country = DEFAULT_COUNTRY): Choices {
  const dataAndDialerChoice = country === DEFAULT_COUNTRY ? 'data_and_dialer' : 'dialer'
  return {
    email: '',
    accountType: 'single_user',
    dataAndDialerChoice,
    market: { industry: REAL_ESTATE, market_country: country, market_state: '', mls: '' },
    stepThree,
    quantities: startingPlan('single_user', dataAndDialerChoice),
    acknowledged: [],
    isInformed: false,
    notice: null,
  }
}

/**
 * The initial plan of an account type and package: two seats for several users, and a dialer if dialing is
 * included.
 */
export function startingPlan(accountType: AccountType, choice: Package): Quantities {
  return {
    ...emptyPlan(),
    lead: accountType === 'multi_user' ? 2 : 1,
    single: hasDialers(choice) ? 1 : 0,
  }
}

/** What is actually bought: the picked items that this variant and market offer. */
export function boughtBy(choices: Choices, offer: Offer): Quantities {
  const { quantities } = choices
  const bought = emptyPlan()
  for (const item of itemKeys) bought[item] = isOffered(choices, item, offer) ? quantities[item] : 0
  return { ...bought, lead: quantities.lead }
}

/** The error that blocks Next on step three. */
export function complaintOfChoices(choices: Choices, offer: Offer): string | undefined {
  return complaintOfPackage(boughtBy(choices, offer), choices.dataAndDialerChoice)
}

/** The package includes data, but data is not sold in this market: step two has to be revisited. */
export function isDataAbroad({ market, dataAndDialerChoice }: Choices): boolean {
  return hasData(dataAndDialerChoice) && market.market_country !== DEFAULT_COUNTRY
}

export function isOffered(choices: Choices, item: ItemKey, { mls }: Pick<Offer, 'mls'>): boolean {
  const { stepThree, dataAndDialerChoice, market } = choices
  switch (item) {
    case 'lead':
      return true
    case 'single':
    case 'triple':
      return hasDialers(dataAndDialerChoice)
    case 'callrecording':
    case 'callme':
      return stepThree === 'licences' && hasDialers(dataAndDialerChoice)
    case 'mojovoice':
      return false
    default:
      return hasData(dataAndDialerChoice) && isServiceOffered(item, market, mls)
  }
}

/** The sign-up data under its wire names. Only the license variant includes call-me. */
export function signUpDataOf(choices: Choices, offer: Offer) {
  const bought = boughtBy(choices, offer)
  const sentKeys = itemKeys.filter((key) => key !== 'callme' || choices.stepThree === 'licences')
  const counts = Object.fromEntries(sentKeys.map((key) => [items[key].field, bought[key]]))
  const { email, accountType, dataAndDialerChoice, market } = choices
  const mls = market.mls === MLS_NOT_LISTED ? '' : market.mls
  return { ...counts, email, accountType, dataAndDialerChoice, ...market, mls }
}

/** Where, and in which industry, the customer sells. This decides which data is available. */
export type Market = { industry: string; market_country: string; market_state: string; mls: string }

export function hasDialers(choice: Package): boolean {
  return choice !== 'data'
}

export function hasData(choice: Package): boolean {
  return choice !== 'dialer'
}

/** Data is sold in the United States only; expired listings only where the MLS provides them. */
export function isServiceOffered(
  service: ItemKey,
  market: Market,
  listings: readonly Pick<Mls, 'value' | 'has_expired_data'>[],
): boolean {
  if (market.market_country !== DEFAULT_COUNTRY) return false
  if (service !== 'expired-leads') return true
  const listing = listings.find(({ value }) => value === market.mls)
  return market.industry === REAL_ESTATE && listing?.has_expired_data === true
}

/** A package must contain what its name says. Without a package, any usable item is enough. */
export function complaintOfPackage(plan: Quantities, choice: Package | undefined): string | undefined {
  const dialers = dialersIn(plan)
  const services = dataServiceKeys.filter((key) => plan[key] > 0).length
  if (choice === undefined) return dialers + services > 0 ? undefined : messages.chooseDialer
  if (hasDialers(choice) && dialers === 0) return messages.chooseDialer
  return hasData(choice) && services === 0 ? messages.chooseDataService : undefined
}

/** Used with a dialer. */
const addOns = ['callrecording', 'callme', 'mojovoice'] as const

/** A package must not contain what its name excludes. */
export function complaintsOfContents(plan: Quantities, choice: Package | undefined): Record<string, string> {
  if (choice === undefined) return {}
  const strange = [
    ...(hasDialers(choice)
      ? []
      : [
          ...(['single', 'triple'] as const).map((key) => [key, messages.noDialersInPackage] as const),
          ...addOns.map((key) => [key, messages.noAddOnsInPackage] as const),
        ]),
    ...(hasData(choice) ? [] : dataServiceKeys.map((key) => [key, messages.noDataInPackage] as const)),
  ].filter(([key]) => plan[key] > 0)
  return Object.fromEntries(strange.map(([key, text]) => [items[key].field, text]))
}

/** A single user has one agent access, and dials on one line at a time. */
export function complaintOfAccount(plan: Quantities, accountType: AccountType | undefined): FieldComplaints {
  if (accountType !== 'single_user') return {}
  return {
    ...(plan.lead > 1 && { hosted_lead_management_count: messages.oneSeat }),
    ...(dialersIn(plan) > 1 && { single_line_power_dialer_count: messages.oneDialer }),
  }
}

/** The license variant limits licenses to the number of seats. */
export function complaintsOfLicences(plan: Quantities): FieldComplaints {
  return {
    ...(dialersIn(plan) > plan.lead && { single_line_power_dialer_count: messages.moreDialersThanSeats }),
    ...(plan.callrecording > plan.lead && { call_recording_feature_count: messages.moreRecordingThanSeats }),
    ...(plan.callme > plan.lead && { call_me_feature_count: messages.moreCallMeThanSeats }),
  }
}

export type FieldComplaints = Partial<Record<CountField, string>>

export function dialersIn(plan: Quantities): number {
  return plan.single + plan.triple
}

/** Progress of a legacy sign-up. */
export type Progress = { choices: Choices; stepCompleted: number }

export type StepNumber = 1 | 2 | 3 | 4 | 5
/** A step; the third has two variants. Each has its own URL. */
export type LegacyStep = 'step-1' | 'step-2' | 'step-3' | 'licences' | 'step-4' | 'step-5'

const ROOT = '/sign-up/'

/** The session storage key of the progress. */
export const PROGRESS_KEY = 'sign-up-progress'

export function pathOfStep(step: LegacyStep): string {
  return step === 'licences' ? ROOT : `${ROOT}${step}`
}

export function stepNumberOf(step: LegacyStep): StepNumber {
  return step === 'licences' ? 3 : (Number(step.slice(-1)) as StepNumber)
}

export function thirdStep(stepThree: StepThree): LegacyStep {
  return stepThree === 'licences' ? 'licences' : 'step-3'
}

/** Which step a path means; without one, the first. */
export function stepIn(path: string): LegacyStep {
  if (path === ROOT) return 'licences'
  const [, number = '1'] = /step-([1-5])\/?$/.exec(path) ?? []
  return `step-${number}` as LegacyStep
}

/** Guards the steps: a step whose predecessors are not completed redirects to the first. */
export function openStep(request: LegacyStep, completed: number): LegacyStep {
  return completed >= stepNumberOf(request) - 1 ? request : 'step-1'
}

/** A step counts as completed only while its answers are still valid. */
export function completedSteps({ choices, stepCompleted }: Progress, offer: Offer): number {
  if (isDataAbroad(choices)) return Math.min(stepCompleted, 1)
  return complaintOfChoices(choices, offer) ? Math.min(stepCompleted, 2) : stepCompleted
}
