import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'

/** What we keep in a data folder, whether it is there or not yet. */
const ours = ['database', 'database.unfinished', 'lock', 'lock-journal', 'owner.json', 'secret', 'admin.json']

/**
 * Only the owner of the process may look into the data folder: what is made from now on is closed to everyone else, and
 * what an earlier release left open is closed. A folder that holds more than ours, such as a home, keeps its own rights.
 */
export function keepPrivate(folder: string, say: (line: string) => void): void {
  process.umask(0o077)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  try {
    if (readdirSync(folder).every((name) => ours.includes(name))) chmodSync(folder, 0o700)
    for (const name of ours) closeDeep(path.join(folder, name))
  } catch (error) {
    if ((error as { code?: string }).code !== 'EPERM') throw error
    say(`Others on this machine may be able to read ${folder}: it belongs to another user.`)
  }
}

/** A link is left alone, so that nothing outside the folder is touched. */
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
    // Whoever holds the folder may have removed it meanwhile.
    if ((error as { code?: string }).code !== 'ENOENT') throw error
  }
}
