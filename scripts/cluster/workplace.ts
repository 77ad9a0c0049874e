import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, closeSync, cpSync, mkdtempSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findOwner } from '../make-cluster.ts'
import { environmentOf, type Program, runs } from './find-program.ts'

/** A temporary folder and the processes in it. All of it ends with this process, however it ends. */
export type Workplace = {
  folder: string
  /** The user of PostgreSQL, the pooler and the proxy, if we are root. */
  owner: { uid?: number; gid?: number }
  /** Nothing is restarted once removal has begun. */
  isOpen(): boolean
  launch(order: Launch): ChildProcess
  write(name: string, text: string): string
  /** Everything that a process has written. */
  logOf(name: string): string
  /** A clone in root's home is not readable by the other user, who then gets a copy. */
  reachable(program: Program): Program
  remove(): Promise<void>
}

export type Launch = {
  name: string
  command: string
  args: string[]
  env?: Record<string, string | undefined>
  cwd?: string
  /** Runs as us, not as the owner. */
  isOurs?: boolean
  /** Kills it at once, including its child processes. */
  lastSignal?: NodeJS.Signals
}

export function openWorkplace(): Workplace {
  const owner = findOwner()
  const folder = mkdtempSync(join(tmpdir(), 'front-desk-cluster-'))
  const give = (path: string) => {
    if (owner.uid !== undefined && owner.gid !== undefined) chownSync(path, owner.uid, owner.gid)
    return path
  }
  give(folder)
  const guard = spawn(process.execPath, [join(import.meta.dirname, 'guard.ts'), folder], {
    stdio: ['pipe', 'ignore', 'inherit'],
    detached: true,
  })
  const pathOfLog = (name: string) => join(folder, `${name}.log`)
  let isOpen = true
  return {
    folder,
    owner,
    isOpen: () => isOpen,
    launch({ name, command, args, env, cwd = folder, isOurs = false, lastSignal = 'SIGKILL' }) {
      if (!isOpen) throw new Error(`${name} is not started: the cluster is being removed`)
      const log = openSync(pathOfLog(name), 'a')
      // Detached, so that Ctrl-C goes to this command alone, which ends the others in order.
      const child = spawn(command, args, {
        cwd,
        detached: true,
        env: env ?? systemEnv(),
        stdio: ['ignore', log, log],
        ...(isOurs ? {} : owner),
      })
      closeSync(log)
      child.on('error', (error) => process.stderr.write(`${name} did not start: ${error.message}\n`))
      if (child.pid) guard.stdin.write(`${lastSignal} ${child.pid}\n`)
      return child
    },
    logOf: (name) => readFileSync(pathOfLog(name), 'utf8'),
    write(name, text) {
      const path = join(folder, name)
      writeFileSync(path, text, { mode: 0o600 })
      return give(path)
    },
    reachable(program) {
      if (runs(program, owner)) return program
      const tree = join(folder, 'programs')
      const from = join(import.meta.dirname, '../../.cache/programs')
      cpSync(from, tree, { recursive: true, verbatimSymlinks: true })
      const moved = (path: string) => path.replace(from, tree)
      return { path: moved(program.path), libraries: program.libraries.map(moved) }
    },
    async remove() {
      isOpen = false
      guard.stdin.end()
      if (guard.exitCode === null && guard.signalCode === null) await once(guard, 'exit')
    },
  }
}

/** The variables that programs need from the system. */
export function systemEnv(program?: Program): Record<string, string | undefined> {
  const names = ['PATH', 'HOME', 'TMPDIR', 'TZ']
  const env = Object.fromEntries(names.map((name) => [name, process.env[name]]))
  return { ...env, ...(program ? environmentOf(program) : {}) }
}
