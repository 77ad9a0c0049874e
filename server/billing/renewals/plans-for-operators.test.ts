import { expect, test } from 'vitest'
import { DAY, HOUR, later } from '#server/ports/clock.ts'
import type { TryReason } from './plan-tries.ts'
import { sayPlan } from './plans-for-operators.ts'

const failedAt = new Date('2026-12-01T06:00:00Z')
const now = later(failedAt, HOUR)
const visa = { name: 'Visa ending in 1111', isRefused: false }
const amex = { name: 'Amex ending in 0005', isRefused: false }
const plan = {
  at: new Date('2026-12-04T12:00:00Z'),
  because: 'payday',
  card: 'first',
  failedAt,
  lastDayAt: null,
  zone: 'US/Central',
  first: visa,
  backup: null,
} as const
const ends = 'the account ends on December 8, 2026, 12:00 AM Central'

const why: Record<TryReason, string> = {
  usual: 'on the usual schedule',
  payday: 'because that is a payday',
  'bank-busy': 'because the bank was busy',
  last: 'the last one before the account ends',
  limit: 'because the card has been tried too many times',
  backup: 'because the first card could not be charged',
  'card-updated': 'because the bank has updated the card',
}

test.each(Object.entries(why) as [TryReason, string][])('a try planned for %s says why', (because, words) => {
  expect(sayPlan({ ...plan, because }, now)).toEqual([
    `next try on December 4, 2026, 6:00 AM Central with Visa ending in 1111, ${words}`,
  ])
})

test('the backup card is named as such, and a try that is due as near', () => {
  const due = { ...plan, at: now, because: 'backup', card: 'backup', backup: amex } as const
  expect(sayPlan(due, now)).toEqual([
    'next try within minutes with the backup card Amex ending in 0005, because the first card could not be charged',
  ])
})

test('a month planned before reasons were kept has none', () => {
  expect(sayPlan({ ...plan, because: null }, now)).toEqual([
    'next try on December 4, 2026, 6:00 AM Central with Visa ending in 1111',
  ])
})

const refused = { ...visa, isRefused: true }
test.each([
  ['its card is refused for good', { first: refused }, ['Visa ending in 1111 will not be tried again']],
  [
    'both cards are refused for good',
    { first: refused, backup: { ...amex, isRefused: true } },
    ['Visa ending in 1111 will not be tried again', 'Amex ending in 0005 will not be tried again'],
  ],
  ['no try is left for a good card', {}, ['no try is left']],
  ['the backup has been asked', { first: refused, backup: amex }, ['no try is left']],
  ['there is no card', { first: null }, ['no card is on file']],
] as const)('without a next try, because %s, it says so and when the account ends', (_, cards, says) => {
  expect(sayPlan({ ...plan, ...cards, at: null, because: null }, now)).toEqual([...says, ends])
})

test('a warning that was late moves the end, and an end that is due is near', () => {
  const lastDayAt = new Date('2026-12-08T02:00:00Z')
  const late = { ...plan, at: null, because: null, lastDayAt }
  expect(sayPlan(late, lastDayAt).at(-1)).toBe('the account ends on December 8, 2026, 8:00 PM Central')
  expect(sayPlan(late, later(lastDayAt, 24 * HOUR)).at(-1)).toBe('the account ends within minutes')
})

test('while the renewal job does not run, nothing is promised within minutes', () => {
  expect(sayPlan({ ...plan, because: null }, later(plan.at, HOUR))).toEqual([
    'next try overdue since December 4, 2026, 6:00 AM Central with Visa ending in 1111',
  ])
  const over = { ...plan, at: null, because: null, lastDayAt: later(failedAt, 6 * DAY) }
  expect(sayPlan(over, later(failedAt, 8 * DAY)).at(-1)).toBe(
    'the account should have ended on December 8, 2026, 12:00 AM Central',
  )
})
