import { expect, test } from 'vitest'
import { zipCode } from '#contract/fields/person.ts'
import { text } from './schema.ts'

test.each([
  ['k1a0b6', 'K1A 0B6'],
  ['K1A-0B6', 'K1A 0B6'],
  [' k1a 0b6 ', 'K1A 0B6'],
  ['K1A 0B6', 'K1A 0B6'],
  ['60201-1234', '60201-1234'],
  ['abc123', 'abc123'],
])('the postal code %j is kept as %j', (typed, kept) => {
  expect(text(zipCode).parse(typed)).toBe(kept)
})
