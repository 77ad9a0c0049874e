import { formatUtcMoment } from '#contract/calendar/utc-moment.ts'
import { deskPages } from '#contract/desk/desk-pages.ts'
import type { QueueAction } from '#contract/desk/today/values.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { mailPath } from '../links.ts'
import type { PlacedRow } from './placed-row.ts'
import { ageIn } from './words.ts'

export function waited(since: Date, now: Date): Pick<PlacedRow, 'at' | 'age' | 'since'> {
  return { at: since, age: ageIn(since, now), since: formatUtcMoment(since.toISOString()) }
}

export function accountHref(pin: string): string {
  return fillPath(deskPages.account.path, { number: pin })
}

export function openAccount(pin: string): QueueAction {
  return { kind: 'open', label: 'Open the account', href: accountHref(pin) }
}

export function openMail(id: number): QueueAction {
  return { kind: 'open', label: 'Open the email', href: mailPath(id) }
}

export function openSearch(text: string): QueueAction {
  return { kind: 'open', label: 'Find', href: `${deskPages.find.path}?q=${encodeURIComponent(text)}` }
}
