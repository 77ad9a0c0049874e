/** Where the browser keeps the draft of a sign-up, by its local day. Every page removes one of another day. */
export const DRAFT_KEY = 'sign-up-draft'
