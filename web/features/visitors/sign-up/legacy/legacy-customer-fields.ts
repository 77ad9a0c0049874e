import * as messages from '#contract/features/sign-up/messages.ts'
import * as fields from '#contract/fields/person.ts'
import { DEFAULT_TIME_ZONE, howHeard, type Option } from '#contract/options.ts'
import { field } from '#contract/wire/field.ts'
import type { Buyer } from '#web/features/visitors/sign-up/tracking.ts'
import { configOf } from '#web/form/field-config.ts'
import type { Fields, Values } from '#web/form/judge-fields.ts'

export type HowHeardName = keyof typeof howHeard
export const howHeardNames = Object.keys(howHeard) as HowHeardName[]

/** Step four, under the names of the wire; `how_heard` is the question above the ticks. */
export function legacyCustomerFields(states: Option[]) {
  return {
    first_name: configOf(fields.firstName),
    last_name: configOf(fields.lastName),
    company: configOf(fields.company),
    mobile_phone: configOf(fields.mobilePhone),
    phone: configOf(fields.officePhone),
    address: configOf(fields.address),
    city: configOf(fields.city),
    state: configOf(fields.state, { elementType: 'select', options: states }),
    zip_code: configOf(fields.zipCode),
    how_heard: configOf(field('How did you hear about us?', {})),
    ...(Object.fromEntries(
      howHeardNames.map((name) => [name, tick(howHeard[name])]),
    ) as Fields<HowHeardName>),
    other: configOf(fields.howHeardOther, { label: 'Where from?' }),
    password: configOf(fields.accountPassword),
    password2: configOf(fields.confirmPassword, { doNotCopyPast: true }),
    time_zone: configOf(fields.timeZone, { value: DEFAULT_TIME_ZONE }),
    first_security_question: configOf(fields.firstSecurityQuestion),
    first_question_answer: configOf(fields.firstQuestionAnswer),
    second_security_question: configOf(fields.secondSecurityQuestion),
    second_question_answer: configOf(fields.secondQuestionAnswer),
  } satisfies Fields<string>
}

export type LegacyCustomerName = keyof ReturnType<typeof legacyCustomerFields>
export type LegacyCustomerValues = Values<LegacyCustomerName>

export function checkLegacyCustomer(values: LegacyCustomerValues): Partial<LegacyCustomerValues> {
  const hasHeard = howHeardNames.some((name) => values[name] === 'true')
  return {
    ...(hasHeard ? {} : { how_heard: messages.chooseAtLeastOne }),
    ...(values.password === values.password2 ? {} : { password2: messages.passwordsDiffer }),
  }
}

/** Whoever chose Other says what it was. */
export function isLegacyCustomerAsked(name: LegacyCustomerName, values: LegacyCustomerValues): boolean {
  return name !== 'other' || values.other_checkbox === 'true'
}

/** Whether step four still says what it said when it was left. */
export function isSameLegacyCustomer(
  one: LegacyCustomerValues | undefined,
  other: LegacyCustomerValues,
): boolean {
  if (!one) return false
  const names = Object.keys(one) as LegacyCustomerName[]
  return names.every((name) => one[name] === (isLegacyCustomerAsked(name, other) ? other[name] : ''))
}

export function buyerOf(email: string, customer: LegacyCustomerValues): Buyer {
  const { first_name, last_name, mobile_phone, phone, address, city, state, zip_code } = customer
  const phones = [mobile_phone, phone].filter((number) => number !== '')
  return { email, phones, first_name, last_name, address, city, state, postal_code: zip_code }
}

function tick(label: string) {
  return configOf(field(label, {}), { elementType: 'checkbox' })
}
