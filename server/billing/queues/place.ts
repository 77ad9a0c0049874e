/**
 * Where a queue goes on: after this row. The moment is in microseconds, as the database keeps it: a rounded one would
 * show the same row again.
 */
export type Place = { micros: number; source: number; id: number }

export const BEGINNING: Place = { micros: 0, source: 0, id: 0 }
const LATEST_MICROS = 9e15

/** What the text of a link says; the beginning, if it says nothing. */
export function readPlace(text: string | undefined): Place {
  const [, micros, source, id] = /^(\d{1,16})\.(\d)\.(\d{1,15})$/.exec(text ?? '') ?? []
  if (micros === undefined) return BEGINNING
  return { micros: Math.min(Number(micros), LATEST_MICROS), source: Number(source), id: Number(id) }
}

export function writePlace({ micros, source, id }: Place): string {
  return `${micros}.${source}.${id}`
}

/** Where to begin in one of several tables: of the same moment, the rows of an earlier table come first. */
export function idAfter(place: Place, source: number): number {
  if (source === place.source) return place.id
  return source > place.source ? -1 : Number.MAX_SAFE_INTEGER
}

export function microsOf(moment: Date): number {
  return moment.getTime() * 1000
}
