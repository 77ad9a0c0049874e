import { BLOG_POSTS_ASKED } from '#contract/provider/blog.ts'
import { within } from '#web/within.ts'
import { type PostCard, postsOf } from './blog-posts.ts'
import { plainText } from './plain-text.ts'

const PATIENCE_MS = 4000

/** Call 15 goes to the provider's public feed, not to our server. A feed without an answer has no posts. */
export async function readFeed(feed: string, signal: AbortSignal): Promise<PostCard[]> {
  const address = new URL(feed, location.href)
  address.searchParams.set('count', String(BLOG_POSTS_ASKED))
  return postsOf(await readJson(address, signal), address.href, plainText)
}

/** Third-party JSON, without cookies or referrer. Undefined if the request fails, times out or returns invalid JSON. */
async function readJson(address: URL, leaving: AbortSignal): Promise<unknown> {
  try {
    const signal = within(PATIENCE_MS, leaving)
    const response = await fetch(address, { credentials: 'omit', referrerPolicy: 'no-referrer', signal })
    return response.ok ? await response.json() : undefined
  } catch {
    return undefined
  }
}
