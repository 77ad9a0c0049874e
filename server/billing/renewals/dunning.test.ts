import { expect, test } from 'vitest'
import { DAY, HOUR, later, MINUTE } from '#server/ports/clock.ts'
import type { DeclineReason } from '#server/ports/payments.ts'
import { type Dunning, endOfDunning, isPayday, planTry } from './dunning.ts'
import { classOf, type RetryClass } from './reasons.ts'

const ZONE = 'US/Central'

/** The local times of the automatic tries of a month that is refused each time for the same reason. */
function triesOf(failedAt: string, retryClass: RetryClass, given: Partial<Dunning> = {}): string[] {
  const dunning: Dunning = {
    failedAt: new Date(failedAt),
    lastDayAt: null,
    retries: 0,
    hasRetriedSoon: false,
    zone: ZONE,
    ...given,
  }
  const tries: string[] = []
  let next = planTry(dunning, retryClass, dunning.failedAt)
  while (next) {
    tries.push(`${localTime(next.at)} ${next.because}`)
    dunning.retries += 1
    dunning.hasRetriedSoon ||= next.because === 'bank-busy'
    const now = later(next.at, MINUTE)
    const lastDayAt = later(dunning.failedAt, 6 * DAY)
    if (lastDayAt <= now) dunning.lastDayAt = lastDayAt
    next = planTry(dunning, retryClass, now)
  }
  return tries
}

const localTime = (at: Date) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE, dateStyle: 'short', timeStyle: 'short' }).format(at)

test('without a reason it is tried again after 1, 3, 5 and 7 days', () => {
  expect(triesOf('2026-12-07T06:00:00Z', 'usual')).toEqual([
    '2026-12-08 00:00 usual',
    '2026-12-10 00:00 usual',
    '2026-12-12 00:00 usual',
    '2026-12-14 00:00 last',
  ])
})

test('a card that its bank refuses for good is never tried again', () => {
  expect(triesOf('2026-12-07T06:00:00Z', 'never')).toEqual([])
})

test('a busy bank is asked once within hours, then on the usual days, four times in all', () => {
  expect(triesOf('2026-12-07T06:00:00Z', 'soon')).toEqual([
    '2026-12-07 04:00 bank-busy',
    '2026-12-08 00:00 usual',
    '2026-12-10 00:00 usual',
    '2026-12-14 00:00 last',
  ])
})

test.each([
  // Monday, December 7: only Friday the 11th.
  ['2026-12-07T06:00:00Z', ['12-08 00:00', '12-11 06:00', '12-12 00:00', '12-14 00:00']],
  // Saturday, December 12: Tuesday the 15th and Friday the 18th.
  ['2026-12-12T06:00:00Z', ['12-13 00:00', '12-15 06:00', '12-18 06:00', '12-19 00:00']],
  // Saturday, December 5: a payday after the usual third try replaces that one.
  ['2026-12-05T06:00:00Z', ['12-06 00:00', '12-08 00:00', '12-11 06:00', '12-12 00:00']],
  // Tuesday, December 29: the last working day, the 1st is a Friday.
  ['2026-12-29T06:00:00Z', ['12-30 00:00', '12-31 06:00', '01-01 06:00', '01-05 00:00']],
  // The clocks change on Sunday, November 1, at 2:00: five hours after midnight it is 5:00 or 6:00.
  ['2026-10-29T05:00:00Z', ['10-30 00:00', '10-30 06:00', '11-01 05:00', '11-04 23:00']],
])('without money in the account, tries 2 and 3 move to paydays: %s', (failedAt, times) => {
  const tries = triesOf(failedAt, 'payday')
  expect(tries.map((one) => one.slice(5, 16))).toEqual(times)
})

test('the 1st, the 15th, the last working day and Fridays are paydays', () => {
  const days = Array.from({ length: 31 }, (_, index) => `2027-01-${String(index + 1).padStart(2, '0')}`)
  expect(days.filter(isPayday).map((day) => Number(day.slice(-2)))).toEqual([1, 8, 15, 22, 29])
  expect(isPayday('2027-02-26')).toBe(true)
  expect(isPayday('2027-02-28')).toBe(false)
  expect(isPayday('2026-12-31')).toBe(true)
  expect(isPayday('2026-11-30')).toBe(true)
})

test('with fewer tries left, the last one is still at the end', () => {
  const [after1, after2] = [1, 2].map((retries) => triesOf('2026-12-07T06:00:00Z', 'usual', { retries }))
  expect(after1).toEqual(['2026-12-08 00:00 usual', '2026-12-10 00:00 usual', '2026-12-14 00:00 last'])
  expect(after2).toEqual(['2026-12-08 00:00 usual', '2026-12-14 00:00 last'])
  expect(triesOf('2026-12-07T06:00:00Z', 'soon', { retries: 3 })).toEqual(['2026-12-14 00:00 last'])
  expect(triesOf('2026-12-07T06:00:00Z', 'payday', { retries: 4 })).toEqual([])
})

test('a late warning moves the end and the last try to a day after it', () => {
  const failedAt = new Date('2026-12-07T06:00:00Z')
  const weekLater = later(failedAt, 7 * DAY)
  expect(endOfDunning(failedAt, null, failedAt)).toEqual(weekLater)
  expect(endOfDunning(failedAt, later(weekLater, -DAY), weekLater)).toEqual(weekLater)
  const warnedAt = later(weekLater, -13 * HOUR)
  expect(endOfDunning(failedAt, warnedAt, warnedAt)).toEqual(later(warnedAt, DAY))
  const dunning = { failedAt, lastDayAt: warnedAt, retries: 3, hasRetriedSoon: false, zone: ZONE }
  expect(planTry(dunning, 'usual', warnedAt)).toEqual({ at: later(warnedAt, DAY), because: 'last' })
})

test.each<[DeclineReason, boolean | undefined, RetryClass]>([
  ['closed', true, 'never'],
  ['lost', true, 'never'],
  ['stolen', true, 'never'],
  ['revoked', undefined, 'never'],
  ['do-not-retry', false, 'never'],
  ['expired', undefined, 'never'],
  ['wrong-number', undefined, 'never'],
  ['insufficient-funds', false, 'payday'],
  ['busy', undefined, 'soon'],
  ['velocity', false, 'soon'],
  ['try-later', false, 'soon'],
  ['declined', undefined, 'usual'],
  ['declined', true, 'never'],
  ['wrong-code', false, 'usual'],
  ['wrong-address', undefined, 'usual'],
])('%s, final: %s, is tried again: %s', (reason, isHard, retryClass) => {
  expect(classOf({ reason, ...(isHard === undefined ? {} : { isHard }) })).toBe(retryClass)
})
