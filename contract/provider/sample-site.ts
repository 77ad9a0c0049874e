/** The path prefix of the sample site. */
export const SAMPLE_SITE = '/site'

/** Every page of the sample site by name, with its path. A provider's own site replaces them. */
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

/** Whether the sample site has a page of this name (without slashes). */
export function isSamplePage(name: string): boolean {
  const addresses: string[] = Object.values(sitePaths)
  return addresses.includes(`${SAMPLE_SITE}/${name}/`)
}
