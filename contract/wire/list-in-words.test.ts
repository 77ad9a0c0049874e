import { expect, test } from 'vitest'
import { listInWords } from './list-in-words.ts'

test('a list ends with "and"', () => {
  expect(listInWords([])).toBe('')
  expect(listInWords(['data'])).toBe('data')
  expect(listInWords(['dialer', 'data'])).toBe('dialer and data')
  expect(listInWords(['users', 'dialers', 'data'])).toBe('users, dialers and data')
})
