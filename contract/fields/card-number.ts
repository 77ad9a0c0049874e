import { digitsOf } from '#contract/wire/rules.ts'

export type CardBrand = { name: string; groups: readonly number[]; lengths: readonly number[] }

const fours = [4, 4, 4, 4, 3]
const unknownBrand: CardBrand = { name: '', groups: fours, lengths: [] }
const brands: [RegExp, CardBrand][] = [
  [/^4/, { name: 'Visa', groups: fours, lengths: [13, 16, 19] }],
  [
    /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
    { name: 'Mastercard', groups: [4, 4, 4, 4], lengths: [16] },
  ],
  [/^3[47]/, { name: 'Amex', groups: [4, 6, 5], lengths: [15] }],
  [/^(?:6011|64[4-9]|65)/, { name: 'Discover', groups: fours, lengths: [16, 19] }],
  [/^(?:30[0-5]|3[689])/, { name: 'Diners Club', groups: [4, 6, 4], lengths: [14] }],
  [/^35(?:2[89]|[3-8])/, { name: 'JCB', groups: fours, lengths: [16, 19] }],
  [/^62/, { name: 'UnionPay', groups: fours, lengths: [16, 19] }],
]

export function brandOf(number: string): CardBrand {
  const digits = digitsOf(number)
  return brands.find(([start]) => start.test(digits))?.[1] ?? unknownBrand
}

/** Dashes at the positions of the gaps on the card: 4-4-4-4, Amex 4-6-5. */
export function formatCardNumber(number: string): string {
  const digits = digitsOf(number)
  const parts: string[] = []
  let at = 0
  for (const size of brandOf(digits).groups) {
    if (at < digits.length) parts.push(digits.slice(at, at + size))
    at += size
  }
  return parts.join('-')
}

/** A complete number with a wrong check digit was mistyped. Only a hint: the gateway decides. */
export function looksMistyped(number: string): boolean {
  const digits = digitsOf(number)
  return brandOf(digits).lengths.includes(digits.length) && !passesLuhn(digits)
}

/** What the server requires: a valid length and check digit. */
export function isCardNumber(number: string): boolean {
  const digits = digitsOf(number)
  const { lengths } = brandOf(digits)
  const hasLength =
    lengths.length > 0 ? lengths.includes(digits.length) : digits.length >= 12 && digits.length <= 19
  return hasLength && passesLuhn(digits)
}

function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}
