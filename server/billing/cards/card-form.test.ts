import { expect, test } from 'vitest'
import { hasExpired } from './card-form.ts'

test('a card is valid until its month has ended in the last time zone', () => {
  expect(hasExpired(11, 2026, new Date('2026-11-15T15:00:00Z'))).toBe(false)
  expect(hasExpired(11, 2026, new Date('2026-12-01T11:59:59Z'))).toBe(false)
  expect(hasExpired(11, 2026, new Date('2026-12-01T12:00:00Z'))).toBe(true)
  expect(hasExpired(12, 2026, new Date('2027-01-01T12:00:00Z'))).toBe(true)
})
