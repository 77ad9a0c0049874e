import { DEFAULT_COUNTRY, DEFAULT_REGION, regionLabel } from '#contract/catalogue/countries.ts'
import * as signUpFields from '#contract/features/sign-up/fields.ts'
import { billingRules } from '#contract/features/sign-up/form-rules.ts'
import * as fields from '#contract/fields/card.ts'
import type { Field } from '#contract/wire/field.ts'
import { asksBy } from '#contract/wire/form-rules.ts'
import type { Option } from '#contract/wire/option.ts'
import { cardFields } from '#web/form/card-fields.ts'
import { configOf } from '#web/form/field-config.ts'
import type { Fields, Values } from '#web/form/judge-fields.ts'

const SAME_ADDRESS_THERE = 'Previously entered address is same as billing address'

/** Card and billing address fields, under their wire names. */
export function billingFields(countries: Option[], thisYear: number, holder?: Field) {
  const { postal_code, ...card } = cardFields(countries, thisYear, holder)
  return {
    ...card,
    same_billing_address: configOf(
      { label: SAME_ADDRESS_THERE, validation: {} },
      { elementType: 'checkbox' },
    ),
    street_address: configOf(fields.billingAddress),
    locality: configOf(fields.billingCity),
    region: configOf(fields.billingRegion, { value: startRegionOf(card.country_code_alpha2.value) }),
    postal_code,
    terms_and_conditions: configOf(signUpFields.terms),
  } satisfies Fields<string>
}

/** Alabama for the US; elsewhere a region has to be chosen. */
export function startRegionOf(country: string): string {
  return country === DEFAULT_COUNTRY ? DEFAULT_REGION : ''
}

export type BillingName = keyof ReturnType<typeof billingFields>
export type BillingValues = Values<BillingName>

export const isBillingAsked = asksBy(billingRules)

export function labelOfBilling(name: BillingName, values: BillingValues): string | undefined {
  return name === 'region' ? regionLabel(values.country_code_alpha2) : undefined
}
