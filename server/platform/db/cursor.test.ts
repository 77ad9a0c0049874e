import { expect, test } from 'vitest'
import {
  afterCursor,
  beforeCursor,
  mergeNewest,
  NEWEST,
  OLDEST,
  readCursor,
  readTextCursor,
  writeCursor,
} from './cursor.ts'

const micros = 1_795_000_000_123_456

test('a cursor is read as it was written, to the microsecond', () => {
  const cursor = { micros, source: 10, id: 42 }
  expect(readCursor(writeCursor(cursor))).toEqual(cursor)
  const named = { ...cursor, id: 'mail.mover:7' }
  expect(readTextCursor(writeCursor(named))).toEqual(named)
  expect(afterCursor(cursor, 10)).toEqual({ at: '2026-11-18T11:06:40.123456Z', id: 42 })
})

test('what is no cursor begins at the beginning, and no moment is too late for the database', () => {
  for (const text of [undefined, '', 'x', '1.2', '1700000000000.audit.7', '-1.0.0', '1.0.x', '1.0.'])
    expect(readCursor(text), text).toBeUndefined()
  const latest = readCursor('9999999999999999.9.999999999999999') ?? OLDEST
  expect(afterCursor(latest, 9).at).toBe('2255-03-14T16:00:00.000000Z')
})

test('rows of the same moment follow in the order of their tables, whichever end comes first', () => {
  const cursor = { micros, source: 1, id: 42 }
  const idsOf = (bound: typeof afterCursor) => [0, 1, 2].map((source) => bound(cursor, source).id)
  expect(idsOf(afterCursor)).toEqual([NEWEST.id, 42, -1])
  expect(idsOf(beforeCursor)).toEqual([0, 42, NEWEST.id])
  const rows = [
    OLDEST,
    { ...cursor, source: 2 },
    cursor,
    { ...cursor, id: 43 },
    { ...cursor, micros: micros + 1 },
  ]
  expect(mergeNewest(rows, 4).map((row) => rows.indexOf(row))).toEqual([4, 3, 2, 1])
})
