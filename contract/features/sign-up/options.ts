import { billingAddressNames } from '#contract/fields/card.ts'
import type { FormRule } from '#contract/wire/form-rules.ts'
import { type Option, optionOf } from '#contract/wire/option.ts'
import * as ruleMessages from '#contract/wire/rule-messages.ts'
import * as messages from './messages.ts'

export const REAL_ESTATE = 'Real Estate'
export const industries = labels(
  REAL_ESTATE,
  'Real Estate Investor',
  'Insurance',
  'Financial Services',
  'Mortgage',
  'Advertising/Marketing',
  'Other',
)

export const firstSecurityQuestions = numbered(
  'In what city were you born?',
  'What is your favorite sports team?',
  "What is your best friend's first name?",
)
export const secondSecurityQuestions = numbered(
  "What is your mother's maiden name?",
  'What was your first job?',
  'What high school did you attend?',
  'In what year were you married?',
)

/** The legacy checkboxes by their wire names; the new wizard offers the same labels as a select. */
export const howHeard = {
  broker: 'Broker',
  coach: 'Coach',
  friend_colleague: 'Friend/Colleague',
  facebook_ad: 'Facebook Ad',
  facebook_group: 'Facebook Group',
  google_search: 'Google Search',
  integration_partner: 'Integration Partner',
  past_client: 'I am a previous client',
  youtube: 'Youtube',
  other_checkbox: 'Other',
} as const
export const howHeardOptions = labels(...Object.values(howHeard))

export const accountTypes = ['single_user', 'multi_user'] as const
export type AccountType = (typeof accountTypes)[number]
export const packages = {
  data_and_dialer: 'Dialer and Data Account',
  dialer: 'Dialer Only Account',
  data: 'Data Only Account',
} as const
export type Package = keyof typeof packages

function labels(...names: string[]): Option[] {
  return names.map(optionOf)
}

function numbered(...questions: string[]): Option[] {
  return questions.map((displayValue, index) => ({ value: String(index), displayValue }))
}

type Rules<Name extends string> = readonly FormRule<Name>[]

const passwordRules: Rules<'password' | 'password2'> = [
  { kind: 'same', fields: ['password', 'password2'], message: ruleMessages.passwordsDiffer },
]

export const newCustomerRules: Rules<'email' | 'confirmEmail' | 'password' | 'password2'> = [
  { kind: 'same', fields: ['email', 'confirmEmail'], message: messages.emailsDiffer },
  ...passwordRules,
]

const howHeardTicks = Object.keys(howHeard) as (keyof typeof howHeard)[]

/** The page shows a missing source at the question above the checkboxes; the wire has no such field. */
export function legacyCustomerRules<Question extends string>(
  question: Question,
): Rules<'password' | 'password2' | keyof typeof howHeard | 'other' | Question> {
  return [
    ...passwordRules,
    {
      kind: 'atLeastOne',
      ticks: howHeardTicks,
      shownAt: question,
      message: messages.chooseAtLeastOne,
    },
    { kind: 'askedIf', tick: 'other_checkbox', fields: ['other'] },
  ]
}

/** A billing address is required unless it is the same as the address above. */
export const billingRules: Rules<'same_billing_address' | (typeof billingAddressNames)[number]> = [
  { kind: 'askedUnless', tick: 'same_billing_address', fields: billingAddressNames },
]

/** The maximum length of an order's fingerprint, in characters. */
export const FINGERPRINT_AT_MOST = 20_000
