import { legacyCustomerRules } from '#contract/features/sign-up/fields.ts'
import { asksBy, checksOf } from '#contract/wire/form-rules.ts'
import type { Buyer } from '#web/features/visitors/sign-up/tracking.ts'
import type { Texts } from './progress.ts'

const rules = legacyCustomerRules('how_heard')
export const checkLegacyCustomer = checksOf(rules)
export const isLegacyCustomerAsked = asksBy(rules)

/** Whether step four is unchanged since it was left. */
export function isSameLegacyCustomer(one: Texts | undefined, other: Texts): boolean {
  if (!one) return false
  return Object.keys(one).every(
    (name) => one[name] === (isLegacyCustomerAsked(name, other) ? other[name] : ''),
  )
}

export function buyerOf(email: string, customer: Texts): Buyer {
  const { first_name = '', last_name = '', mobile_phone = '', phone = '' } = customer
  const { address = '', city = '', state = '', zip_code = '' } = customer
  const phones = [mobile_phone, phone].filter((number) => number !== '')
  return { email, phones, first_name, last_name, address, city, state, postal_code: zip_code }
}
