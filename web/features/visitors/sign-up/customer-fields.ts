import * as messages from '#contract/features/sign-up/messages.ts'
import * as fields from '#contract/fields/person.ts'
import type { Option } from '#contract/options.ts'
import { configOf } from '#web/form/field-config.ts'
import type { Fields, Values } from '#web/form/judge-fields.ts'
import type { Buyer } from './tracking.ts'

export const SAME_ADDRESS_HERE = 'The address above is the same as my billing address'

/** Step one of the new wizard, under the names of the wire. */
export function customerFields(states: Option[]) {
  return {
    email: configOf(fields.email),
    confirmEmail: configOf(fields.confirmEmail, { doNotCopyPast: true }),
    full_name: configOf(fields.fullName),
    company: configOf(fields.company),
    mobile_phone: configOf(fields.mobilePhone, { label: 'Phone number' }),
    address: configOf(fields.address),
    city: configOf(fields.city),
    state: configOf(fields.state, { elementType: 'select', options: states }),
    zip_code: configOf(fields.zipCode),
    same_billing_address: configOf({ label: SAME_ADDRESS_HERE, validation: {} }, { elementType: 'checkbox' }),
    industry: configOf(fields.industry),
    howDidYouHearAboutUs: configOf(fields.howDidYouHear),
    password: configOf(fields.accountPassword),
    password2: configOf(fields.confirmPassword, { doNotCopyPast: true }),
    first_security_question: configOf(fields.firstSecurityQuestion),
    first_question_answer: configOf(fields.firstQuestionAnswer),
    second_security_question: configOf(fields.secondSecurityQuestion),
    second_question_answer: configOf(fields.secondQuestionAnswer),
  } satisfies Fields<string>
}

export type CustomerName = keyof ReturnType<typeof customerFields>
export type CustomerValues = Values<CustomerName>

export function checkCustomer(values: CustomerValues): Partial<CustomerValues> {
  return {
    ...(values.email === values.confirmEmail ? {} : { confirmEmail: messages.emailsDiffer }),
    ...(values.password === values.password2 ? {} : { password2: messages.passwordsDiffer }),
  }
}

/** Whether step one still says what it said when it was left. The tick belongs to both steps. */
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
