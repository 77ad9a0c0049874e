/** Money is whole cents everywhere except on the wire, where the specification's prices are dollars. */
export type Cents = number

/** A customer in Canada needs to know which dollar it is. */
export const CURRENCY = 'US dollars'
export const CURRENCY_NOTE = `All amounts are in ${CURRENCY}.`

export function dollarsToCents(dollars: number): Cents {
  return Math.round(dollars * 100)
}

export function centsToDollars(cents: Cents): number {
  return cents / 100
}

/** $397 for whole dollars, $397.50 otherwise. */
export function formatPrice(cents: Cents): string {
  return cents % 100 === 0 ? `$${grouped(cents / 100, 0)}` : formatAmount(cents)
}

/** Always with cents, as on an invoice: $397.00. Negative amounts have a minus sign: −$397.00. */
export function formatAmount(cents: Cents): string {
  return `${cents < 0 ? '−' : ''}$${grouped(Math.abs(cents) / 100, 2)}`
}

function grouped(dollars: number, decimals: number): string {
  return dollars.toFixed(decimals).replace(/\B(?=(\d{3})+(?!\d))/g, ',')
}

/** Applies credit first: returns what is left to charge and what credit pays. */
export function splitByCredit(cents: Cents, credit: Cents): { cents: Cents; creditCents: Cents } {
  const creditCents = Math.min(cents, credit)
  return { cents: cents - creditCents, creditCents }
}
