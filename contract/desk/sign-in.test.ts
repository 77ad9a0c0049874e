import { expect, test } from 'vitest'
import { nextOr, withNext } from './sign-in.ts'

const TODAY = '/desk/'

test.each([
  '/desk/',
  '/desk/approvals/?request=12',
  '/desk/find/?q=kim%40example.com+two',
  '/desk/figures/mrr/',
])('the sign-in leads back to %s', (next) => {
  expect(nextOr(TODAY, next)).toBe(next)
  expect(withNext('/desk/second-step/', next)).toBe(`/desk/second-step/?next=${encodeURIComponent(next)}`)
})

test.each([
  undefined,
  '',
  'https://evil.example/desk/',
  '//evil.example/desk/',
  '/desk//evil.example/',
  '/desk/x//evil.example/',
  '/desk/\\evil.example/',
  '\\\\evil.example/desk/',
  '/desk/../account/',
  '/desk/%2e%2e/account/',
  '/desk/?next=//evil.example',
  '/desk/#//evil.example',
  '/desk/\n/evil.example',
  'javascript:alert(1)//desk/',
  '/account/',
  '/desk',
])('the sign-in does not lead to %j', (next) => {
  expect(nextOr(TODAY, next)).toBe(TODAY)
  expect(withNext('/desk/second-step/', next)).toBe('/desk/second-step/')
})

test('judges an endless path quickly', () => {
  expect(nextOr(TODAY, `/desk/${'a'.repeat(5_000)}!`)).toBe(TODAY)
})
