import { expect, test } from 'vitest'
import { formatList } from './format-list.ts'

test('a list ends with "and"', () => {
  expect(formatList([])).toBe('')
  expect(formatList(['data'])).toBe('data')
  expect(formatList(['dialer', 'data'])).toBe('dialer and data')
  expect(formatList(['users', 'dialers', 'data'])).toBe('users, dialers and data')
})
