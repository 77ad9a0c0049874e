import { optionsOfCountries } from '#contract/catalogue/countries.ts'
import { defaultPrices } from '#contract/catalogue/default-prices.ts'
import { listingServices } from '#contract/catalogue/listing-services.ts'
import { centsToDollars } from '#contract/catalogue/money.ts'
import type { PriceKey } from '#contract/catalogue/plan.ts'
import { regionsIn } from '#contract/catalogue/regions.ts'
import type { signUpContext } from '#contract/features/sign-up/calls.ts'
import type { LegacySignUpValues, SignUpValues } from '#contract/features/sign-up/values.ts'
import type { AnswerOf } from '#contract/wire/call.ts'

const soldIn = ['US', 'CA']

export const signUpValues: SignUpValues = {
  step: 1,
  prices: defaultPrices,
  countries: optionsOfCountries(soldIn),
  regions: regionsIn(soldIn),
}

const popups = { show_rl_alert_popup: true, show_nhs_alert_popup: true, show_pfcl_alert_popup: true }

export const legacySignUpValues: LegacySignUpValues = {
  ...signUpValues,
  stepThree: 'choices',
  offer: { ...popups, mls: listingServices },
  withoutProgress: '/site/pricing/',
}

/** Call 4's answer: the same as the page shows. */
export const signUpContextAnswer: AnswerOf<typeof signUpContext> = {
  prices: Object.fromEntries(
    Object.entries(defaultPrices).map(([key, cents]) => [key, centsToDollars(cents)]),
  ) as Record<PriceKey, number>,
  misc: { ...popups, mls: [...listingServices] },
  countries: signUpValues.countries,
  states: signUpValues.regions.map(({ value, displayValue, country }) => ({ value, displayValue, country })),
}
