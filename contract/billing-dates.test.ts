import { expect, test } from 'vitest'
import { dayBefore, dayIn, dayInWords, monthsAfter } from './billing-dates.ts'

test('months are counted from the anchor, and a shorter month ends on its last day', () => {
  const anchors = [0, 1, 2, 3, 12, 13].map((months) => monthsAfter('2027-01-31', months))
  expect(anchors).toEqual([
    '2027-01-31',
    '2027-02-28',
    '2027-03-31',
    '2027-04-30',
    '2028-01-31',
    '2028-02-29',
  ])
  expect(monthsAfter('2028-02-29', 12)).toBe('2029-02-28')
  expect(monthsAfter('2026-11-15', 1)).toBe('2026-12-15')
  expect(monthsAfter('2026-12-15', 1)).toBe('2027-01-15')
})

test('a day is the one that the account lives in', () => {
  const moment = new Date('2026-03-01T03:30:00Z')
  expect(dayIn('US/Eastern', moment)).toBe('2026-02-28')
  expect(dayIn('Pacific/Tahiti', moment)).toBe('2026-02-28')
  expect(dayIn('America/Halifax', moment)).toBe('2026-02-28')
  expect(dayIn('UTC', moment)).toBe('2026-03-01')
})

test('days are said in words, and have a day before', () => {
  expect(dayInWords('2026-12-15')).toBe('December 15, 2026')
  expect(dayBefore('2027-01-01')).toBe('2026-12-31')
  expect(dayBefore('2028-03-01')).toBe('2028-02-29')
})
