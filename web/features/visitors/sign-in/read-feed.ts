import { BLOG_POSTS_ASKED } from '#contract/provider/blog.ts'
import { readJson } from '#web/api.ts'
import { type PostCard, postsOf } from './blog-posts.ts'
import { plainText } from './plain-text.ts'

const PATIENCE_MS = 4000

/** Call 15 goes to the provider's public feed, not to our server. A feed without an answer has no posts. */
export async function readFeed(feed: string, signal: AbortSignal): Promise<PostCard[]> {
  const address = new URL(feed, location.href)
  address.searchParams.set('count', String(BLOG_POSTS_ASKED))
  return postsOf(await readJson(address, { signal, withinMs: PATIENCE_MS }), address.href, plainText)
}
