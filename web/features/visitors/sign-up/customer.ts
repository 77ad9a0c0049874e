import { items, type PlanLine, plannableKeys } from '#contract/catalogue/plan.ts'
import * as signUpFields from '#contract/features/sign-up/fields.ts'
import { newCustomerRules } from '#contract/features/sign-up/fields.ts'
import * as personFields from '#contract/fields/person.ts'
import type { PageProps } from '#contract/page-values.ts'
import { checksOf } from '#contract/wire/form-rules.ts'
import type { Option } from '#contract/wire/option.ts'
import { configOf } from '#web/form/field-config.ts'
import type { Fields, Values } from '#web/form/judge-fields.ts'
import { type BillingValues, billingBody, type Marks, orderTotal } from './billing-form.ts'
import { type Buyer, originOf } from './tracking.ts'

const SAME_ADDRESS_HERE = 'The address above is the same as my billing address'

/** Step one of the new wizard, under its wire names. */
export function customerFields(states: Option[]) {
  return {
    email: configOf(personFields.email),
    confirmEmail: configOf(signUpFields.confirmEmail, { doNotCopyPast: true }),
    full_name: configOf(personFields.fullName),
    company: configOf(personFields.company),
    mobile_phone: configOf(personFields.mobilePhone, { label: 'Phone number' }),
    address: configOf(personFields.address),
    city: configOf(personFields.city),
    state: configOf(personFields.state, { elementType: 'select', options: states }),
    zip_code: configOf(personFields.zipCode),
    same_billing_address: configOf({ label: SAME_ADDRESS_HERE, validation: {} }, { elementType: 'checkbox' }),
    industry: configOf(signUpFields.industry),
    howDidYouHearAboutUs: configOf(signUpFields.howDidYouHear),
    password: configOf(signUpFields.accountPassword),
    password2: configOf(signUpFields.confirmPassword, { doNotCopyPast: true }),
    first_security_question: configOf(signUpFields.firstSecurityQuestion),
    first_question_answer: configOf(signUpFields.firstQuestionAnswer),
    second_security_question: configOf(signUpFields.secondSecurityQuestion),
    second_question_answer: configOf(signUpFields.secondQuestionAnswer),
  } satisfies Fields<string>
}

export type CustomerName = keyof ReturnType<typeof customerFields>
export type CustomerValues = Values<CustomerName>

export const checkCustomer = checksOf(newCustomerRules)

/**
 * Whether step one is unchanged since it was left. The same-address checkbox belongs to both steps, so it is
 * ignored.
 */
export function isSameCustomer(one: CustomerValues | undefined, other: CustomerValues): boolean {
  if (!one) return false
  const names = Object.keys(one) as CustomerName[]
  return names.every((name) => name === 'same_billing_address' || one[name] === other[name])
}

export function buyerOf(customer: CustomerValues): Buyer {
  const { email, mobile_phone, address, city, state, zip_code } = customer
  const [first_name = '', ...rest] = customer.full_name.split(/\s+/)
  const names = { first_name, last_name: rest.join(' ') }
  return { email, phones: [mobile_phone], ...names, address, city, state, postal_code: zip_code }
}

/** The complete sign-up data; items that are not bought are included as zero. */
export function customerBody(customer: CustomerValues, lines: readonly PlanLine[]) {
  const bought = new Map(lines.map(({ key, quantity }) => [key, quantity]))
  const counts = Object.fromEntries(plannableKeys.map((key) => [items[key].field, bought.get(key) ?? 0]))
  return { ...counts, ...customer, same_billing_address: customer.same_billing_address === 'true' }
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
