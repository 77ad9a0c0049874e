import * as z from 'zod/mini'
import { regions } from '#contract/catalogue/regions.ts'
import * as cardFields from '#contract/fields/card.ts'
import * as personFields from '#contract/fields/person.ts'
import { accountCall } from '#contract/wire/call.ts'
import { json } from '#contract/wire/endpoint.ts'
import { checkbox, formChecks, optionalText, text } from '#contract/wire/schema.ts'
import * as detailsFields from './fields.ts'

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
      tax_number: text(detailsFields.taxNumber),
      billing_contact: text(detailsFields.billingContact),
    })
    .check(...formChecks(detailsFields.invoiceDetailsRules)),
  answer: saved,
})
