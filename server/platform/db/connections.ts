import { setImmediate as nextTurn } from 'node:timers/promises'
import type pg from 'pg'

/** The connections of a database, as `openDatabase` uses them. */
export type Connections = {
  pool: pg.Pool
  /** Checks out a writable connection. */
  take(): Promise<pg.PoolClient>
  /** How statements must be sent on this connection. */
  rulesOf(client: pg.PoolClient): ConnectionRules
  /** Called for an error after which this connection, and those opened before it, are unusable. */
  forsake(): void
}

export type ConnectionRules = {
  /** False behind a pooler, where the next statement may reach another server connection. */
  keepsStatements: boolean
  /** Opens a transaction. Behind a pooler it also sets the timeouts, which no session keeps there. */
  begin: string
  /** Opens a transaction that may take minutes, such as a migration. */
  beginLong: string
  /**
   * Sent before a script that may take minutes, in one message with it: lifts the limits until its first
   * commit.
   */
  beforeLongScript: string
  /** The same for a statement that cannot run in a transaction. The connection is not reused. */
  beforeLongAlone: string
  /** True if a statement gets its timeouts only inside a transaction. */
  needsTransaction: boolean
  /** How long the server may take to answer before the connection counts as lost. */
  answerMs: number | undefined
  /** Awaited before each statement. */
  makeWay?: () => Promise<void>
}

const plain = {
  keepsStatements: true,
  begin: 'begin',
  beginLong: 'begin',
  beforeLongScript: '',
  beforeLongAlone: '',
  needsTransaction: false,
  answerMs: undefined,
} satisfies ConnectionRules

/** How long statements may follow one another before requests, timers and signals get their turn. */
const TURN_MS = 10

/**
 * A database inside this process: its connection is never lost. It answers without returning to the event
 * loop, so a series of statements would block everything else.
 */
export function connectionsInProcess(pool: pg.Pool): Connections {
  let turnedAt = performance.now()
  const makeWay = async () => {
    if (performance.now() - turnedAt < TURN_MS) return
    await nextTurn()
    turnedAt = performance.now()
  }
  const rules = { ...plain, makeWay }
  return { pool, take: () => pool.connect(), rulesOf: () => rules, forsake() {} }
}
