import * as z from 'zod/mini'

/** Call 15 goes to the provider's public feed, not to us: only its answer is ours to read. */
export const BLOG_POSTS_ASKED = 5
export const BLOG_POSTS_KEPT = 6
export const BLOG_POSTS_SHOWN = 2
export const BLOG_TITLE_LENGTH = 60
export const BLOG_TEXT_LENGTH = 160

export const blogFeed = z.object({
  items: z.array(
    z.object({
      id: z.union([z.string(), z.number()]),
      title: z.string(),
      content_html: z.string(),
      url: z.string(),
    }),
  ),
})
export type BlogPost = z.infer<typeof blogFeed>['items'][number]
