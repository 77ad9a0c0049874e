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
  /** Empty means that nothing is sent. */
  tracking: { analyticsId: string; adConversionId: string; analyticsUrl: string; adConversionUrl: string }
  /** An external fraud agent's script; ours is used when it is empty. */
  fraudAgentUrl: string
}

export const marketingPages = {
  Home: '',
  Media: 'media/',
  Pricing: 'pricing/',
  Blog: 'blog/',
  FAQ: 'faq/',
  'About Us': 'about-us/',
} as const

const PLAN_BUILDER_ANCHOR = 'plan-builder'

export function marketingPage(provider: Provider, page: string): string {
  return `${provider.marketingUrl}/${page}`
}

/** Where Edit Plan leads. A back-url that is not a plain page name of the marketing site means pricing. */
export function planBuilderAddress(provider: Provider, backUrl: string | undefined): string {
  return `${marketingPage(provider, `${backPageOf(backUrl)}/`)}#${PLAN_BUILDER_ANCHOR}`
}

export function backPageOf(backUrl: string | undefined): string {
  const name = backUrl?.replace(/^\/+|\/+$/g, '') ?? ''
  return /^[\w-]+(?:\/[\w-]+)*$/.test(name) ? name : 'pricing'
}
