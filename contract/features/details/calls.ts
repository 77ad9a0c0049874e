import * as z from 'zod/mini'
import { regions } from '#contract/catalogue/regions.ts'
import * as cardFields from '#contract/fields/card.ts'
import * as personFields from '#contract/fields/person.ts'
import { accountCall } from '#contract/wire/call.ts'
import { json } from '#contract/wire/endpoint.ts'
import { checkbox, formChecks, optionalText, text } from '#contract/wire/schema.ts'
import * as detailsFields from './fields.ts'

const saved = z.object({ data: z.object({ status: z.literal('saved') }) })
const signedOut = { status: 401, when: 'no one is signed in' } as const
const notAllowed = { status: 403, when: 'the role of the person does not allow it' } as const
const wrongField = { status: 400, when: 'a field is wrong' } as const

/** Sign-up accepts a single name, so a last name is not required later either. */
export const saveOwnName = accountCall({
  summary: 'Change the name of the person who is signed in',
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
  refusals: [wrongField, signedOut],
})

export const saveAccountDetails = accountCall({
  summary: 'Change the company, phones and address of the account',
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
  refusals: [wrongField, signedOut, notAllowed],
})

export const saveBillingDetails = accountCall({
  summary: 'Change the address and tax number on bills, and who gets copies of them',
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
      tax_number: text(detailsFields.taxNumber),
      billing_contact: text(detailsFields.billingContact),
    })
    .check(...formChecks(detailsFields.invoiceDetailsRules)),
  answer: saved,
  refusals: [
    { status: 400, when: 'a field is wrong, or the billing contact is the owner' },
    signedOut,
    notAllowed,
  ],
})
