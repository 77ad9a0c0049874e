/** A moment in the account's time zone, and the same in UTC. */
export type DeskMoment = { text: string; utc: string }

/** How a state or a matter is marked: all is well, it waits, it needs someone. */
export type Tone = 'good' | 'warn' | 'bad'

/** A state in words, and how it is marked; without a tone, it is neither good nor bad. */
export type StateTag = { text: string; tone: Tone | null }
