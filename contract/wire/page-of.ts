/**
 * The header in which a page of the account or of the desk says for whom it was made: after a sign-in as somebody else in
 * another tab, the cookie is theirs, and a call of the old page must not change what they own, nor be made in their name.
 */
export const PAGE_OF = 'x-page-of'
