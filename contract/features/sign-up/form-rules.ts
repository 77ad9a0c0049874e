import { billingAddressNames } from '#contract/fields/card.ts'
import type { FormRule } from '#contract/wire/form-rules.ts'
import * as ruleMessages from '#contract/wire/rule-messages.ts'
import * as signUpMessages from './messages.ts'
import { howHeard } from './options.ts'

type Rules<Name extends string> = readonly FormRule<Name>[]

const passwordRules: Rules<'password' | 'password2'> = [
  { kind: 'same', fields: ['password', 'password2'], message: ruleMessages.passwordsDiffer },
]

export const newCustomerRules: Rules<'email' | 'confirmEmail' | 'password' | 'password2'> = [
  { kind: 'same', fields: ['email', 'confirmEmail'], message: signUpMessages.emailsDiffer },
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
      message: signUpMessages.chooseAtLeastOne,
    },
    { kind: 'askedIf', tick: 'other_checkbox', fields: ['other'] },
  ]
}

/** A billing address is required unless it is the same as the address above. */
export const billingRules: Rules<'same_billing_address' | (typeof billingAddressNames)[number]> = [
  { kind: 'askedUnless', tick: 'same_billing_address', fields: billingAddressNames },
]
