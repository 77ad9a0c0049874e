import { field, lines } from '#contract/wire/field.ts'
import type { Option } from '#contract/wire/option.ts'

const reasons = [
  'It costs too much',
  'I do not use it enough',
  'Something I need is missing',
  'It is too hard to use',
  'I use another service',
  'My business has changed',
  'Other',
]

export const cancelReasons: Option[] = reasons.map((reason) => ({ value: reason, displayValue: reason }))
export const cancelReason = {
  ...field('Why do you want to cancel?', { required: true }),
  options: cancelReasons,
}
export const cancelDetails = lines('Anything that we should know?', { maxLength: 2000 })
export const LONGEST_HOLD_MONTHS = 3
