import type { Field } from '#contract/field.ts'
import * as fields from '#contract/fields.ts'
import { DEFAULT_COUNTRY, DEFAULT_REGION, expiryYears, type Option } from '#contract/options.ts'
import { configOf } from '#web/form/field-config.ts'
import type { Fields, Values } from '#web/form/judge-fields.ts'

export const SAME_ADDRESS_THERE = 'Previously entered address is same as billing address'

/** The card and where it is billed, under the names of the wire. */
export function billingFields(
  countries: Option[],
  thisYear: number,
  holder: Field = fields.cardHolderOfNewWizard,
) {
  return {
    number: configOf(fields.cardNumber),
    holder: configOf(holder),
    expiration_date_0: configOf(fields.expirationMonth),
    expiration_date_1: configOf(fields.expirationYear, {
      elementType: 'select',
      options: expiryYears(thisYear),
    }),
    cvv: configOf(fields.cvv, { type: 'text' }),
    country_code_alpha2: configOf(fields.country, {
      elementType: 'select',
      options: countries,
      value: DEFAULT_COUNTRY,
    }),
    same_billing_address: configOf(
      { label: SAME_ADDRESS_THERE, validation: {} },
      { elementType: 'checkbox' },
    ),
    street_address: configOf(fields.billingAddress),
    locality: configOf(fields.billingCity),
    region: configOf(fields.billingRegion, { value: DEFAULT_REGION }),
    postal_code: configOf(fields.billingZip),
    terms_and_conditions: configOf(fields.terms),
  } satisfies Fields<string>
}

export type BillingName = keyof ReturnType<typeof billingFields>
export type BillingValues = Values<BillingName>

const addressFields = new Set<BillingName>(['street_address', 'locality', 'region', 'postal_code'])

/** The billing address is asked for unless it is the one above. */
export function isBillingAsked(name: BillingName, values: BillingValues): boolean {
  return !addressFields.has(name) || values.same_billing_address !== 'true'
}
