import { type Day, dayBefore, formatDay } from '#contract/calendar/billing-dates.ts'
import { FREE_OF_CHARGE, linesOfItems, type PlanItem, splitGiven } from '#contract/catalogue/items.ts'
import { formatAmount, splitByCredit } from '#contract/catalogue/money.ts'
import { isOnHoldOn, itemsOnHold } from '#server/billing/subscriptions/plan-items.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { InvoiceLine } from './invoices.ts'

type Billed = { accountId: number; heldFrom: string | null; heldUntil: string | null }
type Lines = { lines: readonly InvoiceLine[]; note: string }
export type BillOfMonth = Lines & {
  total: number /** The account credit that it uses. */
  credit: number
}

/**
 * The bill of a month that begins on a day: its lines, why it differs from the last one, and what credit
 * pays.
 */
export async function billOfMonth(
  db: Db,
  billed: Billed,
  bought: readonly PlanItem[],
  startsOn: string,
  hasCredit: number,
): Promise<BillOfMonth> {
  const month = await linesOfMonth(db, billed, bought, startsOn)
  const { creditCents: credit } = splitByCredit(totalOf(month.lines), hasCredit)
  const { lines, note } = withCredit(month, credit)
  return { lines, note, total: totalOf(lines), credit }
}

async function linesOfMonth(
  db: Db,
  { accountId, heldFrom, heldUntil }: Billed,
  bought: readonly PlanItem[],
  startsOn: string,
): Promise<Lines> {
  const isOnHold = isOnHoldOn(startsOn, heldFrom, heldUntil)
  const items = linesOfItems(isOnHold ? itemsOnHold(bought) : bought)
  const lines = splitGiven(items).map((line): InvoiceLine => ({ ...line, kind: 'item' }))
  if (isOnHold && heldUntil) {
    return {
      lines,
      note: `Your plan is on hold through ${formatDay(dayBefore(heldUntil))}. You have agent access only.`,
    }
  }
  const last = await findLastFullMonth(db, accountId)
  const before = {
    lines: last?.lines ?? [],
    changedOn: last?.changedOn ?? [],
    ...(last?.wasHeldSince ? { lastFullMonth: last.startsOn } : {}),
  }
  return { lines, note: explainInvoice(lines, before) }
}

/** Credit pays first; the card pays the rest. */
export function withCredit({ lines, note }: Lines, credit: number): Lines {
  if (credit === 0) return { lines, note }
  const used: InvoiceLine = {
    kind: 'credit',
    label: 'Credit',
    quantity: 1,
    unitPrice: -credit,
    amount: -credit,
  }
  return { lines: [...lines, used], note: `${note} Your credit of ${formatAmount(credit)} was used.` }
}

function totalOf(lines: readonly InvoiceLine[]): number {
  return lines.reduce((sum, line) => sum + line.amount, 0)
}

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

export type FullMonth = {
  startsOn: Day
  /** True if there was a month on hold since. */
  wasHeldSince: boolean
  lines: InvoiceLine[]
  /** Dates of mid-month invoices since then, in the subscription's time zone. */
  changedOn: Day[]
}

/**
 * The newest month with the full plan, to compare the next one with. Mid-month invoices and months on hold do
 * not count. The subscription stores only its latest hold, which is enough because there is a full month
 * between two holds.
 */
function findLastFullMonth(tx: Db, accountId: number): Promise<FullMonth | undefined> {
  return tx.maybe<FullMonth>(sql`
    select p.starts_on as "startsOn",
      coalesce(p.starts_on < s.held_from
        and exists (select from periods h where h.subscription_id = s.id and h.starts_on >= s.held_from), false) as "wasHeldSince",
      (select coalesce(jsonb_agg(jsonb_build_object('kind', l.kind, 'label', l.label, 'quantity', l.quantity,
          'unitPrice', l.unit_price_cents, 'amount', l.amount_cents) order by l.position), '[]')
        from invoice_lines l where l.invoice_id = i.id and l.kind = 'item') as lines,
      (select coalesce(jsonb_agg(distinct (m.issued_at at time zone s.time_zone)::date), '[]')
        from invoices m join orders o on o.id = m.order_id and o.kind = 'plan-change'
        where m.account_id = i.account_id and m.id > i.id) as "changedOn"
    from invoices i join periods p on p.id = i.period_id join subscriptions s on s.id = p.subscription_id
    where i.account_id = ${accountId}
      and (s.held_from is null or p.starts_on < s.held_from or p.starts_on >= s.held_until)
    order by i.id desc limit 1`)
}
