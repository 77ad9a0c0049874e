import { describe, expect, test } from 'vitest'
import { formatCardNumber } from '#contract/fields/card-number.ts'
import { digitsOf } from '#contract/wire/rules.ts'
import { fc } from '../../scripts/properties.ts'
import { formatPhoneNumber } from './field-config.ts'
import { type Deletion, retype } from './retype.ts'

/** `|` marks the caret: '(312|) 555' is the value '(312) 555' with the caret after the fourth character. */
function typed(marked: string) {
  return { value: marked.replace('|', ''), caret: marked.indexOf('|') }
}

function marked({ value, caret }: { value: string; caret: number }) {
  return `${value.slice(0, caret)}|${value.slice(caret)}`
}

function phone(after: string, before = '', deletion?: Deletion) {
  return marked(retype(typed(after), formatPhoneNumber, before, deletion))
}

describe('typing a phone number [VAL-23]', () => {
  test('formats the number as it grows', () => {
    expect(phone('3|')).toBe('3|')
    expect(phone('312|')).toBe('312|')
    expect(phone('3125|')).toBe('(312) 5|')
    expect(phone('(312) 5550|')).toBe('(312) 555-0|')
    expect(phone('(312) 555-0148|')).toBe('(312) 555-0148|')
  })

  test('ignores non-digits and an eleventh digit', () => {
    expect(phone('312x|')).toBe('312|')
    expect(phone('(312) 555-01489|')).toBe('(312) 555-0148|')
  })

  test('a digit typed in the middle leaves the caret behind it', () => {
    expect(phone('(3912|) 555', '(312) 555')).toBe('(391) 2|55-5')
    expect(phone('(3|12) 555')).toBe('(3|12) 555')
  })

  test('a pasted number loses its country code', () => {
    expect(phone('+1 312 555 0148|')).toBe('(312) 555-0148|')
    expect(phone('312.555.0148|')).toBe('(312) 555-0148|')
  })

  test('backspace removes the digit before it', () => {
    expect(phone('(312) 555-014|', '(312) 555-0148', 'backward')).toBe('(312) 555-014|')
    expect(phone('(312) |', '(312) 5', 'backward')).toBe('312|')
    expect(phone('(31|) 555-0148', '(312) 555-0148', 'backward')).toBe('(31|5) 550-148')
  })

  test('backspace on punctuation removes the digit before it', () => {
    expect(phone('(312)| 555-0148', '(312) 555-0148', undefined)).toBe('(312|) 555-0148')
    expect(phone('(312)|555-0148', '(312) 555-0148', 'backward')).toBe('(31|5) 550-148')
    expect(phone('|312) 555-0148', '(312) 555-0148', 'backward')).toBe('|(312) 555-0148')
  })

  test('delete on punctuation removes the digit after it', () => {
    expect(phone('(312|)555-0148', '(312) 555-0148', 'forward')).toBe('(312|) 550-148')
    expect(phone('(312) 555|0148', '(312) 555-0148', 'forward')).toBe('(312) 555|-148')
  })

  test('backspace empties any number, one digit at a time', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{1,10}$/), (digits) => {
        let now = retype({ value: digits, caret: digits.length }, formatPhoneNumber, '')
        for (let left = digitsOf(now.value).length; left > 0; left -= 1) {
          const shorter = { value: now.value.slice(0, now.caret - 1), caret: now.caret - 1 }
          now = retype(shorter, formatPhoneNumber, now.value, 'backward')
          expect(digitsOf(now.value)).toHaveLength(left - 1)
        }
        expect(now.value).toBe('')
      }),
    )
  })
})

describe('typing a card number [VAL-38]', () => {
  function card(after: string, before = '', deletion?: Deletion) {
    return marked(retype(typed(after), formatCardNumber, before, deletion))
  }

  test('adds dashes as the number grows', () => {
    expect(card('4111|')).toBe('4111|')
    expect(card('41111|')).toBe('4111-1|')
    expect(card('4111-1111-11111|')).toBe('4111-1111-1111-1|')
    expect(card('4111 1111 1111 1111|')).toBe('4111-1111-1111-1111|')
  })

  test('backspace takes a dash and its digit together', () => {
    expect(card('4111-|', '4111-1', 'backward')).toBe('4111|')
    expect(card('4111|1111', '4111-1111', 'backward')).toBe('411|1-111')
  })

  test('the caret stays behind the same digit, whatever is typed where', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^4[\d-]{0,22}$/), fc.nat(23), (value, place) => {
        const caret = Math.min(place, value.length)
        const ahead = Math.min(digitsOf(value.slice(0, caret)).length, 19)
        const result = retype({ value, caret }, formatCardNumber, '')
        expect(digitsOf(result.value.slice(0, result.caret))).toHaveLength(ahead)
        expect(digitsOf(result.value)).toBe(digitsOf(value).slice(0, 19))
      }),
    )
  })
})
