import { BLOG_POSTS_KEPT, BLOG_TEXT_LENGTH, BLOG_TITLE_LENGTH, type BlogPost } from '#contract/calls/blog.ts'
import { webAddress } from '#web/leave-for.ts'
import { cut } from './cut.ts'
import { plainText } from './plain-text.ts'

/** A post as the carousel shows it. */
export type PostCard = { id: string; title: string; text: string; href?: string | undefined }

/** What a feed said → the cards we keep of it; none when it is no feed. Relative links are the feed's own. */
export function postsOf(said: unknown, feedAddress: string): PostCard[] {
  const { items } = (said ?? {}) as { items?: unknown }
  if (!Array.isArray(items) || !items.every(isPost)) return []
  return items
    .map(({ id, title, content_html, url }) => ({
      id: String(id),
      title: cut(plainText(title), BLOG_TITLE_LENGTH),
      text: cut(plainText(content_html), BLOG_TEXT_LENGTH),
      href: webAddress(url, feedAddress),
    }))
    .filter(({ title }) => title !== '')
    .slice(0, BLOG_POSTS_KEPT)
}

function isPost(item: unknown): item is BlogPost {
  if (typeof item !== 'object' || item === null) return false
  const { id, title, content_html, url } = item as Record<string, unknown>
  const areTexts = [title, content_html, url].every((text) => typeof text === 'string')
  return areTexts && (typeof id === 'string' || typeof id === 'number')
}
