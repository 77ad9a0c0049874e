import pg from 'pg'
import { type Database, openDatabase } from './database.ts'

/** PostgreSQL by address: any number of instances share it. */
export function openPostgres(options: {
  url: string
  /** With a verified certificate; what the address itself says of TLS counts before it. */
  requiresTls?: boolean
  poolSize: number
  onIdleError: (error: Error) => void
}): Database {
  const pool = new pg.Pool({
    connectionString: options.url,
    ...(options.requiresTls ? { ssl: true } : {}),
    max: options.poolSize,
    connectionTimeoutMillis: 4_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 20_000,
    idle_in_transaction_session_timeout: 20_000,
    keepAlive: true,
    application_name: 'front-desk',
  })
  // An idle connection that the server closes is replaced by the next one asked for.
  pool.on('error', options.onIdleError)
  return openDatabase('postgres', pool, () => pool.end())
}
