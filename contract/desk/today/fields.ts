import { choice, field } from '#contract/wire/field.ts'

/** What the operator saw at the gateway, where it does not answer our question. */
export const word = choice('If the gateway does not know', [
  { value: 'none', displayValue: 'Leave it open' },
  { value: 'paid', displayValue: 'Its own pages show that it was paid' },
  { value: 'declined', displayValue: 'Its own pages show that it was declined' },
  { value: 'absent', displayValue: 'Its own pages do not have it' },
])
export const gatewayReference = field('Reference of the payment there', { maxLength: 100 })
