import type { Cents } from './money.ts'

export const DOLLARS_AT_MOST = 10_000

/** `95` or `95.50` → cents. Undefined if it is not a valid amount. */
export function centsIn(text: string): Cents | undefined {
  if (!/^\d{1,5}(?:\.\d{1,2})?$/.test(text) || Number(text) > DOLLARS_AT_MOST) return undefined
  return Math.round(Number(text) * 100)
}
