import { digitsOf, formatPhone } from '#contract/wire/rules.ts'

/** Like the contract's, but also accepts a pasted country code. */
export function formatPhoneNumber(value: string): string {
  const digits = digitsOf(value)
  return formatPhone(digits.length > 10 && digits.startsWith('1') ? digits.slice(1) : digits)
}
