import * as signUpFields from '#contract/features/sign-up/fields.ts'
import * as messages from '#contract/features/sign-up/messages.ts'
import * as cardFields from '#contract/fields/card.ts'
import * as personFields from '#contract/fields/person.ts'
import { configOf } from '#web/form/field-config.ts'
import type { Values } from '#web/form/judge-fields.ts'

/** One field of each kind, under names of our own. */
export const everyField = {
  email: configOf(personFields.email),
  confirmEmail: configOf(signUpFields.confirmEmail, { doNotCopyPast: true }),
  password: configOf(signUpFields.accountPassword),
  mobile_phone: configOf(personFields.mobilePhone),
  office_phone: configOf(personFields.officePhone),
  industry: configOf(signUpFields.industry),
  zip_code: configOf(personFields.zipCode),
  number: configOf(cardFields.cardNumber),
  cvv: configOf(cardFields.cvv, { type: 'text' }),
  note: configOf({ label: 'Note', validation: { maxLength: 40 } }, { elementType: 'textarea' }),
  channels: configOf({ label: 'How may we reach you?', validation: { required: false } }),
  byMail: configOf({ label: 'By mail', validation: {} }, { elementType: 'checkbox' }),
  byPhone: configOf({ label: 'By phone', validation: {} }, { elementType: 'checkbox' }),
  hour: configOf({ label: 'Best hour to call', validation: { required: true } }),
  terms: configOf(signUpFields.terms),
}

export type EveryFieldName = keyof typeof everyField

export function checkTogether(values: Values<EveryFieldName>): Partial<Values<EveryFieldName>> {
  const isReachable = values.byMail === 'true' || values.byPhone === 'true'
  return {
    ...(values.email === values.confirmEmail ? {} : { confirmEmail: messages.emailsDiffer }),
    ...(isReachable ? {} : { channels: messages.chooseAtLeastOne }),
  }
}

/** The hour matters only to those who want to be called. */
export function isAsked(name: EveryFieldName, values: Values<EveryFieldName>): boolean {
  return name !== 'hour' || values.byPhone === 'true'
}
