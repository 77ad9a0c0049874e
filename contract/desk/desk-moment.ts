/** A moment in the account's time zone, and the same in UTC. */
export type DeskMoment = { text: string; utc: string }

/** How a state or a matter is marked: all is well, it waits, it needs someone. */
export type Tone = 'good' | 'warn' | 'bad'
