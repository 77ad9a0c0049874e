import { form, read } from '#contract/wire/address.ts'

export const requestResetAddress = { ...form, answers: '', path: '/rest/auth/password_reset/' } as const
export const checkResetLinkAddress = {
  ...read,
  path: '/rest/auth/password_reset/confirm/:linkToken/',
} as const
export const chooseNewPasswordAddress = { ...form, answers: '', path: checkResetLinkAddress.path } as const
