import { formatUtcMoment } from '#contract/calendar/utc-moment.ts'
import { deskPages } from '#contract/desk/desk-pages.ts'
import type { QueueAction, QueueRow } from '#contract/desk/today.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { provisionAccount } from '#server/accounts/set-ups.ts'
import type { Operator } from '#server/identity/operators/operator-sessions.ts'
import type { Cursor } from '#server/platform/db/cursor.ts'
import { deliverMail } from '#server/platform/mail/outbox.ts'
import { DAY, HOUR, MINUTE } from '#server/ports/clock.ts'
import { mailPath } from '../links.ts'

/** A row with its cursor, if the queue has its own page. */
export type WaitingRow = QueueRow & { at: Date; cursor?: Cursor }
export type QueueRequest = { operator: Operator; cursor: Cursor; atMost: number; now: Date }

export function waited(since: Date, now: Date): Pick<WaitingRow, 'at' | 'age' | 'since'> {
  return { at: since, age: ageIn(since, now), since: formatUtcMoment(since.toISOString()) }
}

/** How long ago: "5 minutes", "3 hours", "2 days". */
function ageIn(since: Date, now: Date): string {
  const ms = Math.max(0, now.getTime() - since.getTime())
  if (ms >= 2 * DAY) return `${Math.floor(ms / DAY)} days`
  if (ms >= HOUR) return counted(Math.floor(ms / HOUR), 'hour')
  return counted(Math.max(1, Math.floor(ms / MINUTE)), 'minute')
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
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

/** A queue's task as text: `settle-refund` is "settle refund". */
export function workIn(queue: string): string {
  return queue.replaceAll('-', ' ')
}

export const boughtWords: Record<string, string> = {
  renewal: 'renewal',
  'sign-up': 'sign-up',
  'plan-change': 'plan change',
  reactivation: 'reactivation',
}

/** Retried as a whole, because its job alone would do nothing, or not be counted. */
export const retriedElsewhere = new Map([
  [
    provisionAccount.name,
    'Start the set-up of the account again instead: it stands under set-ups that failed.',
  ],
  [deliverMail.name, 'Send the email again instead: on its page.'],
])
