import { isLostConnection, isReadOnly } from './errors.ts'

/** A refusal to start: the database does not take us. The message is for the operator. */
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
