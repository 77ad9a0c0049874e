import * as messages from '#contract/features/sign-up/messages.ts'
import * as cardFields from '#contract/fields/card.ts'
import * as personFields from '#contract/fields/person.ts'
import { choice, field, secret } from '#contract/wire/field.ts'
import { asksBy, checksOf, type FormRule } from '#contract/wire/form-rules.ts'
import { optionOf } from '#contract/wire/option.ts'
import { configOf } from '#web/form/field-config.ts'

const industries = [
  'Real Estate',
  'Real Estate Investor',
  'Insurance',
  'Financial Services',
  'Mortgage',
  'Advertising/Marketing',
  'Other',
].map(optionOf)

/** One field of each kind, with names of our own. */
export const everyField = {
  email: configOf(personFields.email),
  confirmEmail: configOf(field('Confirm email', personFields.email.validation), { doNotCopyPast: true }),
  password: configOf(secret('Account password', { required: true, minLength: 6, maxLength: 120 })),
  mobile_phone: configOf(personFields.mobilePhone),
  office_phone: configOf(personFields.officePhone),
  industry: configOf(choice('Industry', industries)),
  zip_code: configOf(personFields.zipCode),
  number: configOf(cardFields.cardNumber),
  cvv: configOf(cardFields.cvv, { type: 'text' }),
  note: configOf({ label: 'Note', validation: { maxLength: 40 } }, { elementType: 'textarea' }),
  channels: configOf({ label: 'How may we reach you?', validation: { required: false } }),
  byMail: configOf({ label: 'By mail', validation: {} }, { elementType: 'checkbox' }),
  byPhone: configOf({ label: 'By phone', validation: {} }, { elementType: 'checkbox' }),
  hour: configOf({ label: 'Best hour to call', validation: { required: true } }),
  terms: configOf(
    field('I have read and accept the terms and conditions', {
      required: true,
      isBoolean: true,
      requiredMessage: messages.termsNotAccepted,
    }),
  ),
}

export type EveryFieldName = keyof typeof everyField

const rules: readonly FormRule<EveryFieldName>[] = [
  { kind: 'same', fields: ['email', 'confirmEmail'], message: messages.emailsDiffer },
  {
    kind: 'atLeastOne',
    ticks: ['byMail', 'byPhone'],
    shownAt: 'channels',
    message: messages.chooseAtLeastOne,
  },
  { kind: 'askedIf', tick: 'byPhone', fields: ['hour'] },
]
export const checkTogether = checksOf(rules)
/** The hour is asked only of those who want to be called. */
export const isAsked = asksBy(rules)
