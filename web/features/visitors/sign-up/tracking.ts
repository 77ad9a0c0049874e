import { useEffect, useRef } from 'react'
import type { PageProps } from '#contract/page-values.ts'
import { backPageOf } from '#contract/provider/plan-builder-url.ts'
import { type Provider, trackingIdsAt } from '#contract/provider/provider.ts'

/** Each step that opens is a page view; from the second one on also a transition. 0: none is open yet. */
export function useStepTracking(provider: Provider, step: number): void {
  const last = useRef(0)
  useEffect(() => {
    if (last.current === step) return
    if (last.current !== 0) trackStep(provider, step)
    last.current = step
    trackPageView(provider, `/sign-up/step-${step}`)
  }, [provider, step])
}

function trackStep(provider: Provider, step: number): void {
  record(provider, { event: 'sign_up_step', step })
}

type Event = { event: string } & Record<string, unknown>

/** One adapter for analytics and ads: no vendor script runs next to the card fields. */
function record(provider: Provider, event: Event): void {
  quietly(() => {
    const page = globalThis as unknown as { dataLayer?: Event[] }
    page.dataLayer ??= []
    page.dataLayer.push(event)
  })
  const { analyticsUrl } = provider.tracking
  const { analyticsId } = trackingIdsAt(provider, location.host)
  if (analyticsId && analyticsUrl) beacon(analyticsUrl, { id: analyticsId, ...event })
}

/** Statistics never stop a sale. */
function quietly(report: () => void): void {
  try {
    report()
  } catch {}
}

/** A browser that has no beacons sends nothing: its owner may have turned them off, so no other way is tried. */
function beacon(url: string, body: object): void {
  quietly(() => navigator.sendBeacon(url, JSON.stringify(body)))
}

function trackPageView(provider: Provider, page: string): void {
  record(provider, { event: 'page_view', page })
}

/** The buyer, in the ad vendor's format. Phone numbers are ten digits. */
export type Buyer = {
  email: string
  phones: string[]
  first_name: string
  last_name: string
  address: string
  city: string
  state: string
  postal_code: string
}
export type Purchase = { buyer: Buyer; country: string; total: number; originPath: string }

/** Sent before leaving the page. Contact details go only to the ad vendor, and never into browser storage. */
export function trackPurchase(provider: Provider, { buyer, country, total, originPath }: Purchase): void {
  record(provider, { event: 'Sign Up', total })
  record(provider, { event: originPath === '/pricing' ? 'pricing-option-main' : 'pricing-option-1' })
  const { adConversionUrl } = provider.tracking
  const { adConversionId } = trackingIdsAt(provider, location.host)
  if (!adConversionId || !adConversionUrl) return
  const phones = buyer.phones.map((phone) => `+1${phone}`)
  beacon(adConversionUrl, { id: adConversionId, ...buyer, phones, country, total })
}

/** Where the plan was built, and where Edit Plan leads back to. */
export function originOf(query: PageProps<'sign-up'>['query']) {
  return { planName: query['plan-name'] ?? '', originPath: `/${backPageOf(query['back-url'])}` }
}
