import * as z from 'zod/mini'
import * as ruleMessages from '#contract/wire/rule-messages.ts'
import { checkbox, exact, note } from '#contract/wire/schema.ts'
import { legacyForms, legacyPaymentForm, newForms, newPaymentForm } from './forms.ts'
import * as signUpMessages from './messages.ts'
import { howHeard } from './options.ts'
import { billingPlaces, marketPlaces } from './regions-of-order.ts'

const newCustomer = z.object({ ...newForms.emails_form, ...newForms.sign_up_form, ...newForms.customer_form })
const legacyCustomer = z.object({
  ...legacyForms.emails_form,
  ...legacyForms.sign_up_form,
  ...legacyForms.customer_form,
})

const orderShape = {
  /** Dollars, as the person saw them. */
  total: z.pipe(
    z.union([z.number(), z.string()], { error: ruleMessages.required }),
    z.transform((total: number | string) => Number(total)),
  ),
  idempotency_key: z
    .string({ error: ruleMessages.required })
    .check(z.minLength(8, ruleMessages.minLength(8)), z.maxLength(64, ruleMessages.maxLength(64))),
  SEONPayload: exact(20_000, 'The device and browser fingerprint, base64'),
}

const originShape = {
  planName: note(200, 'The plan by name'),
  originPath: note(200, 'The page where the plan was built'),
}
const newOrder = z.object({ ...newCustomer.shape, ...newPaymentForm, ...orderShape, ...originShape })
const legacyOrder = z.object({ ...legacyCustomer.shape, ...legacyPaymentForm, ...orderShape })

type Fields = Record<string, unknown>

/** Rules over two fields. They speak even while other fields are still wrong. */
const always = { when: () => true }
const agreeing = {
  passwords: same('password', 'password2', ruleMessages.passwordsDiffer),
  emails: same('email', 'confirmEmail', signUpMessages.emailsDiffer),
  heard: z.refine<Fields>((body) => Object.keys(howHeard).some((name) => body[name] === true), {
    path: ['broker'],
    error: signUpMessages.chooseAtLeastOne,
    ...always,
  }),
  heardOther: z.refine<Fields>((body) => body.other_checkbox !== true || body.other !== '', {
    path: ['other'],
    error: ruleMessages.required,
    ...always,
  }),
  billingAddress: (['street_address', 'locality', 'region', 'postal_code'] as const).map((name) =>
    z.refine<Fields>((body) => body.same_billing_address === true || body[name] !== '', {
      path: [name],
      error: ruleMessages.required,
      ...always,
    }),
  ),
}

/** With what brings the person back to where they were. */
export const unfinishedNew = z
  .object({ ...newCustomer.shape, ...originShape, same_billing_address: checkbox() })
  .check(agreeing.emails, agreeing.passwords)
export const unfinishedLegacy = legacyCustomer.check(
  agreeing.passwords,
  agreeing.heard,
  agreeing.heardOther,
  ...marketPlaces,
)
export const submittedNew = newOrder.check(
  agreeing.emails,
  agreeing.passwords,
  ...agreeing.billingAddress,
  ...billingPlaces,
)
export const submittedLegacy = legacyOrder.check(
  agreeing.passwords,
  agreeing.heard,
  agreeing.heardOther,
  ...agreeing.billingAddress,
  ...marketPlaces,
  ...billingPlaces,
)

function same(one: string, other: string, error: string) {
  return z.refine<Fields>((body) => body[one] === body[other], {
    path: [other],
    error,
    ...always,
  })
}
