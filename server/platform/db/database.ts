import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { ConnectionRules, Connections } from './connections.ts'
import { isLostConnection, isReadOnly, isStatementLost, isUndone } from './errors.ts'
import { markTransaction } from './outside-transaction.ts'
import { named, type Sql } from './sql.ts'

/** Runs statements on the pool, or inside a transaction. */
export type Db = {
  many<Row extends object>(statement: Sql): Promise<Row[]>
  maybe<Row extends object>(statement: Sql): Promise<Row | undefined>
  /** The first row of a statement that always returns one. */
  one<Row extends object>(statement: Sql): Promise<Row>
  /** The number of rows affected. */
  run(statement: Sql): Promise<number>
}

export type Database = Db & {
  kind: 'embedded' | 'postgres'
  /** The driver's raw result, for libraries that bring their own SQL. */
  query(statement: Sql): Promise<pg.QueryResult>
  /** The same without a timeout, for statements that create or change a library's schema. */
  queryLong(statement: Sql): Promise<pg.QueryResult>
  /**
   * Commits what `work` did, or rolls it back if `work` throws. `work` runs again if the server rolled it
   * back or lost the connection before the commit was sent, so it must change nothing outside the
   * transaction.
   */
  transaction<Result>(work: (tx: Db) => Promise<Result>, options?: { takesLong?: boolean }): Promise<Result>
  pool: pg.Pool
  close(): Promise<void>
}

const INT8 = 20
const DATE = 1082
// Ids and counts fit in a number. A date stays a string: it is a calendar day, not a moment in some time
// zone.
pg.types.setTypeParser(INT8, Number)
pg.types.setTypeParser(DATE, (value) => value)

const ATTEMPTS = 3
const PAUSE_MS = 50
/** Someone waits for the answer: after this, it is better to report that the database is unavailable. */
const REPEAT_WITHIN_MS = 5_000

export function openDatabase(
  kind: Database['kind'],
  connections: Connections,
  close: () => Promise<void>,
): Database {
  const insideTransaction = new AsyncLocalStorage<true>()

  /** The embedded database has one connection, so such a query would deadlock with its own transaction. */
  function refuseInside({ text }: Sql): void {
    if (insideTransaction.getStore()) throw new Error(`Use the handle of the transaction for: ${text}`)
  }

  /** One statement outside a transaction. */
  async function runAlone(statement: Sql & { name?: string }): Promise<pg.QueryResult> {
    refuseInside(statement)
    return repeated(() =>
      withConnection(async (client, rules, progress) => {
        progress.canRepeat = isRead(statement)
        if (isScript(statement) || isForItself(statement))
          return sendScript(client, rules, progress, statement)
        if (!rules.needsTransaction) return send(client, rules, statement)
        return inTransaction(client, rules.begin, rules, progress, () => send(client, rules, statement))
      }),
    )
  }

  async function runLong(statement: Sql): Promise<pg.QueryResult> {
    refuseInside(statement)
    return repeated(() =>
      withConnection(async (client, limited, progress) => {
        const rules = { ...limited, answerMs: undefined }
        if (isScript(statement)) {
          const text = `${rules.beforeLongScript}${statement.text}`
          return sendScript(client, rules, progress, { ...statement, text })
        }
        if (!isForItself(statement))
          return inTransaction(client, rules.beginLong, rules, progress, () => send(client, rules, statement))
        if (rules.beforeLongAlone !== '') {
          progress.broken = new Error('Its limits were lifted for one statement')
          await send(client, rules, { text: rules.beforeLongAlone, values: [] })
        }
        return sendScript(client, rules, progress, statement)
      }),
    )
  }

  return {
    kind,
    pool: connections.pool,
    query: (statement) => runAlone(/^\s*with\b/i.test(statement.text) ? named(statement) : statement),
    queryLong: runLong,
    ...statements((statement) => runAlone(prepared(statement))),
    async transaction(work, { takesLong = false } = {}) {
      if (insideTransaction.getStore()) throw new Error('A transaction is already open: pass its handle on')
      return repeated(() =>
        withConnection((client, limited, progress) => {
          const rules = takesLong ? { ...limited, answerMs: undefined } : limited
          const begin = takesLong ? rules.beginLong : rules.begin
          return inTransaction(client, begin, rules, progress, () =>
            insideTransaction.run(true, () =>
              markTransaction(() =>
                work(statements((statement) => send(client, rules, prepared(statement)))),
              ),
            ),
          )
        }),
      )
    },
    close,
  }

  async function withConnection<Result>(
    use: (client: pg.PoolClient, rules: ConnectionRules, progress: Progress) => Promise<Result>,
  ): Promise<Result> {
    const client = await connections.take()
    const progress: Progress = { canRepeat: false, broken: undefined }
    try {
      return await use(client, connections.rulesOf(client), progress)
    } catch (error) {
      const isLost = isLostConnection(error)
      if (isLost || isReadOnly(error)) connections.forsake()
      if (isLost || isReadOnly(error) || isStatementLost(error)) progress.broken = error as Error
      throw isUndone(error) || isReadOnly(error) || isStatementLost(error) || (isLost && progress.canRepeat)
        ? new Repeatable(error)
        : error
    } finally {
      client.release(progress.broken)
    }
  }
}

