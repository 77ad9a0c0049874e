/**
 * The cursor of a list: continues after this row. The moment is in microseconds, as in the database: with a rounded one, a row
 * would repeat or be skipped.
 */
export type Cursor<Id = number> = {
  micros: number
  /** The table of the row, in a list over several: rows of the same moment follow in the order of the tables. */
  source: number
  id: Id
}

const LATEST_MICROS = 9e15
const LARGEST_ID = Number.MAX_SAFE_INTEGER

/** Where a list begins that shows the oldest row first. */
export const OLDEST: Cursor = { micros: 0, source: 0, id: 0 }
/** Where a list begins that shows the newest row first. */
export const NEWEST: Cursor = { micros: LATEST_MICROS, source: 0, id: LARGEST_ID }

export function writeCursor({ micros, source, id }: Cursor<number | string>): string {
  return `${micros}.${source}.${id}`
}

/** Undefined if a link's text is not a cursor: the list then begins at its start. */
export function readCursor(text: string | undefined): Cursor | undefined {
  const cursor = readTextCursor(text)
  const id = readId(cursor?.id)
  return cursor && id !== undefined ? { ...cursor, id } : undefined
}

/** The same for rows with a text as tie-breaker. */
export function readTextCursor(text = ''): Cursor<string> | undefined {
  const [, micros, source, id] = /^(\d{1,16})\.(\d{1,2})\.(.{1,100})$/.exec(text) ?? []
  if (id === undefined) return undefined
  return { micros: Math.min(Number(micros), LATEST_MICROS), source: Number(source), id }
}

/** The cursor of a list in the order of its ids: the id itself. */
export function readId(text = ''): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

export function microsOf(moment: Date): number {
  return moment.getTime() * 1000
}

/** The moment as SQL takes it. */
export function momentOf({ micros }: Pick<Cursor, 'micros'>): string {
  const rest = String(micros % 1000).padStart(3, '0')
  return new Date(Math.floor(micros / 1000)).toISOString().replace('Z', `${rest}Z`)
}

/** Between the rows that were listed and those that follow, in one of the tables. */
export type Bound = { at: string; id: number }

/** The rows of a part of one table, the newest first. */
export type Before = Bound & { limit: number }

/** The oldest first: rows after it follow. */
export function afterCursor(cursor: Cursor, source = 0): Bound {
  return { at: momentOf(cursor), id: idIn(cursor, source, { listed: LARGEST_ID, toCome: -1 }) }
}

/** The newest first: rows before it follow. */
export function beforeCursor(cursor: Cursor, source = 0): Bound {
  return { at: momentOf(cursor), id: idIn(cursor, source, { listed: 0, toCome: LARGEST_ID }) }
}

/** Rows of the same moment in an earlier table were listed, those in a later one are to come. */
function idIn(
  cursor: Cursor,
  source: number,
  { listed, toCome }: { listed: number; toCome: number },
): number {
  if (source === cursor.source) return cursor.id
  return source > cursor.source ? toCome : listed
}

/** A part of a list that was read with one row more than it shows. `last`: its last row, if others follow. */
export function partOf<Row>(found: readonly Row[], atMost: number): { rows: Row[]; last: Row | undefined } {
  const rows = found.slice(0, atMost)
  return { rows, last: found.length > atMost ? rows.at(-1) : undefined }
}

/** The first rows of all tables together, the newest first. */
export function mergeNewest<Row extends Cursor>(rows: readonly Row[], limit: number): Row[] {
  const order = (one: Row, other: Row) =>
    other.micros - one.micros || one.source - other.source || other.id - one.id
  return [...rows].sort(order).slice(0, limit)
}
