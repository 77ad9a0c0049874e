import { formatDay, minutesToRead, type Post } from '../blog/posts.ts'
import { postPath } from '../page-props.ts'

export function BlogTeaser({ post }: { post: Post }) {
  return (
    <article className="site-teaser">
      <h2>
        <a href={postPath(post.slug)}>{post.title}</a>
      </h2>
      <p>{post.summary}</p>
      <PostLine post={post} />
    </article>
  )
}

export function PostLine({ post }: { post: Post }) {
  return (
    <p className="hint">
      <time dateTime={post.published}>{formatDay(post.published)}</time>
      {` · ${minutesToRead(post)} min to read`}
    </p>
  )
}
