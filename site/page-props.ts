import type { PriceList } from '#contract/catalogue/plan.ts'
import type { Provider } from '#contract/provider/provider.ts'
import { sitePaths } from '#contract/provider/sample-site.ts'
import type { Query } from '#contract/wire/query.ts'

/** Everything a page of the sample site may depend on while rendering. */
export type SitePageProps = {
  page: SitePageName
  values: { prices: PriceList }
  query: Query
  path: string
  provider: Provider
  /** The server's clock at the request, ISO 8601. */
  now: string
}

export type SitePageName = keyof typeof sitePaths

export function postPath(slug: string): string {
  return sitePaths.post.replace(':slug', slug)
}
