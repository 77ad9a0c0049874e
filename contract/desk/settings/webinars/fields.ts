import { slotNames, webinarSlots } from '#contract/calendar/webinar-hours.ts'
import { choice, field } from '#contract/wire/field.ts'

export const slotName = choice(
  'Training',
  slotNames.map((value) => ({ value, displayValue: webinarSlots[value].title })),
)
export const slotShown = choice('Show it as', [
  { value: 'active', displayValue: 'Active' },
  { value: 'offline', displayValue: 'Offline' },
])
export const overrideEnd = field('Until (UTC)', { maxLength: 16 })
