import type { Refusal } from '#contract/wire/call.ts'

/** The refusals that every call of the desk has in common. */
export const deskRefusals: Refusal[] = [
  { status: 401, when: 'no operator is signed in' },
  { status: 403, when: 'the role of the operator does not allow it' },
]

/** Of a form whose key was used for something else. */
export const sentBefore =
  'Something else was already done from this form. Reload the page to see what, and send this again.'

/** Of a form whose answer was lost, or did not come in time. */
export const noAnswer =
  'No answer came, so this may or may not have been done. Reload the page and look before you send it again.'
