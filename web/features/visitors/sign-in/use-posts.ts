import { type RefObject, useEffect, useState } from 'react'
import type { Provider } from '#contract/provider/provider.ts'
import type { PostCard } from './blog-posts.ts'
import { samplePosts } from './sample-posts.ts'

/**
 * The sample posts are in the HTML. The feed and its script are loaded once the page is painted and hydrated.
 */
export function usePosts(provider: Provider, list: RefObject<HTMLElement | null>): PostCard[] {
  const [posts, setPosts] = useState(() => samplePosts(provider))
  const { blogFeed } = provider.links

  useEffect(() => {
    const leaving = new AbortController()
    async function ask() {
      const { readFeed } = await import('./read-feed.ts')
      const found = await readFeed(blogFeed, leaving.signal)
      if (found.length === 0) return
      await isLeftAlone(list, leaving.signal)
      if (!leaving.signal.aborted) setPosts(found)
    }
    // If the script fails to load, the samples stay, as if the feed had not answered.
    ask().catch(() => {})
    return () => leaving.abort()
  }, [blogFeed, list])
  return posts
}

/** Posts are not replaced while one has the focus; the update waits until the focus has moved on. */
async function isLeftAlone(list: RefObject<HTMLElement | null>, signal: AbortSignal): Promise<void> {
  const isBusy = () => list.current?.contains(document.activeElement)
  while (isBusy() && !signal.aborted) {
    await new Promise((left) => list.current?.addEventListener('focusout', left, { once: true, signal }))
    // During the event, the focus has not moved yet.
    await new Promise((settled) => setTimeout(settled))
  }
}
