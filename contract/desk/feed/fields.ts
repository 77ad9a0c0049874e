import { choice, field } from '#contract/wire/field.ts'

export const endpointUrl = field('URL', { required: true, maxLength: 1000 })
export const firstPosition = field('First position to send', { isNumeric: true, maxLength: 15 })
export const replayFrom = field('From position', { required: true, isNumeric: true, maxLength: 15 })
export const keyName = field('Name', { required: true, maxLength: 60 })
export const formerLasts = choice('Also sign with the old secret for', [
  { value: '0', displayValue: '0 hours (it leaked)' },
  { value: '24', displayValue: '24 hours' },
  { value: '168', displayValue: '7 days' },
])
