import { expect, test } from 'vitest'
import { webUrl } from './leave-for.ts'

const here = 'https://desk.example/login/?mr=1'

test('follows our own paths and web urls [LGN-33]', () => {
  expect(webUrl('/account/', here)).toBe('https://desk.example/account/')
  expect(webUrl('https://dialer.example/start?x=1', here)).toBe('https://dialer.example/start?x=1')
  expect(webUrl('/login/?status=registered', here)).toBe('https://desk.example/login/?status=registered')
})

test('follows nothing else [LGN-33]', () => {
  for (const address of [
    'javascript:alert(1)',
    'data:text/html,hi',
    'blob:x',
    'http://',
    ' \tjavascript:0',
  ]) {
    expect(webUrl(address, here)).toBeUndefined()
  }
})
