import { useEffect, useState } from 'react'
import type { Provider } from '#contract/provider.ts'
import type { PostCard } from './blog-posts.ts'
import { readFeed } from './read-feed.ts'
import { samplePosts } from './sample-posts.ts'

/** The samples are in the HTML; the feed is asked once the page is painted and awake. */
export function usePosts(provider: Provider): PostCard[] {
  const [posts, setPosts] = useState(() => samplePosts(provider))
  const { blogFeed } = provider.links

  useEffect(() => {
    const leaving = new AbortController()
    void readFeed(blogFeed, leaving.signal).then((found) => {
      if (found.length > 0 && !leaving.signal.aborted) setPosts(found)
    })
    return () => leaving.abort()
  }, [blogFeed])
  return posts
}
