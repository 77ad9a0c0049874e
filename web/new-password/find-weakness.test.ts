import { expect, test } from 'vitest'
import { findWeakness } from './find-weakness.ts'

const dana = { email: 'dana.whitfield@example.com', name: 'Dana Whitfield', company: 'Willow & Birch Realty' }

test.each([
  ['123456', 'common'],
  ['987654321', 'common'],
  ['password', 'common'],
  ['PASSWORD1', 'common'],
  ['Welcome123', 'common'],
  ['iloveyou', 'common'],
  ['football', 'common'],
  ['qwertyuiop', 'common'],
  ['Password123!', 'variation'],
  ['P@ssw0rd', 'variation'],
  ['p@$$w0rd2026', 'variation'],
  ['Summer2026!', 'variation'],
  ['m1chael', 'variation'],
  ['#dragon88', 'variation'],
  ['monkeymonkey', 'variation'],
  ['111111', 'pattern'],
  ['abcabcabc', 'pattern'],
  ['fghjkl', 'pattern'],
  ['lkjhgf', 'common'],
  ['19840712', 'pattern'],
  ['07/12/1984', 'pattern'],
  ['1q2w3e4r5t', 'pattern'],
  ['MyWhitfield', 'email'],
  ['willow-lamp-42', 'company'],
  ['willowbirch7', 'company'],
])('%j is easily guessed: %s', (password, weakness) => {
  expect(findWeakness(password, dana)).toBe(weakness)
})

test.each([
  '12345',
  'sunroof-82',
  'maple otter',
  'maple otter brass lamp',
  't7#Kq2!vRz',
  'realty lamp sings',
  'ключ от дома 42',
  'seven green lamps sing',
  '4815162342',
])('%j gets no warning', (password) => {
  expect(findWeakness(password, dana)).toBe(undefined)
})

test('finds a name without a known email, and ignores short parts of names', () => {
  expect(findWeakness('quick-whitfield-9', { name: 'Dana Whitfield' })).toBe('name')
  expect(findWeakness('bond trading 9', { name: 'Bo Li', email: 'bo@example.com', company: 'IT' })).toBe(
    undefined,
  )
})
