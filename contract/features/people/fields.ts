import { type DialerKey, dialerKeys } from '#contract/catalogue/dialers.ts'
import { items } from '#contract/catalogue/plan.ts'
import { choice } from '#contract/wire/field.ts'

export const dialer = choice(
  'Dialer',
  dialerKeys.map((value) => ({ value, displayValue: items[value].label })),
)

export function dialerKeyOf(text: string): DialerKey {
  return dialerKeys.find((key) => key === text) ?? 'single'
}
