import { describe, expect, test } from 'vitest'
import * as fields from '#contract/features/sign-up/fields.ts'
import { accountNumber } from '#contract/fields/sign-in.ts'
import { fc } from '../../scripts/properties.ts'
import { complaintOf, formatPhone, isEmail, isPhone, isPostalCode } from './rules.ts'

describe('the shared rules', () => {
  test.each(['', ' ', '\t\n'])('required refuses %j, blank after trimming [VAL-01]', (blank) => {
    expect(complaintOf(blank, { required: true })).toBe('This field is required')
    expect(complaintOf(blank, {})).toBeUndefined()
    expect(complaintOf('0', { required: true })).toBeUndefined()
  })

  test('minLength counts characters [VAL-02]', () => {
    expect(complaintOf('12345', { minLength: 6 })).toBe('Minimum 6 characters required')
    expect(complaintOf('123456', { minLength: 6 })).toBeUndefined()
    expect(complaintOf('😀😀😀😀😀', { minLength: 6 })).toBe('Minimum 6 characters required')
  })

  test('minLength lets an optional field be empty [VAL-03]', () => {
    expect(complaintOf('', { minLength: 10 })).toBeUndefined()
    expect(complaintOf('1', { minLength: 10 })).toBe('Minimum 10 characters required')
  })

  test('maxLength counts characters [VAL-04]', () => {
    expect(complaintOf('a'.repeat(60), { maxLength: 59 })).toBe('Maximum 59 characters required')
    expect(complaintOf('a'.repeat(59), { maxLength: 59 })).toBeUndefined()
    expect(complaintOf('😀'.repeat(59), { maxLength: 59 })).toBeUndefined()
  })

  test.each([
    'dana@example.com',
    'd.w+tag@sub.example.co',
    "o'neil@example.org",
    'd@xn--bcher-kva.example',
    'jörg@bücher.com',
    'JO@Example.COM',
  ])('isEmail takes %s [VAL-05]', (good) => expect(complaintOf(good, { isEmail: true })).toBeUndefined())

  test.each([
    'dana',
    'agent@brokerage',
    '@example.com',
    'd@',
    'd@@example.com',
    'd d@example.com',
    '.d@example.com',
    'd..w@example.com',
    'd@-example.com',
    'd@example..com',
    'd@example.c0m',
    'v\u0130ctim@example.com',
    'd@gma\u0130l.com',
    '\u212Aelly@example.com',
    'niko\u03A3@example.com',
  ])('isEmail refuses %s [VAL-05]', (bad) =>
    expect(complaintOf(bad, { isEmail: true })).toBe('Enter a valid email address'),
  )

  test('isEmail stays fast on hostile input [VAL-05]', () => {
    const start = performance.now()
    for (const hostile of [
      'a'.repeat(1e6),
      `${'a.'.repeat(5e5)}@`,
      `a@${'a-'.repeat(5e5)}`,
      '@'.repeat(1e6),
    ]) {
      isEmail(hostile)
    }
    // A backtracking rule would take hours.
    expect(performance.now() - start).toBeLessThan(20_000)
  })

  test.each([
    '1234',
    '123456-7890',
    '12345-',
    'ABCDE',
    'ABCDEFG',
    'K1A  0B1',
    '1A1 A1A',
    '60601-12',
    'é1é1é1',
  ])('isPostalCode refuses %s [VAL-06]', (bad) =>
    expect(complaintOf(bad, { isPostalCode: true })).toBe('Enter a valid zip code'),
  )
  test('isPostalCode takes US 5 digits [VAL-07]', () => expect(isPostalCode('60601')).toBe(true))
  test('isPostalCode takes ZIP+4 [VAL-08]', () => expect(isPostalCode('60601-1234')).toBe(true))
  test.each(['K1A0B1', 'abc123', '123456'])('isPostalCode takes six alphanumerics, %s [VAL-09]', (good) =>
    expect(isPostalCode(good)).toBe(true),
  )
  test.each(['K1A 0B1', 'k1a 0b1', 'K1A-0B1'])('isPostalCode takes the Canadian form %s [VAL-10]', (good) =>
    expect(isPostalCode(good)).toBe(true),
  )

  test.each(['12a', '1.5', '-1', '1 2', '1e3', '١٢'])('isNumeric refuses %s [VAL-11]', (bad) =>
    expect(complaintOf(bad, { isNumeric: true })).toBe('Enter a valid number'),
  )
  test('isNumeric takes digits only [VAL-11]', () =>
    expect(complaintOf('007', { isNumeric: true })).toBeUndefined())

  test("isBoolean refuses 'false' [VAL-12]", () => {
    expect(complaintOf('false', { isBoolean: true })).toBe('This field is required')
    expect(complaintOf('true', { isBoolean: true })).toBeUndefined()
  })

  test('the terms have their own message [VAL-45]', () => {
    expect(complaintOf('false', fields.terms.validation)).toBe('Please accept terms and conditions.')
    expect(complaintOf('', fields.terms.validation)).toBe('Please accept terms and conditions.')
  })

  test('isPhone has its own message [VAL-13]', () =>
    expect(complaintOf('2225551212', { isPhone: true })).toBe('This phone is prohibited'))
  test.each([...'0123456789'])('isPhone refuses ten times %s [VAL-14]', (digit) =>
    expect(isPhone(digit.repeat(10))).toBe(false),
  )
  test('isPhone refuses 1234567890 [VAL-15]', () => expect(isPhone('1234567890')).toBe(false))
  test('isPhone refuses 0123456789 [VAL-16]', () => expect(isPhone('0123456789')).toBe(false))
  test.each(['3125551212', '(312) 555-1212'])('isPhone refuses %s, which ends in 5551212 [VAL-17]', (bad) =>
    expect(isPhone(bad)).toBe(false),
  )
  test.each(['3125550148', '5551212312', '9876543210'])('isPhone takes %s', (good) =>
    expect(isPhone(good)).toBe(true),
  )

  test('a pin is required, numeric and six digits long, checked in that order', () => {
    const complaints = ['', '12a', '12345', '1234567', '123456'].map((pin) =>
      complaintOf(pin, accountNumber.validation),
    )
    expect(complaints).toEqual([
      'This field is required',
      'Enter a valid number',
      'Minimum 6 characters required',
      'Maximum 6 characters required',
      undefined,
    ])
  })

  test('a phone number is formatted as it is typed [VAL-23]', () => {
    expect(['', '312', '3125', '3125550', '3125550148'].map(formatPhone)).toEqual([
      '',
      '312',
      '(312) 5',
      '(312) 555-0',
      '(312) 555-0148',
    ])
  })

  test('no text makes a rule throw', () => {
    const everything = {
      required: true,
      minLength: 1,
      maxLength: 9,
      isEmail: true,
      isPostalCode: true,
      isPhone: true,
    }
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const complaint = complaintOf(text, everything)
        expect(complaint === undefined || complaint.length > 0).toBe(true)
      }),
    )
  })
})
