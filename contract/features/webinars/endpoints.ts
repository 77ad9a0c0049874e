import { read } from '#contract/wire/address.ts'

export const webinarStatusAddress = {
  ...read,
  path: '/rest/webinars/check-status/',
  words: 'errors',
  answers: 'webinars',
} as const
