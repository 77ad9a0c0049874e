import { type RefObject, useEffect, useState } from 'react'
import type { Provider } from '#contract/provider/provider.ts'
import type { PostCard } from './blog-posts.ts'
import { samplePosts } from './sample-posts.ts'

/** The samples are in the HTML. The feed, and the script that reads it, come once the page is painted and awake. */
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
    // A script that does not arrive is a feed that does not answer.
    ask().catch(() => {})
    return () => leaving.abort()
  }, [blogFeed, list])
  return posts
}

/** A post that somebody is about to open is not taken away: the feed waits until the focus is elsewhere. */
async function isLeftAlone(list: RefObject<HTMLElement | null>, signal: AbortSignal): Promise<void> {
  const isBusy = () => list.current?.contains(document.activeElement)
  while (isBusy() && !signal.aborted) {
    await new Promise((left) => list.current?.addEventListener('focusout', left, { once: true, signal }))
    // While the event is told the focus is nowhere yet.
    await new Promise((settled) => setTimeout(settled))
  }
}
