import { expect, test } from 'vitest'
import { isSessionOpen, nextSessionStart, slotNames } from './webinar-hours.ts'

const at = (iso: string) => new Date(iso)
const openAt = (iso: string) => slotNames.filter((slot) => isSessionOpen(slot, at(iso)))

// In standard time New York is five hours behind UTC, in daylight saving time four.
test.each([
  ['a minute before the morning opens', '2026-11-16T15:44:59Z', []],
  ['15 minutes before the morning', '2026-11-16T15:45:00Z', ['morning']],
  ['at eleven', '2026-11-16T16:00:00Z', ['morning']],
  ['the last second', '2026-11-16T16:04:59Z', ['morning']],
  ['5 minutes past', '2026-11-16T16:05:00Z', []],
  ['at noon', '2026-11-16T17:00:00Z', []],
  ['a second before the afternoon opens', '2026-11-16T19:44:59Z', []],
  ['15 minutes before the afternoon', '2026-11-16T19:45:00Z', ['afternoon']],
  ['the last second of the afternoon', '2026-11-16T20:04:59Z', ['afternoon']],
  ['after the afternoon', '2026-11-16T20:05:00Z', []],
  ['in the night, at eleven by UTC', '2026-11-16T11:00:00Z', []],
])('open sessions %s (%s): %j [WEB-07]', (_when, iso, open) => {
  expect(openAt(iso)).toEqual(open)
})

test('no session opens on the weekend; both open on weekdays [WEB-02]', () => {
  const week = ['15', '16', '17', '18', '19', '20', '21', '22']
  const opened = week.map(
    (day) => openAt(`2026-11-${day}T16:00:00Z`).length + openAt(`2026-11-${day}T20:00:00Z`).length,
  )
  expect(opened).toEqual([0, 2, 2, 2, 2, 2, 0, 0])
})

test('the weekend follows New York time, not UTC', () => {
  expect(nextSessionStart('morning', at('2026-11-21T02:00:00Z'))).toEqual(at('2026-11-23T16:00:00Z'))
  expect(nextSessionStart('morning', at('2026-11-23T04:30:00Z'))).toEqual(at('2026-11-23T16:00:00Z'))
})

// In 2026 daylight saving time begins on Sunday, March 8 and ends on Sunday, November 1.
test.each([
  ['the Friday before summer time', '2026-03-06T16:00:00Z', ['morning']],
  ['the Monday after, an hour earlier by UTC', '2026-03-09T15:00:00Z', ['morning']],
  ['the Monday after, at the old hour', '2026-03-09T16:00:00Z', []],
  ['the Friday before standard time', '2026-10-30T15:00:00Z', ['morning']],
  ['the Monday after, an hour later by UTC', '2026-11-02T16:00:00Z', ['morning']],
  ['the Monday after, at the old hour', '2026-11-02T15:00:00Z', []],
  ['the afternoon of the first Monday of summer', '2026-03-09T18:45:00Z', ['afternoon']],
  ['the afternoon of the first Monday of winter', '2026-11-02T19:45:00Z', ['afternoon']],
])('across the change of the clock, %s (%s): %j [WEB-07]', (_when, iso, open) => {
  expect(openAt(iso)).toEqual(open)
})

test.each([
  ['before today’s', 'morning', '2026-11-16T10:00:00Z', '2026-11-16T16:00:00Z'],
  ['while its door is open', 'morning', '2026-11-16T15:50:00Z', '2026-11-16T16:00:00Z'],
  ['once it has started: tomorrow', 'morning', '2026-11-16T16:00:00Z', '2026-11-17T16:00:00Z'],
  ['on Friday evening: Monday', 'afternoon', '2026-11-20T22:00:00Z', '2026-11-23T20:00:00Z'],
  ['over the weekend into summer time', 'morning', '2026-03-06T20:00:00Z', '2026-03-09T15:00:00Z'],
  ['over the weekend into standard time', 'afternoon', '2026-10-31T12:00:00Z', '2026-11-02T20:00:00Z'],
  ['over New Year', 'morning', '2026-12-31T17:00:00Z', '2027-01-01T16:00:00Z'],
] as const)('the next session %s (%s)', (_when, slot, now, start) => {
  expect(nextSessionStart(slot, at(now)).toISOString()).toBe(at(start).toISOString())
})

test('at every hour of a year there is a next session, on a workday, at its hour in New York', () => {
  const written = new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/New_York',
    weekday: 'short',
    hour: 'numeric',
  })
  for (let moment = Date.UTC(2026, 0, 1); moment < Date.UTC(2027, 0, 1); moment += 3_600_000) {
    const start = nextSessionStart('afternoon', new Date(moment))
    expect(written.format(start)).toMatch(/^(Mon|Tue|Wed|Thu|Fri),?\s3\sPM$/)
    expect(start.getTime()).toBeGreaterThan(moment)
  }
})
