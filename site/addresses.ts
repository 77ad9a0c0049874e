import { siteAddresses } from '#contract/provider/sample-site.ts'

export type SitePageName = keyof typeof siteAddresses

export function postAddress(slug: string): string {
  return siteAddresses.post.replace(':slug', slug)
}
