/** Public information about the provider, embedded in the HTML of every page. */
export type Provider = {
  brandName: string
  copyrightHolder: string
  tollFreeNumber: string
  /** The base URL of the six header links, Edit Plan and the pricing page, without a trailing slash. */
  marketingUrl: string
  links: {
    support: string
    appStore: string
    playStore: string
    webinarMorning: string
    webinarAfternoon: string
    gettingStartedVideo: string
    blogFeed: string
    terms: string
    privacy: string
    /** The URL of an external feedback form; empty means ours. */
    feedbackForm: string
  }
  tracking: {
    /** The host that uses the production tracking ids; every other host uses the others. */
    productionHost: string
    production: TrackingIds
    elsewhere: TrackingIds
    analyticsUrl: string
    adConversionUrl: string
  }
  /** The script of an external fraud agent; empty means ours. */
  fraudAgentUrl: string
}

/** Empty means that nothing is sent. */
export type TrackingIds = { analyticsId: string; adConversionId: string }

/** Purchases on a test host must not be tracked as sales. */
export function trackingIdsAt({ tracking }: Pick<Provider, 'tracking'>, host: string): TrackingIds {
  return host === tracking.productionHost ? tracking.production : tracking.elsewhere
}

export const marketingPages = {
  Home: '',
  Media: 'media/',
  Pricing: 'pricing/',
  Blog: 'blog/',
  FAQ: 'faq/',
  'About Us': 'about-us/',
} as const

export function marketingPage(provider: Provider, page: string): string {
  return `${provider.marketingUrl}/${page}`
}
