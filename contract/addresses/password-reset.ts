import { form, read } from '../address.ts'

export const requestResetAddress = { ...form, path: '/rest/auth/password_reset/' } as const
export const checkResetLinkAddress = {
  ...read,
  path: '/rest/auth/password_reset/confirm/:linkToken/',
} as const
export const chooseNewPasswordAddress = { ...form, path: checkResetLinkAddress.path } as const
