import { billingAddressNames } from '#contract/fields/card.ts'
import { field } from '#contract/wire/field.ts'
import type { FormRule } from '#contract/wire/form-rules.ts'

/** They stand on bills, and copies of these go to the contact; neither is asked for at sign-up. */
export const taxNumber = field('Tax number', { maxLength: 40 })
export const billingContact = field('Billing contact email', { maxLength: 59, isEmail: true })

/** An address for bills is asked for unless the company's is used. */
export const invoiceDetailsRules: readonly FormRule<'same_address' | (typeof billingAddressNames)[number]>[] =
  [{ kind: 'askedUnless', tick: 'same_address', fields: billingAddressNames }]
