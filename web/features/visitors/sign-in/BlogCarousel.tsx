import { useRef, useState } from 'react'
import { BLOG_POSTS_SHOWN } from '#contract/provider/blog.ts'
import type { Provider } from '#contract/provider/provider.ts'
import type { PostCard } from './blog-posts.ts'
import { usePosts } from './use-posts.ts'

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
