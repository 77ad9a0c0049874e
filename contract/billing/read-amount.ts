import type { Cents } from '#contract/catalogue/money.ts'

export const NOT_AN_AMOUNT = 'Enter an amount in dollars, such as 12.50.'

/** An amount as an operator types it: 12, 12.50 or $12.50. */
export function readAmount(text: string): Cents | undefined {
  const [, dollars, cents = '00'] = /^\$?(\d{1,6})(?:\.(\d\d))?$/.exec(text.trim()) ?? []
  return dollars === undefined ? undefined : Number(dollars) * 100 + Number(cents)
}
