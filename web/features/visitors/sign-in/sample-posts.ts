import { marketingPage, type Provider } from '#contract/provider/provider.ts'
import type { PostCard } from './blog-posts.ts'

/** Shown until the feed has answered, or if it never does. */
export function samplePosts(provider: Provider): PostCard[] {
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
