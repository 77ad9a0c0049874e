import {
  chmodSync,
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export type DataFolderLock = { release(): void; announce(address: string): void }

/** https://www.sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5

const LOCK = 'lock'

export class DataFolderInUse extends Error {}

/**
 * PGlite itself would let a second process open the same folder and silently lose rows. An exclusive SQLite
 * transaction is a lock that the operating system releases even after kill -9.
 */
export function lockDataFolder(folder: string): DataFolderLock {
  mkdirSync(folder, { recursive: true })
  const ownerFile = path.join(folder, 'owner.json')
  const lock = new DatabaseSync(path.join(folder, LOCK))
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error
    throw new DataFolderInUse(
      `The data folder ${folder} is in use by ${readOwner(ownerFile)}. Stop that process first, or start this one with another DATA_DIR and PORT.`,
    )
  }
  const announce = (address: string) =>
    writeFileSync(
      ownerFile,
      JSON.stringify({ process: process.pid, since: new Date().toISOString(), address }),
    )
  announce('not listening yet')
  return { announce, release: () => lock.close() }
}

/** Whether a server was ever started on it. Throws if that is unknown. */
export function isDataFolder(folder: string): boolean {
  return statSync(path.join(folder, LOCK), { throwIfNoEntry: false }) !== undefined
}

function readOwner(ownerFile: string): string {
  try {
    const owner = JSON.parse(readFileSync(ownerFile, 'utf8'))
    return `process ${owner.process} (since ${owner.since}, ${owner.address})`
  } catch {
    return 'another process'
  }
}

/** Why the data folder cannot be used. The message is for the operator, without a stack trace. */
export class DataFolderProblem extends Error {}

/** The embedded database could not be opened: its files are damaged, or could not be written. */
export class DatabaseNotOpened extends Error {}

const PROBE_BYTES = 1024 * 1024

/** Describes an error of the file system or of the embedded database. Other errors are returned unchanged. */
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
 * The file system's code, if the error is about the folder: a port in use also has a code, and a missing file
 * is not a problem of the folder.
 */
function codeOf(folder: string, error: unknown): string | undefined {
  const { code, syscall, path: file } = (error ?? {}) as NodeJS.ErrnoException
  if (syscall === undefined || syscall === 'listen') return undefined
  // The folder itself, or one of its parents.
  if (file !== undefined && folder.startsWith(file)) return code
  if (file !== undefined && !file.startsWith(folder)) return undefined
  return code === 'ENOENT' ? undefined : code
}

/** SQLite locks the folder; its library has no file system codes. */
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

/** The files we create in a data folder, whether or not they exist yet. */
const ours = [
  'database',
  'database.unfinished',
  'lock',
  'lock-journal',
  'owner.json',
  'secret',
  'secret.unfinished',
  'admin.json',
]

/**
 * Makes the data folder readable only by the user the process runs as: sets the umask for new files, and
 * tightens the modes of a folder that was copied or restored. One that also holds other files, such as a home
 * directory, keeps its own mode.
 */
export function makePrivate(folder: string, say: (line: string) => void): void {
  process.umask(0o077)
  makeFolder(folder)
  try {
    if (readdirSync(folder).every((name) => ours.includes(name))) chmodSync(folder, 0o700)
    for (const name of ours) closeDeep(path.join(folder, name))
  } catch (error) {
    if ((error as { code?: string }).code !== 'EPERM') throw error
    say(`Others on this machine may be able to read ${folder}: it belongs to another user.`)
  }
}

/**
 * With its parents. Node's own `recursive` never returns where the kernel allows no folders, such as in
 * /proc.
 */
function makeFolder(folder: string): void {
  const parent = path.dirname(folder)
  if (parent !== folder && !existsSync(parent)) makeFolder(parent)
  try {
    mkdirSync(folder, 0o700)
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST' || !statSync(folder).isDirectory()) throw error
  }
}

/** Symbolic links are not followed, so nothing outside the folder is changed. */
function closeDeep(file: string): void {
  const found = lstatSync(file, { throwIfNoEntry: false })
  if (found?.isDirectory()) {
    close(file, found.mode, 0o700)
    for (const name of readdirSync(file)) closeDeep(path.join(file, name))
  } else if (found?.isFile()) {
    close(file, found.mode, 0o600)
  }
}

function close(file: string, mode: number, wanted: number): void {
  if ((mode & 0o777) === wanted) return
  try {
    chmodSync(file, wanted)
  } catch (error) {
    // Another process may have removed the file in the meantime.
    if ((error as { code?: string }).code !== 'ENOENT') throw error
  }
}
