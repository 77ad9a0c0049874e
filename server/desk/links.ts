import { deskPages } from '#contract/desk/desk-pages.ts'
import type { Action } from '#contract/desk/help.ts'
import type { MoneyActionName } from '#contract/desk/money.ts'
import type { QueueName } from '#contract/desk/today.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { type Cursor, writeCursor } from '#server/platform/db/cursor.ts'

/** Paths within the desk that lines and open matters of an account link to. */
export function mailPath(id: number): string {
  return fillPath(deskPages.mail.path, { id: String(id) })
}

export function moneyPath(number: string, bill: string, action?: MoneyActionName): string {
  const query = new URLSearchParams({ bill, ...(action && { action }) })
  return `${fillPath(deskPages.money.path, { number })}?${query}`
}

export function billPath(number: string, bill: string): string {
  return fillPath(deskPages.bill.path, { number, bill })
}

export function creditNotePath(number: string, note: string): string {
  return fillPath(deskPages['credit-note'].path, { number, note })
}

export function helpPath(number: string, action: Action, person?: number | 'contact'): string {
  const query = new URLSearchParams({ action, ...(person && { person: String(person) }) })
  return `${fillPath(deskPages.help.path, { number })}?${query}`
}

export function disputePath(reference: string): string {
  return fillPath(deskPages.dispute.path, { id: reference })
}

/** Where an operator retries a failure, or records how it ended. */
export function queuePath(queue: QueueName): string {
  return fillPath(deskPages.queue.path, { queue })
}

/** The page of its queue that begins with it. */
export function failedRefundPath({ micros, source, id }: Cursor): string {
  return `${queuePath('refunds')}?after=${writeCursor({ micros, source, id: id - 1 })}`
}
