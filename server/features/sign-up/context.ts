import type { AnswerOf } from '#contract/calls/call.ts'
import type { signUpContext } from '#contract/calls/sign-up-context.ts'
import { optionsOfCountries } from '#contract/countries.ts'
import { listingServices } from '#contract/markets.ts'
import { centsToDollars } from '#contract/money.ts'
import type { PriceKey } from '#contract/plan.ts'
import { regionsIn } from '#contract/regions.ts'
import type { Deps } from '../../deps.ts'
import { pricesAt } from '../../prices.ts'

/** All that a sign-up needs to know before it begins. Prices travel as dollars. */
export async function showContext({
  db,
  clock,
  config,
}: Pick<Deps, 'db' | 'clock' | 'config'>): Promise<AnswerOf<typeof signUpContext>> {
  const prices = await pricesAt(db, clock.now())
  return {
    prices: Object.fromEntries(
      Object.entries(prices).map(([key, cents]) => [key, centsToDollars(cents)]),
    ) as Record<PriceKey, number>,
    misc: { ...config.coveragePopups, mls: listingServices },
    countries: optionsOfCountries(config.salesCountries),
    states: regionsIn(config.salesCountries).map(({ value, displayValue, country }) => ({
      value,
      displayValue,
      country,
    })),
  }
}
