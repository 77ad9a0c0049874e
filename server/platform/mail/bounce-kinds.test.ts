import { expect, test } from 'vitest'
import { codeIn, isAboutSender, kindOfFailure } from './bounce-kinds.ts'

test.each([
  ['5.1.1', '550 5.1.1 unknown user', 'hard'],
  ['5.1.10', '556 5.1.10 domain takes no mail', 'hard'],
  ['5.2.1', '550 5.2.1 mailbox disabled', 'hard'],
  ['5.4.4', 'no such host', 'hard'],
  ['5.0.0', '550 5.1.1 unknown user', 'hard'],
  ['5.0.0', '550 No such user', 'hard'],
  ['', '550 No such user', 'hard'],
  ['5.2.2', '552 5.2.2 mailbox full', 'soft'],
  ['4.2.2', '452 4.2.2 mailbox full', 'soft'],
  ['4.4.1', 'connection timed out', 'soft'],
  ['5.1.8', '550 5.1.8 bad sender', 'soft'],
  ['5.7.1', '550 5.7.1 relaying denied', 'soft'],
  ['', '550 relay not permitted', 'soft'],
  ['', '554 5.7.1 blocked, see 5.1.1.1', 'soft'],
  ['', '450 try later', 'soft'],
  ['', '', 'soft'],
  ['nonsense', 'nonsense', 'soft'],
])('a failure with status %s and the words "%s" is %s', (status, words, kind) => {
  expect(kindOfFailure({ status, words })).toBe(kind)
})

test('an IP address is not a status code', () => {
  expect(codeIn('refused by 5.1.1.7')).toBeUndefined()
  expect(codeIn('refused by 15.1.1, 550 5.2.1 off')).toBe('5.2.1')
})

test.each([
  ['550 5.7.1 relaying denied', true],
  ['550 5.1.8 bad sender', true],
  ['503 5.5.1 bad sequence', true],
  ['550 relay not permitted', true],
  ['550 5.0.0 blocked', true],
  ['552 5.2.2 mailbox full', false],
  ['552 5.2.2 over quota, blocked', false],
  ['552 mailbox full', false],
  ['', false],
])('whether the refusal "%s" is about us: %s', (words, is) => {
  expect(isAboutSender(words)).toBe(is)
})
