import { useEffect, useState } from 'react'
import type { Provider } from '#contract/provider.ts'
import type { PostCard } from './blog-posts.ts'
import { samplePosts } from './sample-posts.ts'

/** The samples are in the HTML. The feed, and the script that reads it, come once the page is painted and awake. */
export function usePosts(provider: Provider): PostCard[] {
  const [posts, setPosts] = useState(() => samplePosts(provider))
  const { blogFeed } = provider.links

  useEffect(() => {
    const leaving = new AbortController()
    async function ask() {
      const { readFeed } = await import('./read-feed.ts')
      const found = await readFeed(blogFeed, leaving.signal)
      if (found.length > 0 && !leaving.signal.aborted) setPosts(found)
    }
    // A script that does not arrive is a feed that does not answer.
    ask().catch(() => {})
    return () => leaving.abort()
  }, [blogFeed])
  return posts
}
