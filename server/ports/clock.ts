/** The clock is passed in, so that tests can set the time exactly. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

export function later(from: Date, milliseconds: number): Date {
  return new Date(from.getTime() + milliseconds)
}
