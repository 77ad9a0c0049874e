import { expect, test } from 'vitest'
import {
  dayBefore,
  dayIn,
  daysBetween,
  formatDay,
  formatMoment,
  momentOf,
  monthsAfter,
  monthsBetween,
} from './billing-dates.ts'

test('months are counted from the anchor day; a shorter month ends on its last day', () => {
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

test('a day is computed in the time zone of the account', () => {
  const moment = new Date('2026-03-01T03:30:00Z')
  expect(dayIn('US/Eastern', moment)).toBe('2026-02-28')
  expect(dayIn('Pacific/Tahiti', moment)).toBe('2026-02-28')
  expect(dayIn('America/Halifax', moment)).toBe('2026-02-28')
  expect(dayIn('UTC', moment)).toBe('2026-03-01')
})

test('formats days and finds the day before', () => {
  expect(formatDay('2026-12-15')).toBe('December 15, 2026')
  expect(dayBefore('2027-01-01')).toBe('2026-12-31')
  expect(dayBefore('2028-03-01')).toBe('2028-02-29')
})

test('a day begins at midnight in its time zone, including when the clocks change', () => {
  const begins = (zone: string, day: string) => momentOf(zone, day).toISOString()
  expect(begins('US/Eastern', '2026-11-15')).toBe('2026-11-15T05:00:00.000Z')
  expect(begins('US/Eastern', '2027-03-14')).toBe('2027-03-14T05:00:00.000Z')
  expect(begins('US/Eastern', '2027-03-15')).toBe('2027-03-15T04:00:00.000Z')
  expect(begins('US/Eastern', '2026-11-01')).toBe('2026-11-01T04:00:00.000Z')
  expect(begins('US/Eastern', '2026-11-02')).toBe('2026-11-02T05:00:00.000Z')
  expect(begins('US/Arizona', '2027-07-01')).toBe('2027-07-01T07:00:00.000Z')
  expect(begins('Pacific/Tahiti', '2028-02-29')).toBe('2028-02-29T10:00:00.000Z')
  // In Santiago the clocks jump from midnight to one, so the day begins at one.
  expect(begins('America/Santiago', '2026-09-06')).toBe('2026-09-06T04:00:00.000Z')
})

test('counts days and months between two days by the calendar', () => {
  expect(daysBetween('2026-11-15', '2026-12-15')).toBe(30)
  expect(daysBetween('2027-03-13', '2027-03-15')).toBe(2)
  expect(monthsBetween('2027-01-31', '2028-02-29')).toBe(13)
})

test('formats a moment in the time zone', () => {
  const moment = new Date('2026-12-15T05:59:00Z')
  expect(formatMoment('US/Central', moment)).toBe('December 14, 2026, 11:59 PM Central')
  expect(formatMoment('US/Eastern', moment)).toBe('December 15, 2026, 12:59 AM Eastern')
})
