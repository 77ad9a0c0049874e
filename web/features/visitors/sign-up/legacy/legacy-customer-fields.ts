import { DEFAULT_TIME_ZONE } from '#contract/calendar/time-zones.ts'
import * as signUpFields from '#contract/features/sign-up/fields.ts'
import { legacyCustomerRules } from '#contract/features/sign-up/form-rules.ts'
import { howHeard } from '#contract/features/sign-up/options.ts'
import * as personFields from '#contract/fields/person.ts'
import { field } from '#contract/wire/field.ts'
import { asksBy, checksOf } from '#contract/wire/form-rules.ts'
import type { Option } from '#contract/wire/option.ts'
import type { Buyer } from '#web/features/visitors/sign-up/tracking.ts'
import { configOf } from '#web/form/field-config.ts'
import type { Fields, Values } from '#web/form/judge-fields.ts'

export type HowHeardName = keyof typeof howHeard
export const howHeardNames = Object.keys(howHeard) as HowHeardName[]

/** Step four, under the names of the wire; `how_heard` is the question above the ticks. */
export function legacyCustomerFields(states: Option[]) {
  return {
    first_name: configOf(personFields.firstName),
    last_name: configOf(personFields.lastName),
    company: configOf(personFields.company),
    mobile_phone: configOf(personFields.mobilePhone),
    phone: configOf(personFields.officePhone),
    address: configOf(personFields.address),
    city: configOf(personFields.city),
    state: configOf(personFields.state, { elementType: 'select', options: states }),
    zip_code: configOf(personFields.zipCode),
    how_heard: configOf(field('How did you hear about us?', {})),
    ...(Object.fromEntries(
      howHeardNames.map((name) => [name, tick(howHeard[name])]),
    ) as Fields<HowHeardName>),
    other: configOf(signUpFields.howHeardOther, { label: 'Where from?' }),
    password: configOf(signUpFields.accountPassword),
    password2: configOf(signUpFields.confirmPassword, { doNotCopyPast: true }),
    time_zone: configOf(personFields.timeZone, { value: DEFAULT_TIME_ZONE }),
    first_security_question: configOf(signUpFields.firstSecurityQuestion),
    first_question_answer: configOf(signUpFields.firstQuestionAnswer),
    second_security_question: configOf(signUpFields.secondSecurityQuestion),
    second_question_answer: configOf(signUpFields.secondQuestionAnswer),
  } satisfies Fields<string>
}

export type LegacyCustomerName = keyof ReturnType<typeof legacyCustomerFields>
export type LegacyCustomerValues = Values<LegacyCustomerName>

const rules = legacyCustomerRules('how_heard')
export const checkLegacyCustomer = checksOf(rules)
export const isLegacyCustomerAsked = asksBy(rules)

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
