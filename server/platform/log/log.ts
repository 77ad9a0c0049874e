import { type DestinationStream, type LoggerOptions, pino } from 'pino'
import type { Config } from '#server/config/config.ts'

/**
 * We log allowed fields only, never bodies. If a value is logged under one of these names anyway, it is
 * redacted.
 */
const secretKeys = [
  'password',
  'password2',
  'password_confirm',
  'number',
  'cvv',
  'token',
  'secret',
  'cookie',
  'authorization',
]

/** The fields of an error that may be logged: never a database row, which may contain an email. */
export const logSerializers = {
  err: (error: Error) => ({
    ...fieldsOf(error),
    // Several accounts that failed in one round, or several addresses of one connection attempt.
    ...(error instanceof AggregateError && {
      errors: error.errors.map((one) => fieldsOf(one instanceof Error ? one : new Error(String(one)))),
    }),
  }),
  reason: (reason: unknown) => withoutEmails(String(reason)),
}

function fieldsOf(error: Error & { code?: unknown; constraint?: unknown; table?: unknown }) {
  const { name: type, message, stack = '', code, constraint, table } = error
  return { type, message: withoutEmails(message), stack: withoutEmails(stack), code, constraint, table }
}

/** Mail servers often repeat the recipient in their errors. */
function withoutEmails(text: string): string {
  // A match begins at a word boundary, so a long word without an @ is read once.
  return text.replace(/(?<![^\s@<>"'(),=])[^\s@<>"'(),=]+@[^\s@<>"'(),=]+/g, '(an email)')
}

export function openLog({ logLevel }: Pick<Config, 'logLevel'>, destination?: DestinationStream) {
  const options: LoggerOptions = {
    level: logLevel,
    base: null,
    serializers: logSerializers,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: [...secretKeys, ...secretKeys.map((key) => `*.${key}`)], censor: 'struck out' },
    formatters: { level: (label) => ({ level: label }) },
  }
  return destination ? pino(options, destination) : pino(options)
}
