import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fetchPackages, findProgram, type Program } from '../../../scripts/cluster/find-program.ts'

/** Patroni as a module of Python, with the variables that let Python find it, and etcd. */
export type PatroniPrograms = {
  etcd: Program
  python: string
  env: Record<string, string>
  version: string
}

const python = '/usr/bin/python3'
const tree = join(import.meta.dirname, '../../../.cache/programs')
const modules = join(tree, 'usr/lib/python3/dist-packages')
/** Debian's packages: unpacked, not installed, so that no service starts. */
const packagesOfPatroni = [
  'patroni',
  'python3-etcd',
  'python3-psycopg2',
  'libpq5',
  'python3-psutil',
  'python3-urllib3',
  'python3-six',
  'python3-yaml',
  'python3-click',
  'python3-prettytable',
  'python3-wcwidth',
  'python3-dateutil',
  'python3-cdiff',
  'python3-dnspython',
  'python3-pkg-resources',
]

/** Undefined if one of them is unavailable; reports what is missing. */
export function findPatroni(say: (line: string) => void): PatroniPrograms | undefined {
  if (!existsSync(python)) return void say(`${python} is not here, and Patroni needs it.`)
  const etcd = findProgram('etcd', say, 'etcd-server')
  const found = askPatroni() ?? (fetchPackages(packagesOfPatroni, say) && askPatroni())
  if (!etcd || !found) return void say('Patroni or etcd does not run here.')
  return { etcd, python, ...found }
}

function askPatroni() {
  const [libpq] = globSync('usr/lib/*/libpq.so.5', { cwd: tree })
  const env = {
    PYTHONPATH: modules,
    ...(libpq ? { LD_LIBRARY_PATH: dirname(join(tree, libpq)) } : {}),
  }
  const needed =
    'import patroni.version, etcd, psycopg2, psutil, yaml, click; print(patroni.version.__version__)'
  const request = spawnSync(python, ['-c', needed], { env: { ...process.env, ...env }, encoding: 'utf8' })
  return request.status === 0 ? { version: request.stdout.trim(), env } : undefined
}
