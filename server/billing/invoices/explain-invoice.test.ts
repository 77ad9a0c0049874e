import { expect, test } from 'vitest'
import { explainInvoice } from './bill-of-month.ts'
import type { InvoiceLine } from './invoices.ts'

const line = (label: string, quantity: number, unitPrice: number): InvoiceLine => ({
  kind: 'item',
  label,
  quantity,
  unitPrice,
  amount: quantity * unitPrice,
})
const before = [line('Triple line dialer', 2, 13_900), line('Agent access', 2, 1_000)]

const explained = (lines: readonly InvoiceLine[], then: readonly InvoiceLine[] = before) =>
  explainInvoice(lines, { lines: then })

test('explains line by line why a month differs from the one before', () => {
  expect(explained(before, [])).toBe('This is your first bill.')
  expect(explained(before)).toBe('The same as the month before.')
  expect(explained([...before, line('Skip tracer', 1, 4_900)])).toBe(
    '$49.00 more than the month before: Skip tracer was added (+$49.00).',
  )
  expect(explained([line('Triple line dialer', 1, 13_900), line('Agent access', 1, 1_000)])).toBe(
    '$149.00 less than the month before: Triple line dialer went from 2 to 1 (−$139.00); Agent access went from 2 to 1 (−$10.00).',
  )
  expect(explained([line('Agent access', 2, 1_000)])).toBe(
    '$278.00 less than the month before: Triple line dialer was removed (−$278.00).',
  )
  expect(explained([line('Triple line dialer', 2, 14_900), line('Agent access', 2, 1_000)])).toBe(
    '$20.00 more than the month before: Triple line dialer now costs $149.00, not $139.00 (+$20.00).',
  )
})

test('after a hold, compares with the last full month and names mid-month changes', () => {
  const after = (lines: readonly InvoiceLine[]) =>
    explainInvoice(lines, { lines: before, lastFullMonth: '2026-11-15' })
  expect(after(before)).toBe(
    'Your plan is no longer on hold. The same as your last full month, which began on November 15, 2026.',
  )
  expect(after([line('Triple line dialer', 2, 13_900)])).toBe(
    'Your plan is no longer on hold. $20.00 less than your last full month, which began on November 15, 2026: Agent access was removed (−$20.00).',
  )
  expect(
    explainInvoice([...before, line('Skip tracer', 1, 4_900)], {
      lines: before,
      changedOn: ['2026-11-25', '2026-11-28'],
    }),
  ).toBe(
    '$49.00 more than the month before: Skip tracer was added (+$49.00). What you changed mid-month, on November 25, 2026 and November 28, 2026, now counts for the whole month.',
  )
})

test('names what is free of charge, and what no longer is', () => {
  const free = [line('Triple line dialer, free of charge', 1, 0)]
  expect(explained(free, free)).toBe('The same as the month before.')
  expect(explained([line('Triple line dialer', 1, 13_900)], free)).toBe(
    '$139.00 more than the month before: Triple line dialer is no longer free of charge (+$139.00).',
  )
  expect(explained([...free, line('Triple line dialer', 1, 13_900)], free)).toBe(
    '$139.00 more than the month before: Triple line dialer went from 1 to 2 (+$139.00).',
  )
  expect(explained(free, [line('Triple line dialer', 1, 13_900)])).toBe(
    '$139.00 less than the month before: Triple line dialer is now free of charge (−$139.00).',
  )
})
