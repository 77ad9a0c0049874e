import { sitePaths } from '#contract/provider/sample-site.ts'

export type SitePageName = keyof typeof sitePaths

export function postPath(slug: string): string {
  return sitePaths.post.replace(':slug', slug)
}
