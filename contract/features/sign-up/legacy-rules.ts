import { DEFAULT_COUNTRY } from '#contract/catalogue/countries.ts'
import type { Mls } from '#contract/catalogue/markets.ts'
import {
  type CountField,
  dataServiceKeys,
  type ItemKey,
  items,
  type Quantities,
} from '#contract/catalogue/plan.ts'
import * as messages from './messages.ts'
import { type AccountType, type Package, REAL_ESTATE } from './options.ts'

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
