import { marketingPage, type Provider } from '#contract/provider/provider.ts'
import { Layout } from '#web/ui/Layout.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { findPost, type Post, posts } from '../blog/posts.ts'
import { postPath, type SitePageProps } from '../page-props.ts'
import { PostLine } from '../parts/BlogTeaser.tsx'
import { Panel } from '../parts/Panel.tsx'
import { Points } from '../parts/Points.tsx'

const OTHERS_SHOWN = 3

export function PostPage({ path, provider, now }: SitePageProps) {
  const post = findPost(path)
  return (
    <Layout provider={provider} now={now} wide panel={post ? <PracticePanel post={post} /> : <LostPanel />}>
      {post ? <Article post={post} provider={provider} /> : <NoSuchPost provider={provider} />}
    </Layout>
  )
}

function Article({ post, provider }: { post: Post; provider: Provider }) {
  const others = posts.filter(({ slug }) => slug !== post.slug).slice(0, OTHERS_SHOWN)
  return (
    <>
      <article className="site-prose">
        <p className="hint">
          <a href={marketingPage(provider, 'blog/')}>All posts</a>
        </p>
        <h1>{post.title}</h1>
        <PostLine post={post} />
        <div className="site-post-text">
          {post.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      </article>
      <section className="site-band">
        <h2>Read next</h2>
        <ul className="site-more">
          {others.map(({ slug, title }) => (
            <li key={slug}>
              <a href={postPath(slug)}>{title}</a>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}

function PracticePanel({ post }: { post: Post }) {
  return (
    <Panel>
      <h2>In your next session</h2>
      <p>{post.summary}</p>
      <Points points={post.practice} isNumbered />
    </Panel>
  )
}

function NoSuchPost({ provider }: { provider: Provider }) {
  return (
    <>
      <h1>We could not find this post</h1>
      <p className="lede">
        It may have moved, or the link may be incomplete. You can still read our other posts.
      </p>
      <p className="cluster">
        <LinkButton href={marketingPage(provider, 'blog/')}>See all posts</LinkButton>
      </p>
    </>
  )
}

function LostPanel() {
  return (
    <Panel>
      <h2>Wrong numbers happen</h2>
      <p>The good thing about a wrong number is that the next one is only a second away.</p>
    </Panel>
  )
}
