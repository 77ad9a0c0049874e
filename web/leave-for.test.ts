import { expect, test } from 'vitest'
import { webAddress } from './leave-for.ts'

const here = 'https://desk.example/login/?mr=1'

test('paths of our own and web addresses are places to go to [LGN-33]', () => {
  expect(webAddress('/account/', here)).toBe('https://desk.example/account/')
  expect(webAddress('https://dialer.example/start?x=1', here)).toBe('https://dialer.example/start?x=1')
  expect(webAddress('/login/?status=registered', here)).toBe('https://desk.example/login/?status=registered')
})

test('nothing else is [LGN-33]', () => {
  for (const address of [
    'javascript:alert(1)',
    'data:text/html,hi',
    'blob:x',
    'http://',
    ' \tjavascript:0',
  ]) {
    expect(webAddress(address, here)).toBeUndefined()
  }
})
