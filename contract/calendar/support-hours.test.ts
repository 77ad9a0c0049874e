import { afterEach, expect, test, vi } from 'vitest'
import { isSupportOpen } from './support-hours.ts'

afterEach(() => vi.unstubAllEnvs())

test.each([
  ['UTC', '2026-11-13T12:59:59Z', false],
  ['UTC', '2026-11-13T13:00:00Z', true],
  ['UTC', '2026-11-13T20:59:59Z', true],
  ['UTC', '2026-11-13T21:00:00Z', false],
  ['UTC', '2026-11-14T15:00:00Z', false],
  ['UTC', '2026-11-15T15:00:00Z', false],
  ['UTC', '2026-11-16T13:00:00Z', true],
  // Fourteen hours ahead: a Friday of UTC is a Saturday there, a Sunday of UTC a Monday.
  ['Pacific/Kiritimati', '2026-11-20T15:00:00Z', false],
  ['Pacific/Kiritimati', '2026-11-22T15:00:00Z', true],
  // Eleven hours behind: Friday covers all the UTC support hours.
  ['Pacific/Pago_Pago', '2026-11-20T20:59:59Z', true],
  ['Pacific/Pago_Pago', '2026-11-21T15:00:00Z', false],
  // Midnight is at half past the hour in UTC.
  ['Asia/Kolkata', '2026-11-20T18:29:59Z', true],
  ['Asia/Kolkata', '2026-11-20T18:30:00Z', false],
])('in %s at %s support is open: %s [SPB-03, SPB-04]', (timeZone, moment, isOpen) => {
  vi.stubEnv('TZ', timeZone)
  expect(isSupportOpen(new Date(moment))).toBe(isOpen)
})
