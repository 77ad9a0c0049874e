import { optionsOfCountries } from '#contract/catalogue/countries.ts'
import { listingServices } from '#contract/catalogue/listing-services.ts'
import { centsToDollars } from '#contract/catalogue/money.ts'
import type { PriceKey } from '#contract/catalogue/plan.ts'
import { regionsIn } from '#contract/catalogue/regions.ts'
import type { signUpContext } from '#contract/features/sign-up/calls.ts'
import type { AnswerOf } from '#contract/wire/call.ts'
import { pricesAt } from '#server/billing/prices.ts'
import type { Deps } from '#server/deps.ts'

/** Everything a sign-up needs to know before it begins. Prices are sent in dollars. */
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
