import { expect, test } from 'vitest'
import type { BillLine } from './bills.ts'
import { explainBill } from './explain-bill.ts'

const line = (label: string, quantity: number, unitPrice: number): BillLine => ({
  kind: 'item',
  label,
  quantity,
  unitPrice,
  amount: quantity * unitPrice,
})
const before = [line('Triple line dialer', 2, 13_900), line('Agent access', 2, 1_000)]

test('a bill says why it differs from the one before, line by line', () => {
  expect(explainBill(before, [])).toBe('Your first bill.')
  expect(explainBill(before, before)).toBe('The same as the bill before.')
  expect(explainBill([...before, line('Skip tracer', 1, 4_900)], before)).toBe(
    '$49.00 more than the bill before: Skip tracer was added (+$49.00).',
  )
  expect(explainBill([line('Triple line dialer', 1, 13_900), line('Agent access', 1, 1_000)], before)).toBe(
    '$149.00 less than the bill before: Triple line dialer went from 2 to 1 (−$139.00); Agent access went from 2 to 1 (−$10.00).',
  )
  expect(explainBill([line('Agent access', 2, 1_000)], before)).toBe(
    '$278.00 less than the bill before: Triple line dialer was dropped (−$278.00).',
  )
  expect(explainBill([line('Triple line dialer', 2, 14_900), line('Agent access', 2, 1_000)], before)).toBe(
    '$20.00 more than the bill before: Triple line dialer now costs $149.00, not $139.00 (+$20.00).',
  )
})
