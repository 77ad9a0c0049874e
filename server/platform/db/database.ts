import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import type { Sql } from './sql.ts'

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
  transaction<Result>(work: (tx: Db) => Promise<Result>): Promise<Result>
  pool: pg.Pool
  close(): Promise<void>
}

const INT8 = 20
const DATE = 1082
// Ids and counts fit in a number. A date stays a string: it is a calendar day, not a moment in some time
// zone.
pg.types.setTypeParser(INT8, Number)
pg.types.setTypeParser(DATE, (value) => value)

export function openDatabase(kind: Database['kind'], pool: pg.Pool, close: () => Promise<void>): Database {
  const insideTransaction = new AsyncLocalStorage<true>()

  async function poolQuery(statement: Sql) {
    // The embedded database has one connection, so this query would deadlock with its own transaction.
    if (insideTransaction.getStore())
      throw new Error(`Use the handle of the transaction for: ${statement.text}`)
    return pool.query(statement)
  }

  return {
    kind,
    pool,
    query: (statement) => poolQuery(/^\s*with\b/i.test(statement.text) ? named(statement) : statement),
    ...statements((statement) => poolQuery(prepared(statement))),
    async transaction(work) {
      if (insideTransaction.getStore()) throw new Error('A transaction is already open: pass its handle on')
      const client = await pool.connect()
      // Without a listener, a checked-out client whose socket dies would crash the process. The query itself
      // reports the error.
      const ignore = () => {}
      client.on('error', ignore)
      let broken: Error | undefined
      try {
        await client.query('begin')
        const result = await insideTransaction.run(true, () =>
          work(statements((statement) => client.query(prepared(statement)))),
        )
        await client.query('commit')
        return result
      } catch (error) {
        await client.query('rollback').catch((lost: Error) => {
          broken = lost
        })
        throw error
      } finally {
        client.off('error', ignore)
        client.release(broken)
      }
    },
    close,
  }
}

const names = new Map<string, string>()

/**
 * Each statement is parsed and planned once per connection. On the embedded database that is most of its
 * cost.
 */
function prepared(statement: Sql): Sql & { name?: string } {
  return statement.values.length === 0 ? statement : named(statement)
}

function named(statement: Sql): Sql & { name: string } {
  const name = names.get(statement.text) ?? `statement_${names.size}`
  names.set(statement.text, name)
  return { name, ...statement }
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

/** True for errors that mean the database is unavailable, as opposed to a bad statement. */
export function isOutage(error: unknown): boolean {
  const code = codeOf(error)
  if (
    code !== undefined &&
    (/^(?:08|57P|53)/.test(code) || /^E(?:CONN|PIPE|TIMEDOUT|HOSTUNREACH|AI_AGAIN)/.test(code))
  )
    return true
  const message = error instanceof Error ? error.message : ''
  return /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/i.test(
    message,
  )
}

/** Whether the error is a violation of the named constraint. */
export function violated(error: unknown, constraint: string): boolean {
  return (
    codeOf(error)?.startsWith('23') === true && (error as { constraint?: string }).constraint === constraint
  )
}

function codeOf(error: unknown): string | undefined {
  const code = error && typeof error === 'object' ? (error as { code?: unknown }).code : undefined
  return typeof code === 'string' ? code : undefined
}
