import { type Provider, trackingIdsAt } from '#contract/provider.ts'
import type { CustomerValues } from './customer-fields.ts'

type Event = { event: string } & Record<string, unknown>

/** One adapter for analytics and ads: no vendor's script stands beside the card fields. */
function record(provider: Provider, event: Event): void {
  const page = globalThis as unknown as { dataLayer?: Event[] }
  page.dataLayer ??= []
  page.dataLayer.push(event)
  const { analyticsUrl } = provider.tracking
  const { analyticsId } = trackingIdsAt(provider, location.host)
  if (analyticsId && analyticsUrl) beacon(analyticsUrl, { id: analyticsId, ...event })
}

export function trackPageView(provider: Provider, page: string): void {
  record(provider, { event: 'page_view', page })
}

export function trackStep(provider: Provider, step: number): void {
  record(provider, { event: 'sign_up_step', step })
}

type Purchase = { customer: CustomerValues; country: string; total: number; originPath: string }

/** Sent before the page is left. Contact details go to the ad vendor alone, and into no storage of the browser. */
export function trackPurchase(provider: Provider, { customer, country, total, originPath }: Purchase): void {
  record(provider, { event: 'Sign Up', total })
  record(provider, { event: originPath === '/pricing' ? 'pricing-option-main' : 'pricing-option-1' })
  const { adConversionUrl } = provider.tracking
  const { adConversionId } = trackingIdsAt(provider, location.host)
  if (!adConversionId || !adConversionUrl) return
  const [firstName = '', ...rest] = customer.full_name.split(/\s+/)
  beacon(adConversionUrl, {
    id: adConversionId,
    email: customer.email,
    phones: [`+1${customer.mobile_phone}`],
    first_name: firstName,
    last_name: rest.join(' '),
    address: customer.address,
    city: customer.city,
    state: customer.state,
    country,
    postal_code: customer.zip_code,
    total,
  })
}

function beacon(url: string, body: object): void {
  navigator.sendBeacon(url, JSON.stringify(body))
}
