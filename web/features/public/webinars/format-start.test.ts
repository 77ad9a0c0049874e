import { expect, test } from 'vitest'
import { formatStart } from './format-start.ts'

test.each([
  ['America/Los_Angeles', 'Monday, November 16 at 8:00 AM PST'],
  ['America/New_York', 'Monday, November 16 at 11:00 AM EST'],
  ['Pacific/Auckland', 'Tuesday, November 17 at 5:00 AM GMT+13'],
])('the same start in %s: %s', (zone, text) => {
  const written = formatStart(new Date('2026-11-16T16:00:00Z'), zone)
  expect(written.replace(/\s/g, ' ')).toBe(text)
})
