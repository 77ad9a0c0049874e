import { listCountries } from '#contract/countries.ts'
import type { PageValues, Query } from '#contract/pages.ts'
import { hasPlan } from '#contract/plan.ts'
import { marketingPage } from '#contract/provider.ts'
import { regions } from '#contract/regions.ts'
import type { Deps } from '../../deps.ts'
import type { PageRequest, Redirect } from '../../http/pages.ts'
import { pricesAt } from '../../prices.ts'

const countries = listCountries()

/** The new wizard begins with a plan; without one there is nothing to sign up for yet. */
export async function showSignUp(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  { query, visitor }: PageRequest,
): Promise<PageValues['sign-up'] | Redirect> {
  if (!hasPlan(query)) return { redirectTo: marketingPage(config.provider, 'pricing/') }
  // The first step lives in the memory of the page: whoever arrives at the second one has none.
  if (visitor.parts.step !== 'step-1') return { redirectTo: stepAddress(query) }
  return { step: 1, prices: await pricesAt(db, clock.now()), countries, regions }
}

export function startSignUp({ config }: Pick<Deps, 'config'>, query: Query): Redirect {
  return { redirectTo: hasPlan(query) ? stepAddress(query) : marketingPage(config.provider, 'pricing/') }
}

function stepAddress(query: Query): string {
  return `/sign-up/step-1?${new URLSearchParams(query)}`
}
