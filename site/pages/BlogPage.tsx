import { sitePaths } from '#contract/provider/sample-site.ts'
import { Layout } from '#web/ui/Layout.tsx'
import { posts } from '../blog/posts.ts'
import type { SitePageProps } from '../page-props.ts'
import { BlogTeaser } from '../parts/BlogTeaser.tsx'
import { Panel } from '../parts/Panel.tsx'

export function BlogPage({ provider, now }: SitePageProps) {
  return (
    <Layout provider={provider} now={now} wide panel={<BlogPanel />}>
      <h1>Notes for people who call</h1>
      <p className="lede">Short and practical. Read one before a session, and try one thing from it.</p>
      <div className="site-teasers">
        {posts.map((post) => (
          <BlogTeaser key={post.slug} post={post} />
        ))}
      </div>
    </Layout>
  )
}

function BlogPanel() {
  return (
    <Panel>
      <h2>A better call is a small habit</h2>
      <p>
        Nothing here needs a new tool. Each note ends with three things to do in your next session, and each
        of them takes less time than a cup of coffee.
      </p>
      <figure className="site-saying">
        <blockquote>
          Say your name, say the street, ask the question. Then let the silence do its work.
        </blockquote>
        <figcaption>From “Five openers that keep an expired seller on the line”</figcaption>
      </figure>
      <p className="hint">
        For your reader: <a href={`${sitePaths.blog}feed.json`}>the posts as a JSON feed</a>
      </p>
    </Panel>
  )
}
