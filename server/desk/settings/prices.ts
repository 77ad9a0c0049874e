import type { FastifyInstance } from 'fastify'
import { centsIn, DOLLARS_AT_MOST } from '#contract/catalogue/dollars.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import { itemKeys, items, type PriceList } from '#contract/catalogue/plan.ts'
import {
  changesBetween,
  type ListOfPrices,
  type PricesValues,
  readSeen,
  removePrices,
  setPrices,
} from '#contract/desk/settings.ts'
import type { ParsedBodyOf } from '#contract/wire/call.ts'
import * as lists from '#server/billing/prices.ts'
import { orThrow, refuse } from '#server/platform/refusal.ts'
import { comingMoment, wrongField } from '../desk-moment.ts'
import { changesShowing, type DeskDeps } from '../desk-routes.ts'

export function pricesRoutes(app: FastifyInstance, deps: DeskDeps): void {
  const { db, clock } = deps
  const changing = changesShowing(app, deps, () => showPrices(deps))
  changing(setPrices, async (body, { actor }) => {
    const now = clock.now()
    const from = comingMoment(body.from, 'from', now)
    const differsFrom = (present: PriceList) =>
      sayChanged(body.seen, byItem(present), from ? 'by then' : 'now')
    const request = { changes: changesIn(body), from: from ?? now, actor, reason: body.reason, differsFrom }
    orThrow(await lists.setPrices(db, request, now))
    return { said: `The new prices apply ${from ? `from ${from.toISOString()}` : 'from now on'}.` }
  })
  changing(removePrices, async ({ from, reason }, { actor }) => {
    const isMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(from)
    const now = clock.now()
    const moment = isMoment ? new Date(from) : now
    // A list that has taken effect stays, so only a later one can be removed.
    const isRemoved = moment > now && (await lists.removePrices(db, { from: moment, actor, reason }, now))
    if (!isRemoved)
      throw refuse('not-found', {
        errors: 'This list was removed already, or it has taken effect and stays.',
      })
    return { said: `The list from ${from} was removed.` }
  })
}

export async function showPrices({ db, clock }: Pick<DeskDeps, 'db' | 'clock'>): Promise<PricesValues> {
  const now = clock.now()
  const coming = await lists.readComing(db, now)
  return {
    current: byItem(await lists.pricesAt(db, now)),
    coming: coming.map(({ validFrom, prices }) => ({
      from: validFrom.toISOString(),
      prices: byItem(prices),
    })),
  }
}

function byItem(prices: PriceList): ListOfPrices {
  return Object.fromEntries(itemKeys.map((item) => [item, prices[items[item].priceKey]]))
}

/** Undefined: the prices are still the ones shown. */
function sayChanged(seen: string, present: ListOfPrices, when: string): string | undefined {
  const shown = readSeen(seen)
  const changed = changesBetween(shown ?? {}, present).map(
    ({ item, before, after }) =>
      `${items[item].label}: ${formatAmount(before)} before, ${formatAmount(after)} ${when}.`,
  )
  if (shown && changed.length === 0) return undefined
  const what = shown ? ` ${changed.join(' ')}` : ''
  return `The prices have changed since this page was shown.${what} Nothing was changed. Reload the page to see them.`
}

/** Empty fields keep their price. */
function changesIn(body: ParsedBodyOf<typeof setPrices>): Partial<PriceList> {
  const changes: Partial<PriceList> = {}
  for (const item of itemKeys) {
    if (body[item] === '') continue
    const cents = centsIn(body[item])
    if (cents === undefined)
      throw wrongField(item, `Enter dollars from 0 to ${DOLLARS_AT_MOST}, like 95 or 95.50.`)
    changes[items[item].priceKey] = cents
  }
  if (Object.keys(changes).length === 0)
    throw refuse('invalid-fields', { errors: 'Enter at least one new price.' })
  return changes
}
