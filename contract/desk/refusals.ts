import type { Refusal } from '#contract/wire/call.ts'

/** The refusals that every call of the desk has in common. */
export const deskRefusals: Refusal[] = [
  { status: 401, when: 'no operator is signed in' },
  { status: 403, when: 'the role of the operator does not allow it' },
]
