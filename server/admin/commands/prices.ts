import { formatAmount } from '#contract/catalogue/money.ts'
import { type ItemKey, itemKeys, items, type PriceKey, type PriceList } from '#contract/catalogue/plan.ts'
import { pricesAt } from '#server/billing/prices.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { sql } from '#server/platform/db/sql.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import type { Command, Row } from '../command.ts'
import { momentIn } from '../moment.ts'

const DOLLARS_AT_MOST = 10_000

export const showPricesCommand: Command = {
  name: 'prices show',
  says: 'Shows the price list that holds now, or at a moment, and those to come.',
  flags: { at: { takes: 'MOMENT', says: 'another moment than now' } },
  async run({ db }, { flag, now }) {
    const at = momentIn(flag('at'))
    if (isRefused(at)) return at
    const prices = await pricesAt(db, at ?? now)
    const rows = itemKeys.map((item): Row => ({ item, monthCents: prices[items[item].priceKey] }))
    const coming = await db.many<Row>(
      sql`select valid_from as "validFrom" from price_lists where valid_from > ${now} order by valid_from`,
    )
    return {
      sections: [
        { name: 'prices', title: `Prices a month at ${(at ?? now).toISOString()}`, rows },
        { name: 'coming', title: 'Lists to come', rows: coming },
      ],
    }
  },
}

export const setPricesCommand: Command = {
  name: 'prices set',
  takes: 'ITEM=DOLLARS …',
  says: 'Writes a price list. It holds for new sales and plan changes; what was bought keeps its price.',
  flags: { from: { takes: 'MOMENT', says: 'from when it holds: now, a day or a moment' } },
  async run({ db }, { args, flag, actor, now }) {
    const changes = changesIn(args)
    if (isRefused(changes)) return changes
    const from = flag('from') === 'now' ? now : momentIn(flag('from'))
    if (isRefused(from)) return from
    if (!from)
      return refuse('invalid-fields', { errors: 'Say from when it holds: --from 2026-12-01, or --from now.' })
    if (from < now)
      return refuse('invalid-fields', {
        errors: `${from.toISOString()} is past: people were shown other prices then.`,
      })
    await db.transaction(async (tx) => {
      const list = { ...(await pricesAt(tx, from)), ...changes }
      await tx.run(sql`
        insert into price_lists (valid_from, prices, created_at) values (${from}, ${JSON.stringify(list)}, ${now})
        on conflict (valid_from) do update set prices = excluded.prices, created_at = excluded.created_at`)
      await recordAudit(
        tx,
        { actor, action: 'prices-set', details: { from: from.toISOString(), changes } },
        now,
      )
    })
    const listed = Object.entries(changes).map(([key, cents]) => `${key} ${formatAmount(cents)}`)
    return { said: `From ${from.toISOString()}: ${listed.join(', ')}.` }
  },
}

export const removePricesCommand: Command = {
  name: 'prices remove',
  says: 'Removes a price list that is still to come. Lists that were written on top of it stay as they are.',
  flags: { from: { takes: 'MOMENT', says: 'from when it would hold, as "prices show" lists it' } },
  async run({ db }, { flag, actor, now }) {
    const from = momentIn(flag('from'))
    if (isRefused(from)) return from
    if (!from) return refuse('invalid-fields', { errors: 'Say which one: --from 2026-12-01.' })
    const at = from.toISOString()
    const removed = await db.transaction(async (tx) => {
      const found = await tx.maybe<{ prices: PriceList }>(sql`
        delete from price_lists where valid_from = ${from} and valid_from > ${now} returning prices`)
      const details = { from: at, prices: found?.prices }
      if (found) await recordAudit(tx, { actor, action: 'prices-removed', details }, now)
      return found !== undefined
    })
    if (removed) return { said: `The price list from ${at} is removed. "prices show" lists what holds now.` }
    if (from <= now)
      return refuse('invalid-fields', {
        errors: `${at} is past: a list that holds already, or held, stays. Write another with "prices set".`,
      })
    return refuse('not-found', {
      errors: `No price list begins at ${at}. "prices show" lists those to come.`,
    })
  },
}

function changesIn(args: string[]): Partial<PriceList> | Refused {
  if (args.length === 0)
    return refuse('invalid-fields', { errors: `Give prices, like single=95. Items: ${itemKeys.join(', ')}.` })
  const changes: Partial<PriceList> = {}
  for (const arg of args) {
    const [name = '', dollars = ''] = arg.split('=')
    const key = priceKeyOf(name)
    if (!key)
      return refuse('invalid-fields', { errors: `There is no item ${name}. Items: ${itemKeys.join(', ')}.` })
    if (!/^\d{1,5}(?:\.\d{1,2})?$/.test(dollars) || Number(dollars) > DOLLARS_AT_MOST)
      return refuse('invalid-fields', {
        errors: `${arg}: give dollars from 0 to ${DOLLARS_AT_MOST}, like 95 or 95.50.`,
      })
    changes[key] = Math.round(Number(dollars) * 100)
  }
  return changes
}

/** By its name in a plan link, or by its name in the price list. */
function priceKeyOf(name: string): PriceKey | undefined {
  if (Object.hasOwn(items, name)) return items[name as ItemKey].priceKey
  return itemKeys.map((item) => items[item].priceKey).find((key) => key === name)
}
