import { sitePaths } from '#contract/provider/sample-site.ts'
import { postPath } from '../page-props.ts'
import type { Post } from './posts.ts'

/** The blog as a JSON Feed, newest first: https://jsonfeed.org/version/1.1 */
export function feedOf(posts: readonly Post[]) {
  return {
    version: 'https://jsonfeed.org/version/1.1',
    title: 'Notes for people who call',
    description: 'Short, practical notes on prospecting by phone.',
    home_page_url: sitePaths.blog,
    feed_url: `${sitePaths.blog}feed.json`,
    language: 'en-US',
    items: posts.map((post) => ({
      id: post.slug,
      url: postPath(post.slug),
      title: post.title,
      summary: post.summary,
      content_html: openingOf(post),
      date_published: `${post.published}T12:00:00Z`,
    })),
  }
}

/** As much as a teaser shows; the link leads to the whole post. */
function openingOf({ paragraphs }: Post): string {
  return `<p>${escaped(paragraphs[0] ?? '')}</p>`
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '’': '&rsquo;',
  '“': '&ldquo;',
  '”': '&rdquo;',
}

function escaped(text: string): string {
  return text.replace(/[&<>’“”]/g, (character) => entities[character] ?? character)
}
