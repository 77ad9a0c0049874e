import type { Cents } from '#contract/catalogue/money.ts'

/** Credit pays first: what is left to charge, and what credit pays. */
export function splitByCredit(cents: Cents, credit: Cents): { cents: Cents; creditCents: Cents } {
  const creditCents = Math.min(cents, credit)
  return { cents: cents - creditCents, creditCents }
}
