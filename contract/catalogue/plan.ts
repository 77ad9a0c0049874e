import type { Cents } from './money.ts'

/**
 * Everything that can be bought, defined once: query parameter, wire field, price list key, the price in
 * the specification, and whether it is counted (licenses) or on/off (data services).
 */
export const items = {
  single: item(
    'Single line dialer',
    'single_line_power_dialer_count',
    'SINGLE_LINE_POWER_DIALER',
    89,
    'licence',
  ),
  triple: item(
    'Triple line dialer',
    'triple_line_power_dialer_count',
    'TRIPLE_LINE_POWER_DIALER',
    139,
    'licence',
  ),
  lead: item('Agent access', 'hosted_lead_management_count', 'HOSTED_LEAD_MANAGEMENT', 10, 'licence'),
  mojovoice: item('Voice feature', 'mojo_voice_feature_count', 'MOJO_VOICE_FEATURE', 30, 'licence'),
  callme: item('Call me', 'call_me_feature_count', 'CALL_ME_FEATURE', 30, 'licence'),
  callrecording: item(
    'Call recording',
    'call_recording_feature_count',
    'CALL_RECORDING_FEATURE',
    25,
    'licence',
  ),
  'neighborhood-search': item(
    'Neighborhood search',
    'neighborhood_search_feature',
    'LEADSTORE_ONE_MONTH_PRICE',
    49,
    'service',
  ),
  'expired-leads': item(
    'Expired leads',
    'expired_data_feature',
    'EXPIREDDATA_ONE_MONTH_PRICE',
    50,
    'service',
  ),
  fsbo: item('For sale by owner', 'fsbo_data_feature', 'FSBO_ONE_MONTH_PRICE', 25, 'service'),
  frbo: item('For rent by owner', 'frbo_data_feature', 'FRBO_ONE_MONTH_PRICE', 25, 'service'),
  'skip-tracer': item(
    'Skip tracer',
    'reverse_lookup_feature',
    'REVERSE_LOOKUP_ONE_MONTH_PRICE',
    49,
    'service',
  ),
  'pre-foreclosures': item(
    'Pre-foreclosures',
    'pre_foreclosure_data_feature',
    'PRE_FORECLOSURE_ONE_MONTH_PRICE',
    49,
    'service',
  ),
} as const

export type ItemKey = keyof typeof items
export type CountField = (typeof items)[ItemKey]['field']
export type PriceKey = (typeof items)[ItemKey]['priceKey']
export type PriceList = Record<PriceKey, Cents>
export type Quantities = Record<ItemKey, number>
export type PlanLine = {
  key: ItemKey
  label: string
  quantity: number
  unitPrice: Cents
  amount: Cents
  /** The number of free units. */
  given?: number
}

export const itemKeys = Object.keys(items) as ItemKey[]
/** Call-me belongs to the license variant of the legacy wizard; plan links never include it. */
export const plannableKeys = itemKeys.filter((key) => key !== 'callme')
export const dataServiceKeys = itemKeys.filter((key) => items[key].kind === 'service')
export const MOST_LICENCES = 20
export const LEAST_SEATS = 1

/** Query parameters → quantities. Anything but a positive integer counts as zero. */
export function quantitiesOf(query: Readonly<Record<string, string | undefined>>): Quantities {
  const quantities = emptyPlan()
  for (const key of plannableKeys) quantities[key] = quantityOf(query[key], items[key].kind)
  return quantities
}

export function hasPlan(query: Readonly<Record<string, string | undefined>>): boolean {
  return plannableKeys.some((key) => quantityOf(query[key], items[key].kind) > 0)
}

export function namesPlan(query: Readonly<Record<string, string | undefined>>): boolean {
  return query['plan-name'] !== undefined || plannableKeys.some((key) => query[key] !== undefined)
}

/** Quantities → the lines of the plan panel and the invoice. Every plan includes agent access. */
export function linesOf(quantities: Quantities, prices: PriceList): PlanLine[] {
  return itemKeys.flatMap((key) => {
    const quantity = key === 'lead' ? Math.max(LEAST_SEATS, quantities.lead) : quantities[key]
    if (quantity === 0) return []
    const { label, priceKey } = items[key]
    return [{ key, label, quantity, unitPrice: prices[priceKey], amount: quantity * prices[priceKey] }]
  })
}

export function totalOf(lines: readonly PlanLine[]): Cents {
  return lines.reduce((sum, line) => sum + line.amount, 0)
}

/** The plan as the query string of a sign-up link, in table order. */
export function queryOf(quantities: Quantities): string {
  const query = new Map<string, string>()
  for (const key of plannableKeys) if (quantities[key] > 0) query.set(key, String(quantities[key]))
  return [...query].map(([key, value]) => `${key}=${value}`).join('&')
}

export function emptyPlan(): Quantities {
  return Object.fromEntries(itemKeys.map((key) => [key, 0])) as Quantities
}

/** Whether more licenses of a kind are requested than can be bought here: `quantitiesOf` caps them. */
export function asksForTooMany(query: Readonly<Record<string, string | undefined>>): boolean {
  return plannableKeys.some((key) => items[key].kind === 'licence' && numberIn(query[key]) > MOST_LICENCES)
}

function quantityOf(value: string | undefined, kind: 'licence' | 'service'): number {
  return Math.min(numberIn(value), kind === 'licence' ? MOST_LICENCES : 1)
}

function numberIn(value: string | undefined): number {
  return value !== undefined && /^\d+$/.test(value) ? Number(value) : 0
}

function item<Field extends string, Key extends string>(
  label: string,
  field: Field,
  priceKey: Key,
  dollars: number,
  kind: 'licence' | 'service',
) {
  return { label, field, priceKey, dollars, kind } as const
}
