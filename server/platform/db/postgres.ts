import pg from 'pg'
import { splitPostgresUrl } from '#server/config/postgres-urls.ts'
import type { ConnectionRules, Connections } from './connections.ts'
import { type Database, openDatabase } from './database.ts'
import { isLostConnection, isPoolExhausted, isReadOnly } from './errors.ts'

type Options = {
  /** May list several hosts: connections go to the writable one. */
  url: string
  /** Requires a verified certificate. TLS parameters in the URL itself take precedence. */
  requiresTls?: boolean
  poolSize: number
  onIdleError: (error: Error) => void
  limits?: Limits
}

type Limits = {
  statementMs: number
  /** Longer than the server's own timeout: when this passes, the network or the server is gone. */
  answerMs: number
}

const CONNECT_MS = 4_000
const LIMITS: Limits = { statementMs: 8_000, answerMs: 10_000 }
const LOCK_MS = 3_000
const IDLE_IN_TRANSACTION_MS = 20_000

const settingsWith = ({ statementMs }: Limits) => ({
  statement_timeout: statementMs,
  lock_timeout: LOCK_MS,
  idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
  // Compiling a statement pays only for long reports. On tables that were never analyzed, as in a new
  // database, the planner overestimates and compiles short ones, which then take a third of a second.
  jit: 'off',
  // The driver parses times only in this style, and reads all others as null.
  datestyle: 'ISO',
})
const LONG = 'set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0'

/** Sent as statements, not as start-up parameters: PgBouncer refuses parameters that it does not know. */
function settingsFor(limits: Limits, scope: 'session' | 'local'): string {
  return Object.entries(settingsWith(limits))
    .map(([name, value]) => `set ${scope} ${name} = ${value}`)
    .join('; ')
}

function rulesWith(limits: Limits): { direct: ConnectionRules; pooled: ConnectionRules } {
  const forTransaction = settingsFor(limits, 'local')
  return {
    direct: {
      keepsStatements: true,
      begin: 'begin',
      beginLong: `begin; ${LONG}`,
      beforeLongScript: `${LONG};`,
      // It waits for every open transaction, by locks.
      beforeLongAlone: 'set statement_timeout = 0; set lock_timeout = 0',
      needsTransaction: false,
      answerMs: limits.answerMs,
    },
    // The next transaction may run on another server connection, so nothing persists.
    pooled: {
      keepsStatements: false,
      begin: `begin; ${forTransaction}`,
      beginLong: `begin; ${forTransaction}; ${LONG}`,
      beforeLongScript: `${LONG};`,
      // Sessions there do not have our limits.
      beforeLongAlone: '',
      needsTransaction: true,
      answerMs: limits.answerMs,
    },
  }
}

/** PostgreSQL by URL. Any number of instances can share it, directly or through a pooler. */
export function openPostgres(options: Options): Database {
  const connections = openConnections(options)
  return openDatabase('postgres', connections, () => connections.pool.end())
}

function openConnections({ url, requiresTls, poolSize, onIdleError, limits = LIMITS }: Options): Connections {
  const { direct, pooled } = rulesWith(limits)
  const urls = splitPostgresUrl(url)
  const opened = new WeakMap<pg.ClientBase, { rules: ConnectionRules; age: number }>()
  /** The host that new connections go to. */
  let current = 0
  /** Connections opened before the last outage are not used again. */
  let age = 0

  /** The next connection tries the next host, unless another one has already moved on. */
  function leave(host: number): void {
    if (host === current) current = (host + 1) % urls.length
  }

  async function setLimits(client: pg.ClientBase): Promise<ConnectionRules> {
    await ask(client, settingsFor(limits, 'session'))
    return direct
  }

  class HostClient extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionString: urls[current] })
    }
  }

  const pool = new pg.Pool({
    Client: HostClient,
    ...(requiresTls ? { ssl: true } : {}),
    max: poolSize,
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: 'front-desk',
    onConnect: async (client) => {
      // Without a listener, a connection whose socket dies while it is checked out would crash the process. The
      // query itself reports the error.
      client.on('error', () => {})
      opened.set(client, { rules: (await isPooled(client)) ? pooled : await setLimits(client), age })
    },
  })
  // The pool replaces an idle connection that the server closed at the next checkout.
  pool.on('error', (error) => {
    age += 1
    onIdleError(error)
  })

  return {
    pool,
    async take() {
      let hostsLeft = urls.length
      let oldLeft = poolSize
      for (;;) {
        const host = current
        try {
          const client = await pool.connect()
          if (opened.get(client)?.age === age || oldLeft === 0) return client
          client.release(true)
          oldLeft -= 1
        } catch (error) {
          hostsLeft -= 1
          if (isPoolExhausted(error) || !(isLostConnection(error) || isReadOnly(error))) throw error
          leave(host)
          if (hostsLeft === 0) throw error
        }
      }
    },
    rulesOf: (client) => opened.get(client)?.rules ?? pooled,
    forsake() {
      age += 1
    },
  }
}

/**
 * Finds out whether there is a pooler in between, and refuses a read-only server. A pooler announces its own
 * process id, which differs from that of the server process that answers.
 */
async function isPooled(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await ask(
    client,
    `select pg_backend_pid() as process, current_setting('transaction_read_only') as "readOnly"`,
  )
  const [server] = rows as [{ process: number; readOnly: string }]
  if (server.readOnly === 'on')
    throw Object.assign(
      new Error('The database server is read-only: it is a standby, or was made read-only.'),
      {
        code: '25006',
      },
    )
  return server.process !== (client as unknown as { processID: number }).processID
}

function ask(client: pg.ClientBase, text: string): Promise<pg.QueryResult> {
  return client.query({ text, query_timeout: CONNECT_MS } as pg.QueryConfig)
}
