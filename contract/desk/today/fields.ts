import { failedRefundChoices } from '#contract/billing/failed-refund-choices.ts'
import { GATEWAY_REFERENCE_AT_MOST } from '#contract/billing/gateway-reference.ts'
import { choice, field } from '#contract/wire/field.ts'

/** What the operator saw at the gateway, where it does not answer our question. */
export const word = choice('If the gateway does not know', [
  { value: 'none', displayValue: 'Leave it open' },
  { value: 'paid', displayValue: 'Its dashboard shows that it was paid' },
  { value: 'declined', displayValue: 'Its dashboard shows that it was declined' },
  { value: 'absent', displayValue: 'Its dashboard does not show it' },
])
export const refundChoice = choice(
  'What to do',
  Object.entries(failedRefundChoices).map(([value, displayValue]) => ({ value, displayValue })),
)
export const gatewayReference = field('Payment reference at the gateway', {
  maxLength: GATEWAY_REFERENCE_AT_MOST,
})
