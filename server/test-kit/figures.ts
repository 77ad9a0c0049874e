import { afterEach, beforeEach, expect } from 'vitest'
import {
  churnFigures,
  type figureNames,
  monthlyFigures,
  movementFigures,
} from '#contract/billing/figure-names.ts'
import type { ReportingMonth } from '#contract/calendar/reporting-months.ts'
import type { FiguresOfMonth } from '#contract/desk/figures.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import { showFigures } from '#server/desk/figures/figures.ts'
import { findSummed, listEntries } from '#server/desk/figures/list-entries.ts'
import { countSeats } from '#server/features/background/figures/count-seats.ts'
import { sumFigures } from '#server/features/background/figures/sum-figures.ts'
import { sql } from '#server/platform/db/sql.ts'
import { MINUTE } from '../ports/clock.ts'
import { type Harness, openHarness } from './harness.ts'

/** A harness for each test. Whatever a test has done, the books balance both ways at its end. */
export function withBooksChecked(take: (harness: Harness) => void): void {
  let harness: Harness
  beforeEach(async () => {
    harness = await openHarness({ now: '2026-11-15T15:00:00Z' })
    take(harness)
  })
  afterEach(async () => {
    await sumAll(harness)
    const mistakes = await findMistakes(harness)
    await harness.close()
    expect(mistakes).toEqual([])
  })
}

/** Sets the clock, and renews what is due by then. */
export async function renewAt(harness: Harness, iso: string): Promise<void> {
  harness.clock.set(iso)
  await renewDue(harness)
}

export async function sumsOf(harness: Harness, month: string): Promise<FiguresOfMonth['sums']> {
  return (await figuresOf(harness, month)).sums
}

/** The figures of a month, summed a little later than now, so that everything until now is settled. */
export async function figuresOf(harness: Harness, month: string): Promise<FiguresOfMonth> {
  await sumAll(harness)
  const { months } = await showFigures(harness)
  const found = months.find((one) => one.month === `${month}-01`)
  if (!found) throw new Error(`No figures of ${month}, but of ${months.map((one) => one.month)}`)
  return found
}

export async function sumAll(harness: Harness): Promise<void> {
  harness.clock.advance(2 * MINUTE)
  await sumFigures(harness)
  await countSeats(harness)
}

/**
 * Checks both ways, and returns mismatches: each number against its rows, each month's opening and movements
 * against its closing, and all of them against bills, credit notes, charges, disputes and plans.
 */
async function findMistakes(harness: Harness): Promise<string[]> {
  const { months } = await showFigures(harness)
  const mistakes: string[] = []
  for (const [index, month] of months.entries()) {
    mistakes.push(...(await findWrongSums(harness, month)))
    const before = months[index - 1]
    if (before && cents(before, 'closing') !== cents(month, 'opening'))
      mistakes.push(`${month.month} does not open with what the month before closed with`)
    const moved = movementFigures.map((name) => cents(month, name))
    if (cents(month, 'opening') + sumOf(moved) !== cents(month, 'closing'))
      mistakes.push(`the movements of ${month.month} do not lead to its closing`)
    const churn = churnFigures.map((name) => cents(month, name))
    if (sumOf(churn) !== cents(month, 'lost'))
      mistakes.push(`the churn of ${month.month} is not what was lost`)
    if (sumOf(month.reasons.map((one) => one.cents)) !== cents(month, 'canceled'))
      mistakes.push(`the reasons of ${month.month} are not what was canceled`)
  }
  const books = await readBooks(harness)
  const present = months.at(-1)
  const all = (name: keyof FiguresOfMonth['sums']) => sumOf(months.map((month) => cents(month, name)))
  const pairs: [string, number, number][] = [
    ['recurring revenue and plans', present ? cents(present, 'closing') : 0, books.recurring],
    ['charged and charges', all('charged'), books.charged],
    ['charged and bills', all('charged'), books.billed],
    ['refunded and credit notes', all('refunded'), books.refunded],
    ['refunded and charges', all('refunded'), books.refundedOfCharges],
    ['credited and credit notes', all('credited'), books.credited],
    ['disputed and disputes', all('disputed'), books.lost],
  ]
  for (const [what, one, other] of pairs) if (one !== other) mistakes.push(`${what}: ${one} and ${other}`)
  return mistakes
}

function cents(month: FiguresOfMonth, name: keyof FiguresOfMonth['sums']): number {
  return month.sums[name]?.cents ?? 0
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0)
}

async function findWrongSums(harness: Harness, month: FiguresOfMonth): Promise<string[]> {
  const request = [
    ...monthlyFigures
      .filter((figure) => figure !== 'reason')
      .map((figure) => ({ figure, part: '', sum: month.sums[figure] ?? { entries: 0, cents: 0 } })),
    ...month.reasons.map(({ reason, ...sum }) => ({ figure: 'reason' as const, part: reason, sum })),
  ]
  const wrong: string[] = []
  for (const { figure, part, sum } of request) {
    const listed = await addUp(harness, figure, month.month, part)
    if (listed.entries !== sum.entries || (listed.cents !== sum.cents && sum.cents !== 0))
      wrong.push(
        `${figure} ${part} of ${month.month} is ${JSON.stringify(sum)}, listed ${JSON.stringify(listed)}`,
      )
  }
  return wrong
}

/** All rows of a figure, paged as on the pages. */
export async function addUp(
  { db }: Harness,
  figure: (typeof figureNames)[number],
  month: ReportingMonth,
  part = '',
): Promise<{ entries: number; cents: number }> {
  const summed = (await findSummed(db, month)) ?? { asOf: new Date(0), recoveryAsOf: new Date(0) }
  const total = { entries: 0, cents: 0 }
  for (let after: string | undefined; ; ) {
    const listed = await listEntries(db, { figure, month, part }, summed, { after, atMost: 2 })
    for (const entry of listed) {
      total.entries += entry.count
      total.cents += entry.cents
    }
    after = listed.at(-1)?.cursor
    if (after === undefined) return total
  }
}

type Books = {
  recurring: number
  charged: number
  billed: number
  refunded: number
  refundedOfCharges: number
  credited: number
  lost: number
}

/** From the billing tables, without those of the figures. */
function readBooks({ db }: Harness): Promise<Books> {
  return db.one<Books>(sql`
    select
      (select coalesce(sum(i.unit_price_cents * (i.quantity - i.given)), 0) from subscriptions s
        join subscription_items i on i.subscription_id = s.id
        where s.ended_at is null and (i.item = 'lead' or not exists (
          select from periods p where p.subscription_id = s.id and p.starts_on >= s.held_from and p.starts_on < s.held_until
            and p.starts_on = (select max(l.starts_on) from periods l where l.subscription_id = s.id)))) as recurring,
      (select coalesce(sum(amount_cents), 0) from charges where outcome = 'paid') as charged,
      (select coalesce(sum(total_cents), 0) from invoices where charge_id is not null and paid_at is not null) as billed,
      (select coalesce(sum(total_cents), 0) from credit_notes where state = 'issued' and way = 'card') as refunded,
      (select coalesce(sum(refunded_cents), 0) from charges where outcome = 'paid') as "refundedOfCharges",
      (select coalesce(sum(case way when 'credit' then total_cents else -total_cents end), 0)
        from credit_notes where state = 'issued' and way <> 'card') as credited,
      (select coalesce(sum(lost_cents), 0) from disputes) as lost`)
}
