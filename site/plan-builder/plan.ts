import type { Cents } from '#contract/catalogue/money.ts'
import {
  LEAST_SEATS,
  linesOf,
  type PriceList,
  plannableKeys,
  type Quantities,
  quantitiesOf,
  queryOf,
  totalOf,
} from '#contract/catalogue/plan.ts'
import type { Query } from '#contract/wire/query.ts'

/** Sent to the sign-up page along with the plan, by the link and by the form. */
export const companions = { 'back-url': 'pricing', 'plan-name': 'custom' } as const

/** The plan in a query or a filled-in form. Every plan includes agent access. */
export function planOf(request: Query): Quantities {
  const quantities = quantitiesOf(request)
  return { ...quantities, lead: Math.max(LEAST_SEATS, quantities.lead) }
}

/** Agent access alone is a plan only for visitors whose link asked for it. */
export function isWorthSigningUp(quantities: Quantities, cameWith: Query): boolean {
  const isMoreThanRequired = plannableKeys.some((key) => quantities[key] > (key === 'lead' ? LEAST_SEATS : 0))
  return isMoreThanRequired || quantitiesOf(cameWith).lead > 0
}

export function signUpUrl(quantities: Quantities): string {
  const named = Object.entries(companions).map(([name, value]) => `${name}=${value}`)
  return `/sign-up/?${[queryOf(quantities), ...named].join('&')}`
}

/** A dialer including the agent access that every plan needs: the advertised price. */
export function priceWithAgent(dialer: 'single' | 'triple', prices: PriceList): Cents {
  return totalOf(linesOf(planOf({ [dialer]: '1' }), prices))
}
