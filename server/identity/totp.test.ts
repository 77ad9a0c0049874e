import { expect, test } from 'vitest'
import { codeOf, newTotpSecret, stepOfCode } from './totp.ts'

const now = new Date('2026-11-18T12:00:00Z')
const secret = newTotpSecret()
const code = codeOf(secret, now)
const inScript = (zero: string) =>
  code.replace(/\d/g, (digit) => String.fromCodePoint(Number(digit) + (zero.codePointAt(0) ?? 0)))

test('a code may have spaces, and digits of another script', () => {
  const step = stepOfCode(code, secret, now)
  expect(step).toBeDefined()
  expect(stepOfCode(` ${code.slice(0, 3)} ${code.slice(3)}\n`, secret, now)).toBe(step)
  for (const zero of ['０', '٠', '۰', '०']) expect(stepOfCode(inScript(zero), secret, now)).toBe(step)
  expect(stepOfCode(`${inScript('𝟎').slice(0, 4)}${inScript('٠').slice(2)}`, secret, now)).toBe(step)
})

test.each([
  ['numbers that are not digits', '①②③④⑤Ⅵ'],
  ['too few', code.slice(1)],
  ['too many', `${code}0`],
  ['letters', 'abcdef'],
  ['nothing', ''],
])('anything but six ASCII digits is a wrong code, not an error: %s', (_, typed) => {
  expect(stepOfCode(typed, secret, now)).toBeUndefined()
})
