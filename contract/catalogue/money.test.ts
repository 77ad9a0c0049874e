import { expect, test } from 'vitest'
import { formatAmount, formatPrice } from './money.ts'

test('formats amounts with cents, thousands separators and a minus sign for refunds', () => {
  const amounts = [0, 5, 99_900, 100_000, 123_456_789, -150_000]
  expect(amounts.map(formatAmount)).toEqual([
    '$0.00',
    '$0.05',
    '$999.00',
    '$1,000.00',
    '$1,234,567.89',
    '−$1,500.00',
  ])
})

test('whole-dollar prices have no cents', () => {
  expect([39_700, 39_750, 139_000].map(formatPrice)).toEqual(['$397', '$397.50', '$1,390'])
})
