/** Where a list that is read from several tables goes on: after this row, newest first. */
export type Cursor<Source extends string> = { at: Date; source: Source; id: number }

/** Rows at or after it are left out: those of the same moment by their id. */
export type Before = { at: Date; id: number; limit: number }

const AFTER_ALL = Number.MAX_SAFE_INTEGER

/** The cursors of a list over several tables. Rows of the same moment follow in the order of the tables. */
export function keysetOver<Source extends string>(sources: readonly Source[]) {
  const placeOf = (source: Source) => sources.indexOf(source)
  return {
    write({ at, source, id }: Cursor<Source>): string {
      return `${at.getTime()}.${source}.${id}`
    },

    /** Undefined if it is none: the list then begins with the newest row. */
    read(text = ''): Cursor<Source> | undefined {
      const [, at, source, id] = /^(\d{1,15})\.([a-z-]{1,20})\.(\d{1,15})$/.exec(text) ?? []
      const known = sources.find((one) => one === source)
      return known ? { at: new Date(Number(at)), source: known, id: Number(id) } : undefined
    },

    /** Where to begin in one of the tables. */
    beforeIn(source: Source, cursor: Cursor<Source> | undefined, now: Date, limit: number): Before {
      if (!cursor) return { at: now, id: AFTER_ALL, limit }
      const order = placeOf(source) - placeOf(cursor.source)
      if (order === 0) return { at: cursor.at, id: cursor.id, limit }
      return { at: cursor.at, id: order > 0 ? AFTER_ALL : 0, limit }
    },

    /** The first rows of all tables together, each table's own newest first. */
    merge<Row extends Cursor<Source>>(rows: readonly Row[], limit: number): Row[] {
      const before = (one: Row, other: Row) =>
        other.at.getTime() - one.at.getTime() ||
        placeOf(one.source) - placeOf(other.source) ||
        other.id - one.id
      return [...rows].sort(before).slice(0, limit)
    },
  }
}
