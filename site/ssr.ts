import { sitePaths } from '#contract/provider/sample-site.ts'
import { type RenderedPage, render } from '#web/render.tsx'
import shared from '#web/styles/shared.css?inline'
import { feedOf } from './blog/feed.ts'
import { posts } from './blog/posts.ts'
import { sitePages } from './site-pages.tsx'

/** The sample site's entry for the server, built as a bundle; only server/platform/http/pages.ts loads it. */
export const folder = 'site/pages'
export const about = { addresses: sitePaths, feed: feedOf(posts) }
export const styles: string = shared

export function renderPage(name: string, props: object): Promise<RenderedPage> {
  return render(sitePages, name, props as never)
}
