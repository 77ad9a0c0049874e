import { type RefObject, useEffect, useRef, useState } from 'react'
import { BLOG_POSTS_SHOWN } from '#contract/provider/blog.ts'
import { marketingPage, type Provider } from '#contract/provider/provider.ts'
import type { PostCard } from './blog-feed.ts'

/** Two posts at a time. It advances only on request, and wraps around from the last pair to the first. */
export function BlogCarousel({ provider }: { provider: Provider }) {
  const list = useRef<HTMLDivElement>(null)
  const posts = usePosts(provider, list)
  const [turn, setTurn] = useState<number>()
  const turns = Math.ceil(posts.length / BLOG_POSTS_SHOWN)
  // With an odd number of posts, the last page repeats one, so that there are always two.
  const first = Math.max(0, Math.min((turn ?? 0) * BLOG_POSTS_SHOWN, posts.length - BLOG_POSTS_SHOWN))
  const shown = posts.slice(first, first + BLOG_POSTS_SHOWN)

  function go(by: number) {
    setTurn(((turn ?? 0) + by + turns) % turns)
  }

  return (
    <section className="sign-in-carousel end" aria-label="From the blog" aria-roledescription="carousel">
      <div className="posts" ref={list}>
        {shown.map((post) => (
          <Post key={post.id} post={post} />
        ))}
      </div>
      <div className="between">
        <span className="hint">From the blog</span>
        <span className="sign-in-turns">
          <button
            className="round"
            type="button"
            aria-label="Previous posts"
            disabled={turns < 2}
            onClick={() => go(-1)}
          >
            ‹
          </button>
          <button
            className="round"
            type="button"
            aria-label="Next posts"
            disabled={turns < 2}
            onClick={() => go(1)}
          >
            ›
          </button>
        </span>
      </div>
      <p className="unseen" role="status">
        {turn !== undefined && `Posts ${first + 1} and ${first + shown.length} of ${posts.length}`}
      </p>
    </section>
  )
}

/** The sample posts are in the HTML. The feed and its script are loaded once the page is painted and hydrated. */
function usePosts(provider: Provider, list: RefObject<HTMLElement | null>): PostCard[] {
  const [posts, setPosts] = useState(() => samplePosts(provider))
  const { blogFeed } = provider.links

  useEffect(() => {
    const leaving = new AbortController()
    async function ask() {
      const { readFeed } = await import('./blog-feed.ts')
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

/** Shown until the feed has answered, or if it never does. */
function samplePosts(provider: Provider): PostCard[] {
  const href = marketingPage(provider, 'blog/')
  return [
    {
      id: 'sample-openers',
      title: 'What to say first when a listing has just expired',
      text: 'The seller has heard thirty agents since breakfast. Three openings that earn a second sentence, and the one question that earns a visit.',
      href,
    },
    {
      id: 'sample-block',
      title: 'A two-hour calling block that you look forward to',
      text: 'Choose the list the evening before, put callbacks on top, and stop when the clock says so. Small habits that keep the line busy.',
      href,
    },
  ]
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

function Post({ post: { title, text, href } }: { post: PostCard }) {
  return (
    <article className="post">
      <h3>
        {href ? (
          <a href={href} target="_blank" rel="noopener">
            {title}
            <span className="unseen"> (opens in a new tab)</span>
          </a>
        ) : (
          title
        )}
      </h3>
      <p>{text}</p>
    </article>
  )
}
