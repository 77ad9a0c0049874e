/**
 * The header that names the person or operator a page was made for. If another tab has signed in as somebody
 * else since, the cookie is theirs, and the old page must not change their data or act in their name.
 */
export const PAGE_OF = 'x-page-of'
