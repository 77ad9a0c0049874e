import { billingAddressNames } from '#contract/fields/card.ts'
import { field } from '#contract/wire/field.ts'
import type { FormRule } from '#contract/wire/form-rules.ts'

/** The tax number is printed on invoices, and the contact gets copies of them. Sign-up asks for neither. */
export const taxNumber = field('Tax number', { maxLength: 40 })
export const billingContact = field('Billing contact email', { maxLength: 59, isEmail: true })

/** A billing address is required unless the company's address is used. */
export const invoiceDetailsRules: readonly FormRule<'same_address' | (typeof billingAddressNames)[number]>[] =
  [{ kind: 'askedUnless', tick: 'same_address', fields: billingAddressNames }]
