import { form, json } from '#contract/wire/address.ts'

export const authorizeAddress = {
  ...json,
  path: '/rest/oauth/authorize/',
  words: 'error',
  answers: 'redirect_uri',
} as const
export const authorizeZapierAddress = {
  ...authorizeAddress,
  path: '/rest/oauth/authorize-zapier/',
} as const
export const confirmEmailVideoAddress = {
  ...form,
  path: '/integrations/bombbomb/validate_pin/',
  answers: 'redirect_uri',
} as const
export const disconnectAppAddress = { ...json, path: '/rest/account/apps/disconnect/' } as const
