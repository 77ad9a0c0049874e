import { centsIn, DOLLARS_AT_MOST } from '#contract/catalogue/dollars.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import { type ItemKey, itemKeys, items, type PriceKey, type PriceList } from '#contract/catalogue/plan.ts'
import { listComing } from '#server/billing/price-lists/list-prices.ts'
import { removePrices } from '#server/billing/price-lists/remove-prices.ts'
import { setPrices } from '#server/billing/price-lists/set-prices.ts'
import { pricesAt } from '#server/billing/prices.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import type { Command, Row } from '../command.ts'
import { momentIn } from '../moment.ts'

export const showPricesCommand: Command = {
  name: 'prices show',
  hasTables: true,
  says: 'Shows the current price list, or the one at a given time, and future lists.',
  flags: { at: { takes: 'MOMENT', says: 'a time other than now' } },
  async run({ db }, { flag, now }) {
    const at = momentIn(flag('at'))
    if (isRefused(at)) return at
    const prices = await pricesAt(db, at ?? now)
    const rows = itemKeys.map((item): Row => ({ item, monthCents: prices[items[item].priceKey] }))
    const coming: Row[] = await listComing(db, now)
    return {
      sections: [
        { name: 'prices', title: `Monthly prices at ${(at ?? now).toISOString()}`, rows },
        { name: 'coming', title: 'Future price lists', rows: coming },
      ],
    }
  },
}

export const setPricesCommand: Command = {
  name: 'prices set',
  takes: 'ITEM=DOLLARS …',
  says: 'Adds a price list. It applies to new sales and plan changes. Existing plans keep their prices.',
  flags: { from: { takes: 'MOMENT', says: 'when it takes effect: now, a day or a time' } },
  async run({ db }, { args, flag, actor, now }) {
    const changes = changesIn(args)
    if (isRefused(changes)) return changes
    const from = flag('from') === 'now' ? now : momentIn(flag('from'))
    if (isRefused(from)) return from
    if (!from)
      return refuse('invalid-fields', {
        errors: 'Enter when it takes effect: --from 2026-12-01, or --from now.',
      })
    const refused = await setPrices(db, { changes, from, actor }, now)
    if (refused) return refused
    const listed = Object.entries(changes).map(([key, cents]) => `${key} ${formatAmount(cents)}`)
    return { said: `From ${from.toISOString()}: ${listed.join(', ')}.` }
  },
}

export const removePricesCommand: Command = {
  name: 'prices remove',
  says: 'Removes a price list that is not in effect yet. Later price lists are not changed.',
  flags: { from: { takes: 'MOMENT', says: 'when it would take effect, as listed by "prices show"' } },
  async run({ db }, { flag, actor, now }) {
    const from = momentIn(flag('from'))
    if (isRefused(from)) return from
    if (!from) return refuse('invalid-fields', { errors: 'Enter which one: --from 2026-12-01.' })
    const at = from.toISOString()
    const removed = await removePrices(db, { from, actor }, now)
    if (removed)
      return { said: `The price list from ${at} was removed. To see the current prices, run "prices show".` }
    if (from <= now)
      return refuse('invalid-fields', {
        errors: `${at} is in the past. A price list that has taken effect cannot be removed. Add a new one with "prices set".`,
      })
    return refuse('not-found', {
      errors: `No price list starts at ${at}. To see future price lists, run "prices show".`,
    })
  },
}

function changesIn(args: string[]): Partial<PriceList> | Refused {
  if (args.length === 0)
    return refuse('invalid-fields', {
      errors: `Enter prices, like single=95. Items: ${itemKeys.join(', ')}.`,
    })
  const changes: Partial<PriceList> = {}
  for (const arg of args) {
    const [name = '', dollars = '', ...surplus] = arg.split('=')
    const key = priceKeyOf(name)
    if (!key)
      return refuse('invalid-fields', { errors: `There is no item ${name}. Items: ${itemKeys.join(', ')}.` })
    const cents = centsIn(dollars)
    if (cents === undefined || surplus.length > 0)
      return refuse('invalid-fields', {
        errors: `${arg}: enter dollars from 0 to ${DOLLARS_AT_MOST}, like 95 or 95.50.`,
      })
    if (changes[key] !== undefined)
      return refuse('invalid-fields', { errors: `${name} has two prices. Enter one for each item.` })
    changes[key] = cents
  }
  return changes
}

/** By its name in a plan link, or by its name in the price list. */
function priceKeyOf(name: string): PriceKey | undefined {
  if (Object.hasOwn(items, name)) return items[name as ItemKey].priceKey
  return itemKeys.map((item) => items[item].priceKey).find((key) => key === name)
}
