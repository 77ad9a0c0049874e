/** What belongs to the provider and may be shown to everyone: handed to every page inside its HTML. */
export type Provider = {
  brandName: string
  copyrightHolder: string
  tollFreeNumber: string
  /** Where the six header links, Edit Plan and the pricing page live, without a trailing slash. */
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
    /** A configured feedback form; ours answers when it is empty. */
    feedbackForm: string
  }
  tracking: {
    /** Here the identifiers of production count; on every other host those for elsewhere. */
    productionHost: string
    production: TrackingIds
    elsewhere: TrackingIds
    analyticsUrl: string
    adConversionUrl: string
  }
  /** An external fraud agent's script; ours is used when it is empty. */
  fraudAgentUrl: string
}

/** Empty means that nothing is sent. */
export type TrackingIds = { analyticsId: string; adConversionId: string }

/** What is tried out on a test host must not count as a sale. */
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
