import { DEFAULT_TIME_ZONE } from '#contract/calendar/time-zones.ts'
import type { PlanLine } from '#contract/catalogue/plan.ts'
import * as signUpFields from '#contract/features/sign-up/fields.ts'
import { howHeard } from '#contract/features/sign-up/fields.ts'
import { type Choices, type Offer, signUpDataOf } from '#contract/features/sign-up/legacy-choices.ts'
import * as personFields from '#contract/fields/person.ts'
import { field } from '#contract/wire/field.ts'
import type { Option } from '#contract/wire/option.ts'
import {
  type BillingValues,
  billingBody,
  type Marks,
  orderTotal,
} from '#web/features/visitors/sign-up/billing-form.ts'
import { configOf } from '#web/form/field-config.ts'
import type { Fields, Values } from '#web/form/judge-fields.ts'

type HowHeardName = keyof typeof howHeard
export const howHeardNames = Object.keys(howHeard) as HowHeardName[]

/** Step four, under its wire names; `how_heard` is the question above the checkboxes. */
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

function tick(label: string) {
  return configOf(field(label, {}), { elementType: 'checkbox' })
}

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
