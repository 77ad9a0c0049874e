import type { PlanLine } from '#contract/catalogue/plan.ts'
import { type Choices, type Offer, signUpDataOf } from '#contract/features/sign-up/legacy-choices.ts'
import type { BillingValues } from '#web/features/visitors/sign-up/billing-fields.ts'
import { billingBody, orderTotal } from '#web/features/visitors/sign-up/order-body.ts'
import type { Marks } from '#web/features/visitors/sign-up/use-payment.ts'
import { howHeardNames, type LegacyCustomerValues } from './legacy-customer-fields.ts'

/** All sign-up data and the customer, as call 5 saves them. */
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
