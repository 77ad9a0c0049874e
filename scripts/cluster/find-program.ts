import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readdirSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const extracted = join(root, '.cache/programs')
const FETCH_AT_MOST_MS = 120_000

/** A program that the cluster runs, with the folders of its shared libraries. */
export type Program = { path: string; libraries: string[] }

/**
 * The program on this machine, or from Debian's package of the same name unless another is given. The package
 * is unpacked into .cache/programs, not installed: that needs no root and starts no service. Undefined if
 * there is neither.
 */
export function findProgram(name: string, say: (line: string) => void, from = name): Program | undefined {
  const installed = onPath(name)
  if (installed) return { path: installed, libraries: [] }
  return inCache(name) ?? (fetchPackages([from], say) ? inCache(name) : undefined)
}

export function environmentOf({ libraries }: Program): Record<string, string> {
  return libraries.length > 0 ? { LD_LIBRARY_PATH: libraries.join(delimiter) } : {}
}

function onPath(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}

function inCache(name: string): Program | undefined {
  const [path] = globSync(`usr/{sbin,bin}/${name}`, { cwd: extracted })
  if (path === undefined) return undefined
  const libraries = globSync('usr/lib/**/*.so.*', { cwd: extracted }).map((file) =>
    dirname(join(extracted, file)),
  )
  const program = { path: join(extracted, path), libraries: [...new Set(libraries)] }
  return runs(program) ? program : undefined
}

/** Unpacks Debian's packages; returns the folder, or undefined if one is unavailable. */
export function fetchPackages(names: readonly string[], say: (line: string) => void): string | undefined {
  const listed = names.join(', ')
  if (!existsSync('/etc/debian_version')) {
    say(`Not installed here: ${listed}.`)
    return undefined
  }
  say(`Fetching Debian's package of ${listed} into .cache/programs …`)
  mkdirSync(extracted, { recursive: true })
  const areThere = names.every(unpack) || (succeeds('apt-get', 'update') && names.every(unpack))
  if (areThere) return extracted
  say(`Cannot be fetched: ${listed}. Please install what is missing, or check the connection and try again.`)
  return undefined
}

/** Unpacks a package, and those of its libraries that are not installed. */
function unpack(name: string): boolean {
  if (!succeeds('apt-get', 'download', name)) return false
  const file = readdirSync(extracted).find((entry) => entry.startsWith(`${name}_`) && entry.endsWith('.deb'))
  if (!file || !succeeds('dpkg', '-x', file, '.')) return false
  return librariesOf(file)
    .filter((library) => !isInstalled(library))
    .every(unpack)
}

function librariesOf(file: string): string[] {
  const { stdout } = spawnSync('dpkg-deb', ['-f', file, 'Depends'], { cwd: extracted, encoding: 'utf8' })
  return stdout
    .split(',')
    .map((dependency) => dependency.trim().split(/[\s|:]/, 1)[0] ?? '')
    .filter((dependency) => dependency.startsWith('lib'))
}

function isInstalled(name: string): boolean {
  const unpacked = readdirSync(extracted).some((entry) => entry.startsWith(`${name}_`))
  return unpacked || succeeds('dpkg-query', '--status', name)
}

export function runs(program: Program, owner: { uid?: number; gid?: number } = {}): boolean {
  const env = { ...process.env, ...environmentOf(program) }
  return [['--version'], ['-v'], ['version']].some(
    (flags) => spawnSync(program.path, flags, { ...owner, env, stdio: 'ignore' }).status === 0,
  )
}

function succeeds(command: string, ...args: string[]): boolean {
  const options = { cwd: extracted, stdio: 'ignore', timeout: FETCH_AT_MOST_MS } as const
  return spawnSync(command, args, options).status === 0
}
