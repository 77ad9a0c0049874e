/** Marks a tab whose sign-up is held for review. The wizard's head script reads it. */
export const HELD_KEY = 'sign-up-held'
