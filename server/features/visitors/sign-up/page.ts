import { optionsOfCountries } from '#contract/catalogue/countries.ts'
import { listingServices } from '#contract/catalogue/listing-services.ts'
import { centsToDollars } from '#contract/catalogue/money.ts'
import { hasPlan, namesPlan, type PriceKey } from '#contract/catalogue/plan.ts'
import { regionsIn } from '#contract/catalogue/regions.ts'
import type { Wizard } from '#contract/features/sign-up/bodies.ts'
import type { signUpContext } from '#contract/features/sign-up/calls.ts'
import { PROGRESS_KEY } from '#contract/features/sign-up/legacy-choices.ts'
import { HELD_KEY, type LegacySignUpValues, type SignUpValues } from '#contract/features/sign-up/values.ts'
import { pages } from '#contract/pages.ts'
import { marketingPage } from '#contract/provider/provider.ts'
import type { AnswerOf } from '#contract/wire/call.ts'
import type { Query } from '#contract/wire/query.ts'
import { pricesAt } from '#server/billing/prices.ts'
import type { Deps } from '#server/deps.ts'
import type { PageOptions, PageRequest, Redirect } from '#server/platform/http/pages.ts'
import { readWizard } from './resume.ts'

const FIRST_STEP = '/sign-up/step-1'

type PageDeps = Pick<Deps, 'db' | 'clock' | 'config'>
export type ShownSignUp =
  | { page: 'sign-up'; values: SignUpValues; options: PageOptions }
  | { page: 'legacy-sign-up'; values: LegacySignUpValues; options: PageOptions }

/**
 * Chooses the wizard: if both are enabled, a plan in the query means the new one, a step without a plan the
 * legacy one.
 */
export async function showSignUp(
  deps: PageDeps,
  { query, visitor }: Pick<PageRequest, 'query' | 'visitor'>,
): Promise<ShownSignUp | Redirect> {
  const { step } = visitor.parts
  switch (wizardOf(deps, query, readWizard(visitor, deps.config))) {
    case 'none':
      return { redirectTo: pricingUrl(deps) }
    case 'new':
      // The first step's data exists only in the page's memory, so nobody can start at a later step.
      if (step !== 'step-1') return { redirectTo: firstStep(query) }
      return { page: 'sign-up', values: await showNew(deps), options: { headScript: leaveIfUnderReviewOr() } }
    case 'legacy':
      if (step !== undefined && !/^step-[1-5]$/.test(step)) return { redirectTo: firstStep(query) }
      return showLegacyAt(step, await showLegacy(deps))
  }
}

/** Bare /sign-up/ is for visitors with progress; everyone else is redirected before anything is drawn. */
function showLegacyAt(step: string | undefined, values: LegacySignUpValues): ShownSignUp {
  const withoutProgress = step === undefined ? leaveWithoutProgress(values.withoutProgress) : ''
  return { page: 'legacy-sign-up', values, options: { headScript: leaveIfUnderReviewOr(withoutProgress) } }
}

function wizardOf({ config }: PageDeps, query: Query, resumed: string | undefined): Wizard | 'none' {
  const answers = (wizard: Wizard) => ['auto', wizard].includes(config.signUpWizard) || resumed === wizard
  if (answers('legacy') && !(answers('new') && namesPlan(query))) return 'legacy'
  return hasPlan(query) ? 'new' : 'none'
}

async function showNew({ db, clock, config }: PageDeps): Promise<SignUpValues> {
  return {
    step: 1,
    prices: await pricesAt(db, clock.now()),
    countries: optionsOfCountries(config.salesCountries),
    regions: regionsIn(config.salesCountries),
  }
}

/** Only the visitor's tab knows their progress: its script opens the right step or redirects. */
async function showLegacy(deps: PageDeps): Promise<LegacySignUpValues> {
  const { signUpStepThree, signUpWizard, coveragePopups } = deps.config
  return {
    ...(await showNew(deps)),
    stepThree: signUpStepThree,
    offer: { ...coveragePopups, mls: listingServices },
    withoutProgress: signUpWizard === 'legacy' ? FIRST_STEP : pricingUrl(deps),
  }
}

/**
 * A tab whose sign-up is held shows its status instead, even after Back. Included in every page, because Back
 * may show one from before the sign-up. During loading a navigation replaces the page, and of two targets the
 * last one requested wins. ES5, because it runs in any browser.
 */
function leaveIfUnderReviewOr(otherwise = ''): string {
  const leaveIfHeld = `try{if(sessionStorage.getItem("${HELD_KEY}")){location.href="${pages['sign-up-review']}";return true}}catch(e){}`
  return `(function(){function leave(){${leaveIfHeld}}addEventListener("pageshow",leave);if(leave())return;${otherwise}})()`
}

function leaveWithoutProgress(path: string): string {
  const target = JSON.stringify(path).replaceAll('<', '\\u003c')
  return `var kept=null;try{kept=sessionStorage.getItem("${PROGRESS_KEY}")}catch(e){}if(!kept)location.replace(${target})`
}

function firstStep(query: Query): string {
  const request = new URLSearchParams(query).toString()
  return request === '' ? FIRST_STEP : `${FIRST_STEP}?${request}`
}

function pricingUrl({ config }: Pick<PageDeps, 'config'>): string {
  return marketingPage(config.provider, 'pricing/')
}

/** Everything a sign-up needs before it begins. Prices are sent in dollars. */
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
