import type { BillingDetails } from '#contract/features/details.ts'
import * as detailsFields from '#contract/features/details.ts'
import * as cardFields from '#contract/fields/card.ts'
import type { Option } from '#contract/wire/option.ts'
import { configOf } from '#web/form/field-config.ts'
import type { Fields } from '#web/form/judge-fields.ts'

const SAME_ADDRESS = 'Use the company’s address on bills'

/** Under their wire names. */
export function invoiceDetailsFields(details: BillingDetails, states: Option[]) {
  return {
    same_address: configOf(
      { label: SAME_ADDRESS, validation: {} },
      { elementType: 'checkbox', value: String(details.same_address) },
    ),
    street_address: configOf(cardFields.billingAddress, { value: details.street_address }),
    locality: configOf(cardFields.billingCity, { value: details.locality }),
    region: configOf(cardFields.billingRegion, {
      elementType: 'select',
      options: states,
      value: details.region,
    }),
    postal_code: configOf(cardFields.billingZip, { value: details.postal_code }),
    tax_number: configOf(detailsFields.taxNumber, { value: details.tax_number }),
    billing_contact: configOf(detailsFields.billingContact, { value: details.billing_contact }),
  } satisfies Fields<string>
}

export type InvoiceDetailsName = keyof ReturnType<typeof invoiceDetailsFields>
