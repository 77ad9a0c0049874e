import { centsToDollars } from '#contract/catalogue/money.ts'
import { items, type PlanLine, plannableKeys, totalOf } from '#contract/catalogue/plan.ts'
import type { PageProps } from '#contract/page-values.ts'
import { backPageOf } from '#contract/provider/plan-builder-url.ts'
import type { CustomerValues } from './customer-fields.ts'
import type { BillingValues } from './use-billing-form.ts'
import type { Marks } from './use-payment.ts'

/** The complete sign-up data; items that are not bought are included as zero. */
export function customerBody(customer: CustomerValues, lines: readonly PlanLine[]) {
  const bought = new Map(lines.map(({ key, quantity }) => [key, quantity]))
  const counts = Object.fromEntries(plannableKeys.map((key) => [items[key].field, bought.get(key) ?? 0]))
  return { ...counts, ...customer, same_billing_address: customer.same_billing_address === 'true' }
}

/** Where the plan was built, and where Edit Plan leads back to. */
export function originOf(query: PageProps<'sign-up'>['query']) {
  return { planName: query['plan-name'] ?? '', originPath: `/${backPageOf(query['back-url'])}` }
}

type Parts = {
  customer: CustomerValues
  billing: BillingValues
  lines: readonly PlanLine[]
  query: PageProps<'sign-up'>['query']
  marks: Marks
}

export function orderBody({ customer, billing, lines, query, marks }: Parts) {
  return {
    ...customerBody(customer, lines),
    ...billingBody(billing),
    ...orderTotal(lines),
    ...originOf(query),
    ...marks,
  }
}

export function billingBody(billing: BillingValues) {
  return {
    ...billing,
    same_billing_address: billing.same_billing_address === 'true',
    terms_and_conditions: billing.terms_and_conditions === 'true',
  }
}

/** In dollars, as shown to the customer. */
export function orderTotal(lines: readonly PlanLine[]) {
  return { total: centsToDollars(totalOf(lines)) }
}
