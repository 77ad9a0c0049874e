import { choice } from '#contract/wire/field.ts'

export const decision = choice('Decision', [
  { value: 'won', displayValue: 'Won' },
  { value: 'lost', displayValue: 'Lost' },
])
