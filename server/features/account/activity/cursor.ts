import type { Before } from './queries.ts'

/** The tables that the log is read from, in the order of lines of the same moment. */
export const sources = ['audit', 'sign-in', 'failure'] as const
export type Source = (typeof sources)[number]
export type Cursor = { at: Date; source: Source; id: number }

const AFTER_ALL = Number.MAX_SAFE_INTEGER

export function writeCursor({ at, source, id }: Cursor): string {
  return `${at.getTime()}.${source}.${id}`
}

/** Undefined if it is none: the log then begins with the newest line. */
export function readCursor(text = ''): Cursor | undefined {
  const [, at, source, id] = /^(\d{1,15})\.([a-z-]{1,10})\.(\d{1,15})$/.exec(text) ?? []
  const known = sources.find((one) => one === source)
  return known ? { at: new Date(Number(at)), source: known, id: Number(id) } : undefined
}

/** Where to begin in one of the tables. */
export function beforeIn(source: Source, cursor: Cursor | undefined, now: Date, limit: number): Before {
  if (!cursor) return { at: now, id: AFTER_ALL, limit }
  const order = sources.indexOf(source) - sources.indexOf(cursor.source)
  if (order === 0) return { at: cursor.at, id: cursor.id, limit }
  return { at: cursor.at, id: order > 0 ? AFTER_ALL : 0, limit }
}
