import pg from 'pg'
import { type Database, openDatabase } from './database.ts'

/** PostgreSQL by URL. Any number of instances can share it. */
export function openPostgres(options: {
  url: string
  /** Requires a verified certificate. TLS parameters in the URL itself take precedence. */
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
  // The pool replaces an idle connection that the server closed at the next checkout.
  pool.on('error', options.onIdleError)
  return openDatabase('postgres', pool, () => pool.end())
}
