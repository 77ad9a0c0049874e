import * as messages from '#contract/features/sign-up/messages.ts'
import * as fields from '#contract/fields/person.ts'
import { configOf } from '#web/form/field-config.ts'
import type { Values } from '#web/form/judge-fields.ts'

/** One field of each kind, under names of our own. */
export const everyField = {
  email: configOf(fields.email),
  confirmEmail: configOf(fields.confirmEmail, { doNotCopyPast: true }),
  password: configOf(fields.accountPassword),
  mobile_phone: configOf(fields.mobilePhone),
  office_phone: configOf(fields.officePhone),
  industry: configOf(fields.industry),
  zip_code: configOf(fields.zipCode),
  number: configOf(fields.cardNumber),
  cvv: configOf(fields.cvv, { type: 'text' }),
  note: configOf({ label: 'Note', validation: { maxLength: 40 } }, { elementType: 'textarea' }),
  channels: configOf({ label: 'How may we reach you?', validation: { required: false } }),
  byMail: configOf({ label: 'By mail', validation: {} }, { elementType: 'checkbox' }),
  byPhone: configOf({ label: 'By phone', validation: {} }, { elementType: 'checkbox' }),
  hour: configOf({ label: 'Best hour to call', validation: { required: true } }),
  terms: configOf(fields.terms),
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
