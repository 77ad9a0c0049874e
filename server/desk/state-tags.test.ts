import { expect, test } from 'vitest'
import { sayRefusal } from './state-tags.ts'

test('operators read a refusal in words, then whether it is final, then the codes', () => {
  expect(sayRefusal({ reason: 'do-not-retry', isHard: null, codes: null })).toBe('not to be tried again')
  expect(sayRefusal({ reason: 'closed', isHard: true, codes: 'response 2001' })).toBe(
    'account closed, final, response 2001',
  )
})
