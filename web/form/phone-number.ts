import { digitsOf, formatPhone } from '#contract/wire/rules.ts'

/** Like the contract's, and it knows a number that was copied with its country code. */
export function formatPhoneNumber(value: string): string {
  const digits = digitsOf(value)
  return formatPhone(digits.length > 10 && digits.startsWith('1') ? digits.slice(1) : digits)
}
