import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { initdbFlags } from '../make-cluster.ts'
import { systemEnv, type Workplace } from './workplace.ts'

/** One PostgreSQL with its own data folder, as a primary or as the standby of another one. */
export type DatabaseNode = {
  name: string
  port: number
  pid(): number | undefined
  isRunning(): boolean
  /** Creates an empty database. */
  initialize(): Promise<void>
  /** Copies everything from a running server: only what differs, or all of it. */
  copyFrom(port: number, how: 'rewind' | 'all'): Promise<boolean>
  /** @param follows The port of the primary, for a standby. */
  start(follows?: number): Promise<void>
  /** Which standby must have stored a commit before it is acknowledged; '' for none. */
  requireStandby(name: string): void
  /** Kills all of its processes, so that it accepts no more writes. */
  fence(): Promise<void>
  kill(): void
  /** @param options.port An alternative port. */
  ask<Row extends object>(
    text: string,
    options?: { port?: number; database?: string; atMostMs?: number },
  ): Promise<Row[]>
}

const ASK_AT_MOST_MS = 2_000

export function openNode(options: {
  workplace: Workplace
  bin: string
  name: string
  port: number
  password: string
  settings?: Record<string, string>
}): DatabaseNode {
  const { workplace, bin, name, port, password } = options
  const data = join(workplace.folder, name)
  let server: ChildProcess | undefined
  let required = ''
  let primary: number | undefined

  const settings = () => ({
    listen_addresses: '127.0.0.1',
    port: `${port}`,
    unix_socket_directories: '',
    max_connections: '60',
    shared_buffers: '64MB',
    wal_level: 'replica',
    hot_standby: 'on',
    max_wal_senders: '6',
    // For pg_rewind, which makes a former primary a standby without copying everything.
    wal_log_hints: 'on',
    wal_keep_size: '512MB',
    wal_receiver_timeout: '5s',
    wal_sender_timeout: '5s',
    wal_retrieve_retry_interval: '300ms',
    synchronous_commit: 'on',
    synchronous_standby_names: required,
    primary_conninfo: primary
      ? `host=127.0.0.1 port=${primary} user=postgres password=${password} application_name=${name} connect_timeout=2`
      : '',
    ...options.settings,
  })
  /** Outside the data folder, so that copying the data of another server does not copy its settings. */
  const configure = () =>
    workplace.write(
      `${name}.conf`,
      Object.entries(settings())
        .map(([key, value]) => `${key} = '${value}'\n`)
        .join(''),
    )
  const run = async (program: string, args: string[]) => {
    const child = spawn(join(bin, program), args, {
      ...workplace.owner,
      cwd: workplace.folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...systemEnv(), PGPASSWORD: password },
    })
    let output = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    const [code] = await once(child, 'close')
    return { succeeded: code === 0, said: output }
  }

  const node: DatabaseNode = {
    name,
    port,
    pid: () => server?.pid,
    isRunning: () => server !== undefined,

    async initialize() {
      const file = workplace.write('password', password)
      const flags = ['-D', data, ...initdbFlags('scram-sha-256'), '--pwfile', file]
      const { succeeded, said } = await run('initdb', flags)
      rmSync(file)
      if (!succeeded) throw new Error(`PostgreSQL could not lay out its folder:\n${said}`)
    },

    async copyFrom(source, how) {
      const where = `host=127.0.0.1 port=${source} user=postgres`
      if (how === 'rewind') {
        const flags = ['-D', data, '--source-server', `${where} dbname=postgres`, '--no-sync']
        return (await run('pg_rewind', flags)).succeeded
      }
      rmSync(data, { recursive: true, force: true })
      const flags = ['-D', data, '-d', where, '-X', 'stream', '-c', 'fast', '--no-sync']
      return (await run('pg_basebackup', flags)).succeeded
    },

    async start(follows) {
      await node.fence()
      rmSync(join(data, 'postmaster.pid'), { force: true })
      primary = follows
      if (follows !== undefined) workplace.write(`${name}/standby.signal`, '')
      const launched = workplace.launch({
        name,
        command: join(bin, 'postgres'),
        args: ['-D', data, '-c', `config_file=${configure()}`],
        lastSignal: 'SIGQUIT',
      })
      server = launched
      launched.once('exit', () => {
        if (server === launched) server = undefined
      })
    },

    requireStandby(standby) {
      required = standby
      configure()
      server?.kill('SIGHUP')
    },

    kill: () => void server?.kill('SIGKILL'),

    async fence() {
      server?.kill('SIGKILL')
      // Its processes work in its data folder, and may outlive the first one for a moment.
      for (let left = processesIn(data); left.length > 0; left = processesIn(data)) {
        for (const pid of left) sendSignal(pid, 'SIGKILL')
        await pause(20)
      }
      server = undefined
    },

    async ask<Row extends object>(
      text: string,
      { port: through = port, database = 'postgres', atMostMs = ASK_AT_MOST_MS } = {},
    ) {
      const client = new Client({
        user: 'postgres',
        password,
        host: '127.0.0.1',
        port: through,
        database,
        connectionTimeoutMillis: ASK_AT_MOST_MS,
        query_timeout: atMostMs,
      })
      client.on('error', () => {})
      try {
        await client.connect()
        return (await client.query<Row>(text)).rows
      } finally {
        void client.end().catch(() => {})
      }
    },
  }
  return node
}

/** The processes that work in a folder, such as those of a server in its data. */
export function processesIn(folder: string): number[] {
  return globSync('/proc/[0-9]*/cwd')
    .filter((link) => targetOf(link) === folder)
    .map((link) => Number(link.split('/')[2]))
}

function targetOf(link: string): string | undefined {
  try {
    return readlinkSync(link)
  } catch {
    return undefined
  }
}

export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has exited by itself.
  }
}
