import { type Choices, type Offer, signUpDataOf } from '#contract/legacy-choices.ts'
import type { PlanLine } from '#contract/plan.ts'
import type { BillingValues } from '../billing-fields.ts'
import { billingBody, orderTotal } from '../order-body.ts'
import type { Marks } from '../use-payment.ts'
import { howHeardNames, type LegacyCustomerValues } from './legacy-customer-fields.ts'

/** All sign-up data and the customer, as call 5 keeps them. */
export function legacyCustomerBody(choices: Choices, offer: Offer, customer: LegacyCustomerValues) {
  const { how_heard, ...texts } = customer
  const ticks = Object.fromEntries(howHeardNames.map((name) => [name, customer[name] === 'true']))
  return { ...signUpDataOf(choices, offer), ...texts, ...ticks }
}

type Parts = {
  choices: Choices
  offer: Offer
  customer: LegacyCustomerValues
  billing: BillingValues
  lines: readonly PlanLine[]
  marks: Marks
}

export function legacyOrderBody({ choices, offer, customer, billing, lines, marks }: Parts) {
  // The legacy wizard always asks for the billing address.
  const { same_billing_address, ...card } = billingBody(billing)
  return { ...legacyCustomerBody(choices, offer, customer), ...card, ...orderTotal(lines), ...marks }
}
