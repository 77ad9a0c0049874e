/** Database errors by their meaning for the caller. Only this file knows the codes of driver and server. */

/** The connection is gone, or cannot be made. Whether the last statement took effect is unknown. */
export function isLostConnection(error: unknown): boolean {
  const code = codeOf(error)
  if (code !== undefined && (/^(?:08|57P|25P|3D000|28)/.test(code) || NETWORK.test(code))) return true
  return LOST.test(messageOf(error))
}

const NETWORK =
  /^E(?:CONN\w+|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|ADDRNOTAVAIL|AI_AGAIN|NOTFOUND|MFILE|NFILE)$/
/** Errors that the driver raises itself, without a code. */
const LOST =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Query read timeout|Cannot use a pool after calling end/i

/** The server knows no such user, password or database: waiting does not help. */
export function isRefusedLogin(error: unknown): boolean {
  return /^(?:28|3D000)/.test(codeOf(error) ?? '')
}

/** The database user lacks the permission. */
export function isForbidden(error: unknown): boolean {
  return codeOf(error) === '42501'
}

/** All connections of this process are in use, which says nothing about the server. */
export function isPoolExhausted(error: unknown): boolean {
  return /timeout exceeded when trying to connect/.test(messageOf(error))
}

/** The server is read-only: a standby, or configured so. */
const READ_ONLY = '25006'
/** Serialization failure and deadlock: the server rolled back the transaction, and a retry may succeed. */
const UNDONE = new Set(['40001', '40P01'])
const CANCELED = '57014'
const LOCK_NOT_AVAILABLE = '55P03'

export function isReadOnly(error: unknown): boolean {
  return codeOf(error) === READ_ONLY
}

/** The statement timed out, and nothing else is wrong. */
export function isTooSlow(error: unknown): boolean {
  return codeOf(error) === CANCELED
}

/** The server rolled back the transaction because of concurrent ones. */
export function isUndone(error: unknown): boolean {
  return UNDONE.has(codeOf(error) ?? '')
}

/**
 * The connection's prepared statement is not what the driver remembers: a pooler changed the server
 * connection, or a migration changed the table.
 */
export function isStatementLost(error: unknown): boolean {
  const code = codeOf(error)
  return (
    code === '26000' ||
    code === '42P05' ||
    (code === '0A000' && /cached plan must not change/.test(messageOf(error)))
  )
}

/** True for errors that mean the database is unavailable, as opposed to a bad statement. */
export function isOutage(error: unknown): boolean {
  const code = codeOf(error)
  return (
    isLostConnection(error) ||
    isReadOnly(error) ||
    isUndone(error) ||
    isStatementLost(error) ||
    code === CANCELED ||
    code === LOCK_NOT_AVAILABLE ||
    // Out of disk, memory or connections, or the server cannot read or write its files.
    (code !== undefined && /^(?:53|58)/.test(code))
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

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : ''
}

/** A refusal to start: the database rejects us. The message is for the operator. */
export class DatabaseUnreachable extends Error {
  constructor(cause: unknown) {
    super(explain(cause), { cause })
  }
}

function explain(error: unknown): string {
  const { code = '', message = String(error) } = error as { code?: string; message?: string }
  if (/does not support SSL/i.test(message))
    return 'The database of DATABASE_URL does not speak TLS. Where the network itself is trusted, spell out DATABASE_TLS=off.'
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/.test(code))
    return `Cannot verify the certificate of the database in DATABASE_URL (${message}). Name its certificate authority there with sslrootcert=FILE.`
  if (isReadOnly(error))
    return 'No server in DATABASE_URL takes writes: each is a standby or read-only. Name the primary, or promote a standby.'
  if (isLostConnection(error))
    return `Cannot reach the database in DATABASE_URL, or its pooler refuses us: ${message || code}`
  return `The database of DATABASE_URL cannot be used: ${message || code}`
}
