import type { QueueAction, QueueRow } from '#contract/desk/today/values.ts'
import { formatShortMoment } from '#server/platform/format-moment.ts'
import { ageIn } from './words.ts'

export function waited(since: Date, now: Date): Pick<QueueRow, 'age' | 'since'> {
  return { age: ageIn(since, now), since: `${formatShortMoment('UTC', since)} UTC` }
}

export function accountHref(pin: string): string {
  return `/desk/accounts/${pin}/`
}

export function openAccount(pin: string): QueueAction {
  return { kind: 'open', label: 'Open the account', href: accountHref(pin) }
}

export function openSearch(text: string): QueueAction {
  return { kind: 'open', label: 'Find', href: `/desk/find/?q=${encodeURIComponent(text)}` }
}
