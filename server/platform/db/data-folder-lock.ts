import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
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

/** Whether a server was ever started on it. Throws if that cannot be known. */
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
