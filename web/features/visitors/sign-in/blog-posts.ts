import {
  BLOG_POSTS_KEPT,
  BLOG_TEXT_LENGTH,
  BLOG_TITLE_LENGTH,
  type BlogPost,
} from '#contract/provider/blog.ts'
import { webUrl } from '#web/leave-for.ts'

/** A post as the carousel shows it. */
export type PostCard = { id: string; title: string; text: string; href?: string | undefined }

/** Feed content → cards; incomplete posts are dropped. Relative links are resolved against the feed's URL. */
export function postsOf(said: unknown, feedUrl: string, textOf: (html: string) => string): PostCard[] {
  const { items } = (said ?? {}) as { items?: unknown }
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
    .map((post, place, kept) => ({ ...post, id: distinctId(post, place, kept) }))
}

function isPost(item: unknown): item is BlogPost {
  if (typeof item !== 'object' || item === null) return false
  const { id, title, content_html, url } = item as Record<string, unknown>
  const areTexts = [title, content_html, url].every((text) => typeof text === 'string')
  return areTexts && (typeof id === 'string' || typeof id === 'number')
}

/** Cuts to a number of whole characters, as people count them, and adds an ellipsis if anything was cut. */
export function cut(text: string, atMost: number): string {
  if (text.length <= atMost) return text
  let kept = ''
  let count = 0
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)) {
    if (count === atMost) return `${kept.trimEnd()}…`
    kept += segment
    count += 1
  }
  return text
}

/** Removes duplicate posts. */
function isFirstOfItsKind({ id, href }: PostCard, place: number, all: readonly PostCard[]): boolean {
  return all.findIndex((other) => other.id === id && other.href === href) === place
}

/** Distinct posts that a careless feed gave the same id are told apart by their position. */
function distinctId({ id }: PostCard, place: number, all: readonly PostCard[]): string {
  return all.findIndex((other) => other.id === id) === place ? id : `${id} at ${place}`
}
