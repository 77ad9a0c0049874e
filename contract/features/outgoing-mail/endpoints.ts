import { form, json, read } from '#contract/wire/address.ts'

export const saveOutgoingMailAddress = { ...json, path: '/rest/account/outgoing-mail/' } as const
export const readOutgoingMailAddress = {
  ...read,
  words: 'errors',
  path: '/rest/account/outgoing-mail/',
} as const
export const checkOutgoingMailAddress = {
  ...form,
  encoding: 'none',
  path: '/rest/account/outgoing-mail/check/',
} as const
export const removeOutgoingMailAddress = {
  ...form,
  encoding: 'none',
  path: '/rest/account/outgoing-mail/remove/',
} as const
export const confirmSmtpSettingsAddress = {
  method: 'POST',
  encoding: 'none',
  words: 'error',
  answers: '',
  path: '/rest/infrastructure/confirm-smtp-settings/:linkToken/',
} as const
