import { firstCountryOf } from '#contract/catalogue/countries.ts'
import * as fields from '#contract/fields/card.ts'
import { expiryYears } from '#contract/fields/card.ts'
import type { Field } from '#contract/wire/field.ts'
import type { Option } from '#contract/wire/option.ts'
import { configOf } from './field-config.ts'
import type { Fields, Values } from './judge-fields.ts'

/** A card, under its wire names. */
export function cardFields(
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
      value: firstCountryOf(countries),
    }),
    postal_code: configOf(fields.billingZip),
  } satisfies Fields<string>
}

export type CardName = keyof ReturnType<typeof cardFields>
export type CardValues = Values<CardName>
