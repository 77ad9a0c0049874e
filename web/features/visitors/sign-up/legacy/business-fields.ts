import { DEFAULT_COUNTRY, firstCountryOf, regionLabel } from '#contract/catalogue/countries.ts'
import { MLS_NOT_LISTED, type Mls } from '#contract/catalogue/markets.ts'
import type { Region } from '#contract/catalogue/regions.ts'
import * as signUpFields from '#contract/features/sign-up/fields.ts'
import type { Market } from '#contract/features/sign-up/legacy-rules.ts'
import { REAL_ESTATE } from '#contract/features/sign-up/options.ts'
import * as cardFields from '#contract/fields/card.ts'
import * as personFields from '#contract/fields/person.ts'
import type { Option } from '#contract/wire/option.ts'
import { configOf } from '#web/form/field-config.ts'
import type { Fields } from '#web/form/judge-fields.ts'

export type BusinessName = keyof Market

/** Step two: the business and its market, under their wire names. */
export function businessFields(countries: Option[], start: Market): Fields<BusinessName> {
  const isSold = countries.some(({ value }) => value === start.market_country)
  return {
    industry: configOf(signUpFields.industry, { value: start.industry }),
    market_country: configOf(cardFields.country, {
      elementType: 'select',
      options: countries,
      value: isSold ? start.market_country : firstCountryOf(countries),
    }),
    market_state: configOf(personFields.state, { elementType: 'select', value: start.market_state }),
    mls: configOf(
      { label: 'Multiple listing service (MLS)', validation: {} },
      { elementType: 'select', value: start.mls },
    ),
  }
}

/** A state is asked for where states are listed; an MLS only in real estate in the United States. */
export function isBusinessAsked(regions: readonly Region[]) {
  return (name: BusinessName, { industry, market_country }: Market): boolean => {
    if (name === 'market_state') return regions.some(({ country }) => country === market_country)
    return name !== 'mls' || (industry === REAL_ESTATE && market_country === DEFAULT_COUNTRY)
  }
}

export function labelOfBusiness(name: BusinessName, { market_country }: Market): string | undefined {
  return name === 'market_state' ? regionLabel(market_country) : undefined
}

/** States with MLSs ask for one; in states without any there is nothing to choose. */
export function listingOptions(listings: readonly Mls[], state: string): Option[] {
  const ofState = listings.filter((listing) => listing.state === state)
  const notListed = { value: ofState.length > 0 ? MLS_NOT_LISTED : '', displayValue: 'My MLS is not listed' }
  return [...ofState, notListed]
}