/** The state of an attempt when it fails. */
type Progress = {
  /** Nothing can have taken effect if the connection is lost now. */
  canRepeat: boolean
  /** The connection must not be used again. */
  broken: Error | undefined
}

/** Carries an error after which the work can be repeated without doing anything twice. */
class Repeatable {
  readonly error: unknown
  constructor(error: unknown) {
    this.error = error
  }
}

async function repeated<Result>(attempt: () => Promise<Result>): Promise<Result> {
  const start = performance.now()
  for (let number = 1; ; number += 1) {
    try {
      return await attempt()
    } catch (caught) {
      if (!(caught instanceof Repeatable)) throw caught
      if (number === ATTEMPTS || performance.now() - start > REPEAT_WITHIN_MS) throw caught.error
      // Two transactions that deadlocked must not collide again at once.
      await pause(PAUSE_MS * number * Math.random())
    }
  }
}

async function inTransaction<Result>(
  client: pg.PoolClient,
  begin: string,
  rules: ConnectionRules,
  progress: Progress,
  work: () => Promise<Result>,
): Promise<Result> {
  progress.canRepeat = true
  try {
    await send(client, rules, { text: begin, values: [] })
    const result = await work()
    // If the connection is lost from here on, it is unknown whether the transaction was committed.
    progress.canRepeat = false
    await send(client, rules, { text: 'commit', values: [] })
    return result
  } catch (error) {
    if (!isLostConnection(error))
      await send(client, rules, { text: 'rollback', values: [] }).catch((lost: Error) => {
        progress.broken = lost
      })
    throw error
  }
}

async function send(
  client: pg.PoolClient,
  { keepsStatements, answerMs, makeWay }: ConnectionRules,
  { name, text, values }: Sql & { name?: string },
): Promise<pg.QueryResult> {
  await makeWay?.()
  return client.query({
    text,
    values,
    ...(name !== undefined && keepsStatements ? { name } : {}),
    ...(answerMs === undefined ? {} : { query_timeout: answerMs }),
  } as pg.QueryConfig)
}

/**
 * Each statement is parsed and planned once per connection. On the embedded database that is most of its
 * cost.
 */
function prepared(statement: Sql): Sql & { name?: string } {
  return statement.values.length === 0 ? statement : named(statement)
}

function isRead({ text }: Sql): boolean {
  return /^\s*select\b/i.test(text)
}

/** For libraries that run multi-statement SQL with its own transaction. */
function isScript({ text, values }: Sql): boolean {
  return values.length === 0 && /;\s*\S/.test(text)
}

/** For statements that cannot run in a transaction. */
function isForItself({ text, values }: Sql): boolean {
  return values.length === 0 && !isScript({ text, values }) && /\bconcurrently\b/i.test(text)
}

/** After an error its own transaction may still be open. */
async function sendScript(
  client: pg.PoolClient,
  rules: ConnectionRules,
  progress: Progress,
  statement: Sql,
): Promise<pg.QueryResult> {
  try {
    return await send(client, rules, statement)
  } catch (error) {
    progress.broken = error as Error
    throw error
  }
}

function statements(query: (statement: Sql) => Promise<pg.QueryResult>): Db {
  return {
    many: async <Row>(statement: Sql) => (await query(statement)).rows as Row[],
    maybe: async <Row>(statement: Sql) => (await query(statement)).rows[0] as Row | undefined,
    one: async <Row>(statement: Sql) => {
      const row = (await query(statement)).rows[0] as Row | undefined
      if (row === undefined) throw new Error(`A row was expected of: ${statement.text}`)
      return row
    },
    run: async (statement) => (await query(statement)).rowCount ?? 0,
  }
}

/** Each batch is a separate statement of a few milliseconds: nobody waits for its locks. */
export const PART = 500
/** A million rows of each table in an hour. The rest waits for the next one. */
const MOST_PARTS = 2_000

/** Repeats a batch until it reports that it was not full, or the process is stopping. */
export async function inParts(part: () => Promise<boolean>, mayGoOn = () => true): Promise<void> {
  for (let parts = 0; parts < MOST_PARTS && mayGoOn(); parts += 1) if (!(await part())) return
}
