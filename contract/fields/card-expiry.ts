import { type Option, optionOf } from '#contract/wire/option.ts'

export const expiryMonths = Array.from({ length: 12 }, (_, index) => optionOf(String(index + 1)))
export const EXPIRY_YEARS = 15
export function expiryYears(thisYear: number): Option[] {
  return Array.from({ length: EXPIRY_YEARS }, (_, index) => optionOf(String(thisYear + index)))
}
