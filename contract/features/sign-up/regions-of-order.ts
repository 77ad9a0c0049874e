import { isListingOf } from '#contract/catalogue/listing-services.ts'
import { findRegion, isRegionOf } from '#contract/catalogue/regions.ts'
import type { FieldErrors } from '#contract/wire/call.ts'
import type { FormRule } from '#contract/wire/form-rules.ts'
import * as ruleMessages from '#contract/wire/rule-messages.ts'
import * as signUpMessages from './messages.ts'

/** Dependent lists: the choice in one decides the options of the other. */
export const marketRegionRules: readonly FormRule[] = [
  {
    kind: 'holds',
    shownAt: 'market_state',
    message: ruleMessages.notAChoice,
    holds: ({ market_country, market_state }) =>
      market_state === '' ||
      (findRegion(String(market_state)) !== undefined &&
        (market_country === '' || isRegionOf(market_country, market_state))),
  },
  {
    kind: 'holds',
    shownAt: 'mls',
    message: ruleMessages.notAChoice,
    holds: ({ market_state, mls }) => mls === undefined || mls === '' || isListingOf(market_state, mls),
  },
]

export const billingRegionRules: readonly FormRule[] = [
  {
    kind: 'holds',
    shownAt: 'region',
    message: ruleMessages.notAChoice,
    holds: ({ same_billing_address, country_code_alpha2, region }) =>
      same_billing_address === true || region === '' || isRegionOf(country_code_alpha2, region),
  },
  {
    kind: 'holds',
    shownAt: 'country_code_alpha2',
    message: signUpMessages.otherBillingCountry,
    holds: ({ same_billing_address, country_code_alpha2, state }) =>
      same_billing_address !== true ||
      findRegion(String(state)) === undefined ||
      isRegionOf(country_code_alpha2, state),
  },
]

/** Addresses and markets must be in countries we sell to. The card's country is checked with the card. */
export function complaintsOfSales(
  { state, marketCountry, marketState }: { state: string; marketCountry: string; marketState: string },
  salesCountries: readonly string[],
): FieldErrors | undefined {
  const isSoldIn = (region: string) => salesCountries.includes(findRegion(region)?.country ?? '')
  const errors: FieldErrors = {
    ...(!isSoldIn(state) && { state: [ruleMessages.notAChoice] }),
    ...(marketCountry !== '' &&
      !salesCountries.includes(marketCountry) && { market_country: [ruleMessages.notAChoice] }),
    ...(marketState !== '' && !isSoldIn(marketState) && { market_state: [ruleMessages.notAChoice] }),
  }
  return Object.keys(errors).length > 0 ? errors : undefined
}
