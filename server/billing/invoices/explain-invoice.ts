import { type Day, formatDay } from '#contract/calendar/billing-dates.ts'
import { FREE_OF_CHARGE } from '#contract/catalogue/items.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import type { InvoiceLine } from './invoices.ts'

export const FIRST_BILL = 'This is your first bill.'

/** The last month with the full plan, and what has happened since. */
export type Compared = {
  lines: readonly InvoiceLine[]
  /** The day on which that month began, if there was a hold in between. */
  lastFullMonth?: Day
  /** Dates of mid-month invoices for plan changes since then. */
  changedOn?: readonly Day[]
}

/** Explains why a month differs from the last full one, naming each difference and its amount. */
export function explainInvoice(lines: readonly InvoiceLine[], before: Compared): string {
  if (before.lines.length === 0) return FIRST_BILL
  const labels = [...new Set([...lines, ...before.lines].map(nameOf))]
  const changes = labels.flatMap((name) => changeOf(name, countOf(name, lines), countOf(name, before.lines)))
  const difference = totalOf(lines) - totalOf(before.lines)
  const { lastFullMonth, changedOn = [] } = before
  const then = lastFullMonth
    ? `your last full month, which began on ${formatDay(lastFullMonth)}`
    : 'the month before'
  const back = lastFullMonth ? 'Your plan is no longer on hold. ' : ''
  if (changes.length === 0) return `${back}The same as ${then}.`
  const inFull =
    changedOn.length > 0
      ? ` What you changed mid-month, on ${changedOn.map(formatDay).join(' and ')}, now counts for the whole month.`
      : ''
  const side =
    difference === 0
      ? `The same amount as ${then}, for a different plan`
      : `${formatAmount(Math.abs(difference))} ${difference > 0 ? 'more' : 'less'} than ${then}`
  return `${back}${side}: ${changes.join('; ')}.${inFull}`
}

/** What is paid for one item, and how many of it are free. */
type Count = { paid: number; free: number; unitPrice: number; amount: number }

function changeOf(name: string, now: Count, then: Count): string[] {
  const difference = now.amount - then.amount
  const by = difference === 0 ? '' : ` (${difference > 0 ? '+' : ''}${formatAmount(difference)})`
  const [has, had] = [now.paid + now.free, then.paid + then.free]
  if (had === 0) return [`${name} was added${by}`]
  if (has === 0) return [`${name} was removed${by}`]
  const changes: string[] = []
  if (has !== had) changes.push(`${name} went from ${had} to ${has}`)
  if (now.free > then.free) changes.push(`${named(name, now.free, has)} now ${FREE_OF_CHARGE}`)
  if (now.free < then.free && has >= had)
    changes.push(`${named(name, then.free - now.free, has)} no longer ${FREE_OF_CHARGE}`)
  if (now.paid > 0 && then.paid > 0 && now.unitPrice !== then.unitPrice)
    changes.push(`${name} now costs ${formatAmount(now.unitPrice)}, not ${formatAmount(then.unitPrice)}`)
  return changes.length > 0 ? [`${changes.join(', and ')}${by}`] : []
}

function named(name: string, count: number, has: number): string {
  if (count === has) return `${name} is`
  return count === 1 ? `1 ${name} is` : `${count} of ${name} are`
}

function countOf(name: string, lines: readonly InvoiceLine[]): Count {
  const count = { paid: 0, free: 0, unitPrice: 0, amount: 0 }
  for (const line of lines) {
    if (nameOf(line) !== name) continue
    if (line.unitPrice === 0) count.free += line.quantity
    else {
      count.paid += line.quantity
      count.unitPrice = line.unitPrice
      count.amount += line.amount
    }
  }
  return count
}

function nameOf({ label }: InvoiceLine): string {
  const suffix = `, ${FREE_OF_CHARGE}`
  return label.endsWith(suffix) ? label.slice(0, -suffix.length) : label
}

function totalOf(lines: readonly InvoiceLine[]): number {
  return lines.reduce((sum, line) => sum + line.amount, 0)
}
