/** Call 15 goes to the provider's public feed, not to our server. */
export const BLOG_POSTS_ASKED = 5
export const BLOG_POSTS_KEPT = 6
export const BLOG_POSTS_SHOWN = 2
export const BLOG_TITLE_LENGTH = 60
export const BLOG_TEXT_LENGTH = 160

export type BlogPost = { id: string | number; title: string; content_html: string; url: string }
