/** Every page of the sample site by its name, and its address. A provider's own site takes their place. */
export const siteAddresses = {
  home: '/site/',
  media: '/site/media/',
  pricing: '/site/pricing/',
  blog: '/site/blog/',
  post: '/site/blog/:slug/',
  faq: '/site/faq/',
  'about-us': '/site/about-us/',
  support: '/site/support/',
  'app-store': '/site/app-store/',
  'play-store': '/site/play-store/',
  'webinar-room': '/site/webinar-room/',
  'getting-started': '/site/getting-started/',
  terms: '/site/terms/',
  privacy: '/site/privacy/',
} as const

export type SitePageName = keyof typeof siteAddresses

export function postAddress(slug: string): string {
  return siteAddresses.post.replace(':slug', slug)
}
