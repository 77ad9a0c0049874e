/** Where the sample site is served. */
export const SAMPLE_SITE = '/site'

/** Every page of the sample site by its name, and its address. A provider's own site takes their place. */
export const sitePaths = {
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

/** Whether a name without slashes around it is that of a page there. */
export function isSamplePage(name: string): boolean {
  const addresses: string[] = Object.values(sitePaths)
  return addresses.includes(`${SAMPLE_SITE}/${name}/`)
}
