import { json, read } from '#contract/wire/address.ts'

export const updateCardAddress = { ...json, path: '/rest/account/card/' } as const
export const payOpenAddress = { ...json, path: '/rest/account/pay/' } as const
export const balanceAddress = { ...read, words: 'errors', path: '/rest/account/balance/' } as const
export const payByLinkAddress = { ...json, path: '/rest/pay/:linkToken/' } as const
export const payWithCardByLinkAddress = { ...json, path: '/rest/pay/:linkToken/card/' } as const
export const balanceOfLinkAddress = {
  ...read,
  words: 'errors',
  path: '/rest/pay/:linkToken/balance/',
} as const
