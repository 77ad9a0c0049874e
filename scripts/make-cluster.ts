import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ensurePostgres } from './find-postgres.ts'

/** A PostgreSQL data folder and what is needed to run it. */
export type Cluster = {
  bin: string
  data: string
  log: string
  /** The user it must run as: PostgreSQL refuses to run as root. */
  owner: { uid?: number; gid?: number }
  /** Stops the server, if it is running, and removes the folder. */
  remove(): Promise<void>
}

/** Creates an empty cluster in a temporary folder, which is removed when this process ends, however it ends. */
export async function makeCluster(): Promise<Cluster> {
  const programs = ensurePostgres()
  const owner = findOwner()
  const folder = mkdtempSync(join(tmpdir(), 'front-desk-postgres-'))
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(folder, owner.uid, owner.gid)
  const bin = makeReachable(programs, folder, owner)
  const guard = spawn(process.execPath, [join(import.meta.dirname, 'guard-postgres.ts'), bin, folder], {
    stdio: ['pipe', 'ignore', 'inherit'],
    detached: true,
  })
  const remove = async () => {
    guard.stdin.end()
    if (guard.exitCode === null && guard.signalCode === null) await once(guard, 'exit')
  }
  const cluster = { bin, data: join(folder, 'data'), log: join(folder, 'log'), owner, remove }
  const initdb = spawnSync(join(bin, 'initdb'), ['-D', cluster.data, ...initdbFlags()], {
    ...owner,
    encoding: 'utf8',
  })
  if (initdb.status === 0) return cluster
  await remove()
  throw new Error(`PostgreSQL could not lay out its folder:\n${initdb.error?.message ?? initdb.stderr}`)
}

export function initdbFlags(method: 'trust' | 'scram-sha-256' = 'trust') {
  // Same locale as the embedded database: sorted by code point, with letter case beyond ASCII.
  const letters = process.platform === 'linux' ? 'C.UTF-8' : 'en_US.UTF-8'
  return ['-U', 'postgres', '-A', method, '-E', 'UTF8', '--locale=C', `--lc-ctype=${letters}`, '--no-sync']
}

/** Nobody in particular, unless we are root. */
export function findOwner(): Cluster['owner'] {
  if (process.getuid?.() !== 0) return {}
  const name = ['postgres', 'nobody'].find((user) => spawnSync('id', [user]).status === 0)
  if (!name) throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody here.')
  const ask = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }))
  return { uid: ask('-u'), gid: ask('-g') }
}

/** A clone in root's home is not readable by the other user, who then gets a copy of the binaries. */
export function makeReachable(bin: string, folder: string, owner: Cluster['owner']) {
  if (spawnSync(join(bin, 'postgres'), ['--version'], owner).status === 0) return bin
  const copy = join(folder, 'programs')
  cpSync(dirname(bin), copy, { recursive: true, verbatimSymlinks: true })
  return join(copy, 'bin')
}
