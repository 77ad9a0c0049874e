import * as z from 'zod/mini'
import { isListingOf } from '#contract/catalogue/markets.ts'
import { findRegion, isRegionOf } from '#contract/catalogue/regions.ts'
import type { FieldErrors } from '#contract/wire/call.ts'
import * as ruleMessages from '#contract/wire/rule-messages.ts'
import * as signUpMessages from './messages.ts'

/** Lists that hang on one another: what is chosen in one decides what the other offers. */
type Chosen = Record<string, unknown>

/** They speak even while other fields are still wrong. */
function rule(path: string, error: string, holds: (chosen: Chosen) => boolean) {
  return z.refine<Chosen>(holds, { path: [path], error, when: () => true })
}

export const marketPlaces = [
  rule(
    'market_state',
    ruleMessages.notAChoice,
    ({ market_country, market_state }) =>
      market_state === '' ||
      (findRegion(String(market_state)) !== undefined &&
        (market_country === '' || isRegionOf(market_country, market_state))),
  ),
  rule(
    'mls',
    ruleMessages.notAChoice,
    ({ market_state, mls }) => mls === undefined || mls === '' || isListingOf(market_state, mls),
  ),
]

export const billingPlaces = [
  rule(
    'region',
    ruleMessages.notAChoice,
    ({ same_billing_address, country_code_alpha2, region }) =>
      same_billing_address === true || region === '' || isRegionOf(country_code_alpha2, region),
  ),
  rule(
    'country_code_alpha2',
    signUpMessages.otherBillingCountry,
    ({ same_billing_address, country_code_alpha2, state }) =>
      same_billing_address !== true ||
      findRegion(String(state)) === undefined ||
      isRegionOf(country_code_alpha2, state),
  ),
]

/** Addresses and markets lie where the service is sold. The card's country is judged with the card. */
export function complaintsOfSales(
  form: { state: string; market_country?: string; market_state?: string },
  salesCountries: readonly string[],
): FieldErrors | undefined {
  const { state, market_country = '', market_state = '' } = form
  const isSoldIn = (region: string) => salesCountries.includes(findRegion(region)?.country ?? '')
  const errors: FieldErrors = {
    ...(!isSoldIn(state) && { state: [ruleMessages.notAChoice] }),
    ...(market_country !== '' &&
      !salesCountries.includes(market_country) && { market_country: [ruleMessages.notAChoice] }),
    ...(market_state !== '' && !isSoldIn(market_state) && { market_state: [ruleMessages.notAChoice] }),
  }
  return Object.keys(errors).length > 0 ? errors : undefined
}
