import { BLOG_POSTS_ASKED } from '#contract/provider/blog.ts'
import { within } from '#web/within.ts'
import { type PostCard, postsOf } from './blog-posts.ts'

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

/**
 * Longer content is cut before parsing, to bound the cost; no legitimate post has its first lines beyond
 * this.
 */
const READ_AT_MOST = 20_000
const INLINE = 'a, abbr, b, cite, code, em, i, mark, q, s, small, span, strong, sub, sup, u'
/** Elements whose content is not visible text. */
const UNREAD = 'script, style, template, noscript, iframe, svg'

/**
 * HTML → the text a person would read. The result is plain text and must be shown as text. The browser's own
 * parser creates an inert document, which runs and loads nothing.
 */
export function plainText(html: string): string {
  const { body } = new DOMParser().parseFromString(html.slice(0, READ_AT_MOST), 'text/html')
  for (const unread of body.querySelectorAll(UNREAD)) unread.replaceWith(' ')
  // Separates blocks even if their source has no space between them.
  for (const block of body.querySelectorAll(`:not(${INLINE})`)) {
    block.before(' ')
    block.after(' ')
  }
  return (body.textContent ?? '').replace(/\s+/g, ' ').trim()
}
