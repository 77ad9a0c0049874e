import * as z from 'zod/mini'
import { regions } from '#contract/catalogue/regions.ts'
import * as fields from '#contract/fields/person.ts'
import { call } from '#contract/wire/call.ts'
import { json } from '#contract/wire/endpoint.ts'
import * as messages from '#contract/wire/rule-messages.ts'
import { checkbox, optionalText, text } from '#contract/wire/schema.ts'

const saved = z.object({ data: z.object({ status: z.literal('saved') }) })
const signedOut = { status: 401, when: 'nobody is signed in' } as const
const notOwner = { status: 403, when: 'the person who is signed in is not the owner' } as const
const wrongField = { status: 400, when: 'a field is wrong' } as const

/** A sign-up takes a single name, too: a last name is not demanded afterwards. */
export const saveOwnName = call({
  summary: 'Change the name of the person who is signed in',
  ...json,
  path: '/rest/account/details/name/',
  body: z.object({ first_name: text(fields.firstName), last_name: optionalText(fields.lastName) }),
  answer: saved,
  refusals: [wrongField, signedOut],
})

export const saveAccountDetails = call({
  summary: 'Change the company, phones and address of the account',
  ...json,
  path: '/rest/account/details/',
  body: z.object({
    company: text(fields.company),
    mobile_phone: text(fields.mobilePhone),
    phone: text(fields.officePhone),
    address: text(fields.address),
    city: text(fields.city),
    state: text({ ...fields.state, options: regions }),
    zip_code: text(fields.zipCode),
  }),
  answer: saved,
  refusals: [wrongField, signedOut, notOwner],
})

const billingAddress = {
  street_address: optionalText(fields.billingAddress),
  locality: optionalText(fields.billingCity),
  region: optionalText({ ...fields.billingRegion, options: regions }),
  postal_code: optionalText(fields.billingZip),
}

export const saveBillingDetails = call({
  summary: 'Change the address and tax number that stand on bills, and who gets copies of them',
  ...json,
  path: '/rest/account/details/billing/',
  body: z
    .object({
      same_address: checkbox(),
      ...billingAddress,
      tax_number: text(fields.taxNumber),
      billing_contact: text(fields.billingContact),
    })
    .check(...(Object.keys(billingAddress) as (keyof typeof billingAddress)[]).map(neededUnlessSame)),
  answer: saved,
  refusals: [
    { status: 400, when: 'a field is wrong, or the billing contact is the owner' },
    signedOut,
    notOwner,
  ],
})

/** It speaks even while other fields are still wrong. */
function neededUnlessSame(name: keyof typeof billingAddress) {
  return z.refine<Record<string, unknown>>((body) => body.same_address === true || body[name] !== '', {
    path: [name],
    error: messages.required,
    when: () => true,
  })
}
