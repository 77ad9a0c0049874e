import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'

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
export function keepPrivate(folder: string, say: (line: string) => void): void {
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

/** With its parents. Node's own `recursive` never returns where the kernel makes no folders, such as in /proc. */
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
