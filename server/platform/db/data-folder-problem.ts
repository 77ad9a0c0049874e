import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import path from 'node:path'

/** Why the data folder cannot be used. The message is for the operator, without a stack trace. */
export class DataFolderProblem extends Error {}

/** The embedded database could not be opened: its files are damaged, or could not be written. */
export class DatabaseNotOpened extends Error {}

const PROBE_BYTES = 1024 * 1024

/** Turns an error of the file system or of the embedded database into words. Any other error stays as it is. */
export function explainDataFolder(folder: string, error: unknown): unknown {
  const code = isOfDatabase(error) ? probe(folder) : codeOf(folder, error)
  const reason = describeCode(folder, code)
  if (reason) return new DataFolderProblem(reason, { cause: error })
  if (!isOfDatabase(error)) return error
  return new DataFolderProblem(
    `The database in the data folder ${folder} cannot be opened: its files are damaged (${(error as Error).message}). Restore the folder from a backup, or start with another DATA_DIR.`,
    { cause: error },
  )
}

function describeCode(folder: string, code: string | undefined): string | undefined {
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return `The disk of the data folder ${folder} is full. Free some space, and start again.`
    case 'EROFS':
    case 'EACCES':
    case 'EPERM':
      return `The data folder ${folder} cannot be written to (${code}). Let the user who runs this process write there, or start with another DATA_DIR.`
    case 'EEXIST':
    case 'ENOTDIR':
      return `The data folder ${folder} is a file, or is inside one. Start with another DATA_DIR.`
    case 'ELOOP':
    case 'ENAMETOOLONG':
    case 'EISDIR':
    case 'EIO':
    case 'ENOENT':
      return `The data folder ${folder} cannot be used (${code}). Start with another DATA_DIR.`
    default:
      return undefined
  }
}

/**
 * The file system's code, if the error is about the folder: a port that is taken has a code, too, and a missing file is no
 * problem of the folder.
 */
function codeOf(folder: string, error: unknown): string | undefined {
  const { code, syscall, path: file } = (error ?? {}) as NodeJS.ErrnoException
  if (syscall === undefined || syscall === 'listen') return undefined
  // The folder itself, or one of its parents.
  if (file !== undefined && folder.startsWith(file)) return code
  if (file !== undefined && !file.startsWith(folder)) return undefined
  return code === 'ENOENT' ? undefined : code
}

/** SQLite is the lock of the folder; its library gives no code of the file system. */
function isOfDatabase(error: unknown): boolean {
  return (
    error instanceof DatabaseNotOpened || (error as { code?: unknown } | null)?.code === 'ERR_SQLITE_ERROR'
  )
}

/** The embedded database does not say why it could not write, so try it. */
function probe(folder: string): string | undefined {
  const file = path.join(folder, `probe-${process.pid}`)
  try {
    const opened = openSync(file, 'w', 0o600)
    try {
      writeSync(opened, Buffer.alloc(PROBE_BYTES))
    } finally {
      closeSync(opened)
    }
    return undefined
  } catch (error) {
    return codeOf(folder, error)
  } finally {
    rmSync(file, { force: true })
  }
}
