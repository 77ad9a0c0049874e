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

/** Names the way here and the plan to the sign-up, in the link and in the form alike. */
export const companions = { 'back-url': 'pricing', 'plan-name': 'custom' } as const

/** What a query or a filled-in form asks for. Agent access is part of every plan. */
export function planOf(asked: Query): Quantities {
  const quantities = quantitiesOf(asked)
  return { ...quantities, lead: Math.max(LEAST_SEATS, quantities.lead) }
}

/** The required agent access alone is a plan only for those who came with it. */
export function isWorthSigningUp(quantities: Quantities, cameWith: Query): boolean {
  const isMoreThanRequired = plannableKeys.some((key) => quantities[key] > (key === 'lead' ? LEAST_SEATS : 0))
  return isMoreThanRequired || quantitiesOf(cameWith).lead > 0
}

export function signUpUrl(quantities: Quantities): string {
  const named = Object.entries(companions).map(([name, value]) => `${name}=${value}`)
  return `/sign-up/?${[queryOf(quantities), ...named].join('&')}`
}

/** A dialer with the agent access that every plan needs: the price that is advertised. */
export function priceWithAgent(dialer: 'single' | 'triple', prices: PriceList): Cents {
  return totalOf(linesOf(planOf({ [dialer]: '1' }), prices))
}
