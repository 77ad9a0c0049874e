import { marketingPage, type Provider } from './provider.ts'
import { isSamplePage, SAMPLE_SITE } from './sample-site.ts'

const PRICING = 'pricing'
const PLAN_BUILDER_ANCHOR = 'plan-builder'

/**
 * The target of Edit Plan. A `back-url` that is invalid, or unknown to our sample site, falls back to
 * pricing.
 */
export function planBuilderUrl(provider: Provider, backUrl: string | undefined): string {
  const request = backPageOf(backUrl)
  const isMissing = provider.marketingUrl === SAMPLE_SITE && !isSamplePage(request)
  return `${marketingPage(provider, `${isMissing ? PRICING : request}/`)}#${PLAN_BUILDER_ANCHOR}`
}

export function backPageOf(backUrl: string | undefined): string {
  const name = backUrl?.replace(/^\/+|\/+$/g, '') ?? ''
  return /^[\w-]+(?:\/[\w-]+)*$/.test(name) ? name : PRICING
}
