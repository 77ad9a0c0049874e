/** Marks a tab whose sign-up is held for review. The wizard's head script reads it; the page that tells of the payment removes it. */
export const HELD_KEY = 'sign-up-held'
