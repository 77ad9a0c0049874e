import type { StateTag } from './desk-moment.ts'

/** How the state of a dispute is marked, wherever the desk shows one. */
export const disputeTags = {
  opened: { text: 'Open', tone: 'warn' },
  won: { text: 'Won', tone: 'good' },
  lost: { text: 'Lost', tone: 'bad' },
} as const satisfies Record<string, StateTag>
