import { expect, test } from 'vitest'
import { strengthOf } from './password-strength.ts'

test.each([
  ['', undefined],
  ['abcdef', 'weak'],
  ['password1', 'weak'],
  ['Password123!', 'weak'],
  ['111111111111111111', 'weak'],
  ['aabbaabbaabbaabbaabb', 'weak'],
  ['987654321', 'weak'],
  ['sunroof', 'weak'],
  ['sunroof-82', 'fair'],
  ['maple otter', 'fair'],
  ['maple otter brass lamp', 'strong'],
  ['t7#Kq2!vRz', 'strong'],
  ['ключ от дома 42', 'strong'],
])('%j counts as %s', (password, strength) => {
  expect(strengthOf(password)).toBe(strength)
})
