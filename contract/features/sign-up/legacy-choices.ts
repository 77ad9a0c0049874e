import { DEFAULT_COUNTRY } from '#contract/catalogue/countries.ts'
import { MLS_NOT_LISTED, type Mls } from '#contract/catalogue/markets.ts'
import { emptyPlan, type ItemKey, itemKeys, items, type Quantities } from '#contract/catalogue/plan.ts'
import { complaintOfPackage, hasData, hasDialers, isServiceOffered, type Market } from './legacy-rules.ts'
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

/** Whether closing a dialog without an answer means yes: a service is dropped only if that was said. */
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
  /** Where a sign-up begins: the United States, unless the service is not sold there. */
  firstCountry?: string
}

/** Data is sold in the United States only: elsewhere a sign-up begins with the package without it. */
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
  const told = itemKeys.filter((key) => key !== 'callme' || choices.stepThree === 'licences')
  const counts = Object.fromEntries(told.map((key) => [items[key].field, bought[key]]))
  const { email, accountType, dataAndDialerChoice, market } = choices
  const mls = market.mls === MLS_NOT_LISTED ? '' : market.mls
  return { ...counts, email, accountType, dataAndDialerChoice, ...market, mls }
}
