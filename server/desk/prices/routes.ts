import type { FastifyInstance } from 'fastify'
import { centsIn, DOLLARS_AT_MOST } from '#contract/catalogue/dollars.ts'
import { itemKeys, items, type PriceList } from '#contract/catalogue/plan.ts'
import { removePrices, setPrices } from '#contract/desk/prices/calls.ts'
import { priceListAt, writeSeen } from '#contract/desk/prices/price-list-at.ts'
import type { ListOfPrices, PricesValues } from '#contract/desk/prices/values.ts'
import type { ParsedBodyOf } from '#contract/wire/call.ts'
import { readComing } from '#server/billing/price-lists/list-prices.ts'
import * as lists from '#server/billing/price-lists/remove-prices.ts'
import * as changing from '#server/billing/price-lists/set-prices.ts'
import { pricesAt } from '#server/billing/prices.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import type { DeskDeps } from '../desk-deps.ts'
import { deskPage, deskRoute } from '../desk-routes.ts'
import { comingMoment, wrongField } from '../utc-moment.ts'

export function pricesRoutes(app: FastifyInstance, deps: DeskDeps): void {
  const { db, clock } = deps
  deskPage(app, deps, 'prices', () => showPrices(deps))
  deskRoute(app, deps, setPrices, async (body, { actor }) => {
    const now = clock.now()
    const from = comingMoment(body.from, 'from', now)
    if (isRefused(from)) return from
    const changes = changesIn(body)
    if (isRefused(changes)) return changes
    const moment = from ?? now
    const shown = await showPrices(deps)
    if (writeSeen(priceListAt(shown, moment.toISOString())) !== body.seen)
      return refuse('conflict', {
        errors: 'The prices have changed since this page was shown. Nothing was changed. Look at them again.',
      })
    const refused = await changing.setPrices(db, { changes, from: moment, actor, reason: body.reason }, now)
    if (refused) return refused
    const when = from ? `from ${from.toISOString()}` : 'from now on'
    return { data: { said: `The new prices apply ${when}.`, values: await showPrices(deps) } }
  })
  deskRoute(app, deps, removePrices, async ({ from, reason }, { actor }) => {
    const moment = new Date(from)
    const isRemoved =
      !Number.isNaN(moment.getTime()) &&
      (await lists.removePrices(db, { from: moment, actor, reason }, clock.now()))
    if (!isRemoved)
      return refuse('not-found', {
        errors: 'This list was removed already, or it has taken effect and stays.',
      })
    return { data: { said: `The list from ${from} was removed.`, values: await showPrices(deps) } }
  })
}

async function showPrices({ db, clock }: Pick<DeskDeps, 'db' | 'clock'>): Promise<PricesValues> {
  const now = clock.now()
  const coming = await readComing(db, now)
  return {
    current: byItem(await pricesAt(db, now)),
    coming: coming.map(({ validFrom, prices }) => ({
      from: validFrom.toISOString(),
      prices: byItem(prices),
    })),
  }
}

function byItem(prices: PriceList): ListOfPrices {
  return Object.fromEntries(itemKeys.map((item) => [item, prices[items[item].priceKey]]))
}

/** Fields that were left empty keep their price. */
function changesIn(body: ParsedBodyOf<typeof setPrices>): Partial<PriceList> | Refused {
  const changes: Partial<PriceList> = {}
  for (const item of itemKeys) {
    if (body[item] === '') continue
    const cents = centsIn(body[item])
    if (cents === undefined)
      return wrongField(item, `Enter dollars from 0 to ${DOLLARS_AT_MOST}, like 95 or 95.50.`)
    changes[items[item].priceKey] = cents
  }
  if (Object.keys(changes).length === 0)
    return refuse('invalid-fields', { errors: 'Enter at least one new price.' })
  return changes
}
