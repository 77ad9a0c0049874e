import * as z from 'zod/mini'
import { type Region, regions } from '#contract/catalogue/regions.ts'
import * as cardFields from '#contract/fields/card.ts'
import { billingAddressNames } from '#contract/fields/card.ts'
import * as personFields from '#contract/fields/person.ts'
import { accountCall } from '#contract/wire/call.ts'
import { json } from '#contract/wire/endpoint.ts'
import { field } from '#contract/wire/field.ts'
import type { FormRule } from '#contract/wire/form-rules.ts'
import { checkbox, formChecks, optionalText, text } from '#contract/wire/schema.ts'

/** The tax number is printed on invoices, and the contact gets copies of them. Sign-up asks for neither. */
export const taxNumber = field('Tax number', { maxLength: 40 })
export const billingContact = field('Billing contact email', { maxLength: 59, isEmail: true })

/** A billing address is required unless the company's address is used. */
export const invoiceDetailsRules: readonly FormRule<'same_address' | (typeof billingAddressNames)[number]>[] =
  [{ kind: 'askedUnless', tick: 'same_address', fields: billingAddressNames }]

/** The account's details, under their form field names. */
export type AccountDetails = Record<
  'company' | 'mobile_phone' | 'phone' | 'address' | 'city' | 'state' | 'zip_code',
  string
>

/** Additional details for invoices. Without a billing address, the account's address is used. */
export type BillingDetails = Record<
  'street_address' | 'locality' | 'region' | 'postal_code' | 'tax_number' | 'billing_contact',
  string
> & { same_address: boolean }

/** The account's address, which bills show unless they have their own. */
export type AccountAddress = Pick<AccountDetails, 'address' | 'city' | 'state' | 'zip_code'>

/** For all known countries: a customer may have moved. */
export type ListedState = Omit<Region, 'timeZone'>

export type DetailsValues = {
  ownName: Record<'first_name' | 'last_name', string>
  states: ListedState[]
  /** Null for those who may not change them. */
  accountDetails: AccountDetails | null
  /** Null for those who may not see bills, like the rest. */
  billingDetails: BillingDetails | null
  accountAddress: AccountAddress | null
  /** The owner, who gets invoices by default. */
  ownerEmail: string | null
  /** The billing contact, if their emails bounce. */
  bouncedContact: string | null
}

const saved = z.object({ data: z.object({ status: z.literal('saved') }) })

/** Sign-up accepts a single name, so a last name is not required later either. */
export const saveOwnName = accountCall({
  ...json,
  path: '/rest/account/details/name/',
  who: 'own',
  scopes: ['account'],
  stepUp: { none: 'it gives no one access and moves no money' },
  names: 'nothing',
  body: z.object({
    first_name: text(personFields.firstName),
    last_name: optionalText(personFields.lastName),
  }),
  answer: saved,
})

export const saveAccountDetails = accountCall({
  ...json,
  path: '/rest/account/details/',
  who: 'manage-settings',
  scopes: ['account'],
  stepUp: { none: 'it gives no one access and moves no money' },
  names: 'nothing',
  body: z.object({
    company: text(personFields.company),
    mobile_phone: text(personFields.mobilePhone),
    phone: text(personFields.officePhone),
    address: text(personFields.address),
    city: text(personFields.city),
    state: text({ ...personFields.state, options: regions }),
    zip_code: text(personFields.zipCode),
  }),
  answer: saved,
})

export const saveBillingDetails = accountCall({
  ...json,
  path: '/rest/account/details/billing/',
  who: 'billing',
  scopes: ['account'],
  stepUp: { none: 'it gives no one access and moves no money' },
  names: 'nothing',
  body: z
    .object({
      same_address: checkbox(),
      street_address: optionalText(cardFields.billingAddress),
      locality: optionalText(cardFields.billingCity),
      region: optionalText({ ...cardFields.billingRegion, options: regions }),
      postal_code: optionalText(cardFields.billingZip),
      tax_number: text(taxNumber),
      billing_contact: text(billingContact),
    })
    .check(...formChecks(invoiceDetailsRules)),
  answer: saved,
})
