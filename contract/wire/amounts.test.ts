import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { shownCents, shownDollars } from './schema.ts'

const read = (schema: z.ZodMiniType, value: unknown) => {
  const { success, data, error } = z.safeParse(schema, value)
  return success ? data : error.issues.map(({ message }) => message)
}

test('accepts cents as a number or as digits, and nothing else', () => {
  const cents = shownCents('missing')
  expect([0, 2000, '2000', '0', 100_000_000].map((value) => read(cents, value))).toEqual([
    0, 2000, 2000, 0, 100_000_000,
  ])
  for (const value of [
    '',
    ' ',
    '-1',
    '1.5',
    '1e3',
    '0x10',
    'abc',
    -1,
    1.5,
    100_000_001,
    Number.NaN,
    'Infinity',
  ])
    expect([value, read(cents, value)]).toEqual([value, [expect.any(String)]])
  expect(read(cents, undefined)).toEqual(['missing'])
  expect(read(cents, null)).toEqual(['missing'])
})

test('dollars have at most two decimals', () => {
  const dollars = shownDollars('missing')
  expect([99, '99', 99.5, '99.50', 0].map((value) => read(dollars, value))).toEqual([99, 99, 99.5, 99.5, 0])
  for (const value of ['', '99.', '.5', '99.004', 99.004, '$99', '1e2', -1])
    expect([value, read(dollars, value)]).toEqual([value, ['Enter a valid number']])
})
