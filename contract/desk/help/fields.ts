import { cancelReason } from '#contract/billing/cancel-reasons.ts'
import { field } from '#contract/wire/field.ts'

/** As they say it: nobody has checked it. */
export const caller = field('Who is calling', {
  required: true,
  maxLength: 120,
  requiredMessage: 'Enter the name that the caller gave',
})
export const whyCanceled = { ...cancelReason, label: 'Why do they want to cancel?' }
