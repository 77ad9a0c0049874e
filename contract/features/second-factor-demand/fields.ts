import { choice } from '#contract/wire/field.ts'

export const GRACE_DAYS = '7'
/** How long people may go without a second factor once the owner requires it. */
export const graceDays = choice('Time to set it up', [
  { value: '0', displayValue: 'No time: from the next sign-in on' },
  { value: '1', displayValue: '1 day' },
  { value: '3', displayValue: '3 days' },
  { value: GRACE_DAYS, displayValue: '7 days' },
  { value: '14', displayValue: '14 days' },
  { value: '30', displayValue: '30 days' },
])
