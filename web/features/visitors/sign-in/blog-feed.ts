import {
  BLOG_POSTS_ASKED,
  BLOG_POSTS_KEPT,
  BLOG_TEXT_LENGTH,
  BLOG_TITLE_LENGTH,
  type BlogPost,
} from '#contract/provider/blog.ts'
import { webUrl } from '#web/leave-for.ts'
import { within } from '#web/within.ts'

const PATIENCE_MS = 4000

/** Call 15 goes to the provider's public feed, not to our server. A feed without an answer has no posts. */
export async function readFeed(feed: string, signal: AbortSignal): Promise<PostCard[]> {
  const url = new URL(feed, location.href)
  url.searchParams.set('count', String(BLOG_POSTS_ASKED))
  return postsOf(await readJson(url, signal), url.href, plainText)
}

/** Third-party JSON, without cookies or referrer. Undefined if the request fails, times out or returns invalid JSON. */
async function readJson(url: URL, leaving: AbortSignal): Promise<unknown> {
  try {
    const signal = within(PATIENCE_MS, leaving)
    const response = await fetch(url, { credentials: 'omit', referrerPolicy: 'no-referrer', signal })
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

/** A post as the carousel shows it. */
export type PostCard = { id: string; title: string; text: string; href?: string | undefined }

/** Feed content → cards; incomplete posts are dropped. Relative links are resolved against the feed's URL. */
export function postsOf(feed: unknown, feedUrl: string, textOf: (html: string) => string): PostCard[] {
  const { items } = (feed ?? {}) as { items?: unknown }
  if (!Array.isArray(items)) return []
  return items
    .filter(isPost)
    .map(({ id, title, content_html, url }) => ({
      id: String(id),
      title: cut(textOf(title), BLOG_TITLE_LENGTH),
      text: cut(textOf(content_html), BLOG_TEXT_LENGTH),
      href: webUrl(url, feedUrl),
    }))
    .filter(({ title }) => title !== '')
    .filter(isFirstOfItsKind)
    .slice(0, BLOG_POSTS_KEPT)
    .map((post, index, all) => ({ ...post, id: distinctId(post, index, all) }))
}

function isPost(item: unknown): item is BlogPost {
  if (typeof item !== 'object' || item === null) return false
  const { id, title, content_html, url } = item as Record<string, unknown>
  const areTexts = [title, content_html, url].every((text) => typeof text === 'string')
  return areTexts && (typeof id === 'string' || typeof id === 'number')
}

/** Latin letters and punctuation, of which none joins its neighbor: each is a whole character. */
const SINGLE = /^[ -~\u00a0-\u02ff\u2010-\u2027]*$/

/** Cuts to a number of whole characters, as people count them, and adds an ellipsis if anything was cut. */
export function cut(text: string, atMost: number): string {
  if (text.length <= atMost) return text
  // The first segmenter blocks a slow phone for a tenth of a second.
  if (SINGLE.test(text.slice(0, atMost + 1))) return `${text.slice(0, atMost).trimEnd()}…`
  let start = ''
  let count = 0
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)) {
    if (count === atMost) return `${start.trimEnd()}…`
    start += segment
    count += 1
  }
  return text
}

/** Removes duplicate posts. */
function isFirstOfItsKind({ id, href }: PostCard, index: number, all: readonly PostCard[]): boolean {
  return all.findIndex((other) => other.id === id && other.href === href) === index
}

/** Distinct posts that a careless feed gave the same id are told apart by their position. */
function distinctId({ id }: PostCard, index: number, all: readonly PostCard[]): string {
  return all.findIndex((other) => other.id === id) === index ? id : `${id} at ${index}`
}
