import { ConfigurationError } from '#server/config/config.ts'
import { ClockIsWrong } from './clock-check.ts'
import { DataFolderInUse, DataFolderProblem } from './db/data-folder.ts'
import { DatabaseUnreachable, isForbidden } from './db/errors.ts'
import { OtherSchema, SchemaProblem } from './db/migrate.ts'

/**
 * Why the server, or the command line, could not start: what the operator needs to fix the problem.
 * Unexpected errors include their stack trace.
 */
export function describeFailure(error: unknown): string {
  if (
    error instanceof ConfigurationError ||
    error instanceof DataFolderInUse ||
    error instanceof DataFolderProblem ||
    error instanceof DatabaseUnreachable ||
    error instanceof OtherSchema ||
    error instanceof SchemaProblem ||
    error instanceof ClockIsWrong
  )
    return error.message
  if (isForbidden(error))
    return `The user in DATABASE_URL lacks a right: ${(error as Error).message}. Make it the owner of the database and of what is in it (alter database … owner to …; reassign owned by … to …).`
  const { code, message, stack } = error as { code?: string; message?: string; stack?: string }
  if (code === 'EMFILE' || code === 'ENFILE' || /too many open files/i.test(message ?? ''))
    return 'This process may not open enough files and connections. Raise its limit to 1024 or more: ulimit -n in a shell, LimitNOFILE= in a systemd unit.'
  if (code === 'ERR_MODULE_NOT_FOUND' && message?.includes('dist'))
    return 'The pages are not built yet. Run npm start.'
  return stack ?? String(error)
}
