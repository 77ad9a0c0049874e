import { BLOG_POSTS_ASKED } from '#contract/calls/blog.ts'
import { type PostCard, postsOf } from './blog-posts.ts'

const PATIENCE_MS = 4000

/**
 * Call 15 goes to the provider's public feed and not to us, so it goes bare: no cookies, no address of the page.
 * A feed that fails, dawdles or talks nonsense has no posts.
 */
export async function readFeed(feed: string, signal: AbortSignal): Promise<PostCard[]> {
  const address = new URL(feed, location.href)
  address.searchParams.set('count', String(BLOG_POSTS_ASKED))
  try {
    const response = await fetch(address, {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
    })
    return response.ok ? postsOf(await response.json(), address.href) : []
  } catch {
    return []
  }
}
