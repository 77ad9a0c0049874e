import { describe, expect, test } from 'vitest'
import { parse, safeParse } from 'zod/mini'
import * as messages from '#contract/wire/rule-messages.ts'
import { formatPhone } from '#contract/wire/rules.ts'
import { cardForm } from './card-form.ts'
import { brandOf, formatCardNumber, isCardNumber, looksMistyped } from './card-number.ts'

describe('a card number', () => {
  test.each([
    ['4111111111111111', 'Visa', '4111-1111-1111-1111'],
    ['5555555555554444', 'Mastercard', '5555-5555-5555-4444'],
    ['2221000000000009', 'Mastercard', '2221-0000-0000-0009'],
    ['2720990000000007', 'Mastercard', '2720-9900-0000-0007'],
    ['378282246310005', 'Amex', '3782-822463-10005'],
    ['341111111111111', 'Amex', '3411-111111-11111'],
    ['6011111111111117', 'Discover', '6011-1111-1111-1117'],
    ['30569309025904', 'Diners Club', '3056-930902-5904'],
    ['3530111333300000', 'JCB', '3530-1113-3330-0000'],
    ['6200000000000005', 'UnionPay', '6200-0000-0000-0005'],
    ['9999999999999999', '', '9999-9999-9999-9999'],
  ])('%s is a number of %s and reads %s [VAL-38]', (number, brand, shown) => {
    expect(brandOf(number).name).toBe(brand)
    expect(formatCardNumber(number)).toBe(shown)
    expect(formatCardNumber(shown)).toBe(shown)
  })

  test('reads only the digits, whatever the formatting', () => {
    for (const written of ['4111-1111-1111-1111', ' 4111 1111 1111 1111x', '４１١١/1111/1111/1111'])
      expect(parse(cardForm.number, written)).toBe('4111111111111111')
  })

  test('is required, and 14 to 30 characters long as typed', () => {
    const complaintOf = (written: string) => safeParse(cardForm.number, written).error?.issues[0]?.message
    expect(complaintOf(' ')).toBe(messages.required)
    expect(complaintOf('4222222222222')).toBe(messages.minLength(14))
    expect(complaintOf('4222-2222-2222-2')).toBeUndefined()
    expect(complaintOf(`4111111111111111${'-'.repeat(14)}`)).toBeUndefined()
    expect(complaintOf(`4111111111111111${'-'.repeat(15)}`)).toBe(messages.maxLength(30))
  })

  test('keeps full-width and Arabic digits while a number is typed', () => {
    expect(formatCardNumber('４１１１１')).toBe('4111-1')
    expect(formatCardNumber('٤١١١١')).toBe('4111-1')
    expect(formatCardNumber('۴۱۱۱१')).toBe('4111-1')
    expect(formatPhone('６１９５')).toBe('(619) 5')
    expect(formatPhone('٦١٩٥')).toBe('(619) 5')
  })

  test('accepts spaces as well as dashes', () => {
    expect(formatCardNumber('3782 822463 10005')).toBe('3782-822463-10005')
  })

  test('limits the digits to those of its brand', () => {
    expect(formatCardNumber('3782822463100059')).toBe('3782-822463-10005')
    expect(formatCardNumber('55555555555544449')).toBe('5555-5555-5555-4444')
    expect(formatCardNumber('41111111111111111119')).toBe('4111-1111-1111-1111-111')
  })

  test('hints at a typo in a complete number, not in an unfinished or unknown one', () => {
    expect(looksMistyped('4111-1111-1111-1112')).toBe(true)
    expect(looksMistyped('4111-1111-1111-1111')).toBe(false)
    expect(looksMistyped('4111-1111-1111-111')).toBe(false)
    expect(looksMistyped('3782-822463-10006')).toBe(true)
    expect(looksMistyped('9999-9999-9999-9999')).toBe(false)
    expect(looksMistyped('')).toBe(false)
  })

  test('accepts a number for payment only with the right length and check digit', () => {
    for (const right of ['4111-1111-1111-1111', '3782-822463-10005', '9999-9999-9999-9995'])
      expect(isCardNumber(right), right).toBe(true)
    for (const wrong of [
      '4111-1111-1111-1112',
      '3782-822463-10006',
      '9999-9999-9999-9999',
      '4111-1111-1111-111',
      '',
    ])
      expect(isCardNumber(wrong), wrong).toBe(false)
  })
})
