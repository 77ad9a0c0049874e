/** A moment in the account's time zone, and the same in UTC. */
export type DeskMoment = { text: string; utc: string }

/** The tone of a state: all is well, it waits, it needs someone. */
export type Tone = 'good' | 'warn' | 'bad'

/** A state as text with its tone; without one, it is neither good nor bad. */
export type StateTag = { text: string; tone: Tone | null }
