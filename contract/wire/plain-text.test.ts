import { expect, test } from 'vitest'
import { field, lines, secret, written } from './field.ts'
import { cutTo, oneLine, severalLines } from './plain-text.ts'
import { isEmail } from './rules.ts'

test('line breaks and tabs in a one-line field become one space', () => {
  expect(oneLine('Dana\r\nWhitfield')).toBe('Dana Whitfield')
  expect(oneLine(' Dana\t\u2028\u0085 Whitfield\n')).toBe('Dana Whitfield')
  expect(oneLine('two  spaces stay as typed')).toBe('two  spaces stay as typed')
})

test('removes invisible characters: controls, bidirectional marks, zero widths', () => {
  expect(oneLine('Da\u0007na\u001b[31m \u007f\u009bWhitfield')).toBe('Dana[31m Whitfield')
  expect(oneLine('\u202eDana\u202c \u2066W\u2069hit\u200bfield\ufeff\u00ad')).toBe('Dana Whitfield')
  expect(oneLine('Da\u200dna \u{e0041}\u{e007f}W')).toBe('Dana W')
  expect(oneLine('\u200b\u2060')).toBe('')
})

test('keeps the joiner in letters and emoji that need it', () => {
  expect(oneLine('نیکی\u200cفر')).toBe('نیکی\u200cفر')
  expect(oneLine('क\u094d\u200dष')).toBe('क\u094d\u200dष')
  expect(oneLine('👩🏽\u200d💻 Dana')).toBe('👩🏽\u200d💻 Dana')
})

test('a multi-line field keeps its line breaks and no other control characters', () => {
  expect(severalLines('One\r\nTwo\rThree\n\nFour\tfive\u202e\u0000 ')).toBe('One\nTwo\nThree\n\nFour five')
})

test('reads a field by its kind: one line, several lines, phone number or secret', () => {
  expect(written(' a\nb ', field('Name', {}))).toBe('a b')
  expect(written(' a\nb ', lines('Details', {}))).toBe('a\nb')
  expect(written('\u202a(312) 555-0148\u202c', { ...field('Phone', {}), writing: 'phone' })).toBe(
    '3125550148',
  )
  expect(written(' a\nb\u200b ', secret('Password', {}))).toBe(' a\nb\u200b ')
})

test('cuts a text between characters, never within one', () => {
  expect(cutTo('ab😀', 3)).toBe('ab')
  expect(cutTo('ab😀', 4)).toBe('ab😀')
  expect(cutTo('a\ud83d', 5).isWellFormed()).toBe(true)
})

test('an email with an invisible character is invalid', () => {
  expect(isEmail('a\u200db@example.com')).toBe(false)
  expect(isEmail('a\u202eb@example.com')).toBe(false)
  expect(isEmail('a\ud800b@example.com')).toBe(false)
  expect(isEmail('müller@example.com')).toBe(true)
})

test('reading a hostile text takes time linear in its length', () => {
  const hostile = [' ', '\u200d', 'é\u200d', '\n ', '\u202e'].map((piece) => piece.repeat(400_000))
  const begun = performance.now()
  for (const text of hostile)
    expect(severalLines(`${text}é`).length).toBeGreaterThanOrEqual(oneLine(text).length)
  expect(performance.now() - begun).toBeLessThan(5_000)
})
