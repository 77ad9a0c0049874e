import { expect, test } from 'vitest'
import { cut } from './cut.ts'

test('a text is cut behind whole characters, with an ellipsis [LGN-27, LGN-28]', () => {
  expect(cut('short', 60)).toBe('short')
  expect(cut('x'.repeat(60), 60)).toBe('x'.repeat(60))
  expect(cut('x'.repeat(61), 60)).toBe(`${'x'.repeat(60)}…`)
  expect(cut('one two', 4)).toBe('one…')
  const family = '👨‍👩‍👧‍👦'
  expect(cut(family.repeat(60), 60)).toBe(family.repeat(60))
  expect(cut(family.repeat(61), 60)).toBe(`${family.repeat(60)}…`)
  expect(cut('e\u0301'.repeat(61), 60)).toBe(`${'e\u0301'.repeat(60)}…`)
})
