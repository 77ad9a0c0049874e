import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { findFreePort } from './find-free-port.ts'
import { type Cluster, makeCluster } from './make-cluster.ts'

export type Postgres = {
  url: string
  port: number
  /** Stops it and removes all its data. */
  stop(): Promise<void>
  /** Stops it immediately, losing open transactions, and restarts it at the same URL. */
  restart(): Promise<void>
  /** Ends it as kill -9 would; restart() starts it again. */
  kill(): Promise<void>
}

type Options = { port?: number; settings?: Record<string, string> }

/** Starts a separate PostgreSQL in a new folder. It ends with this process at the latest. */
export async function startPostgres(options: Options = {}): Promise<Postgres> {
  const port = options.port ?? (await findFreePort())
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const cluster = await makeCluster()
  let server: ChildProcess | undefined

  const launch = async () => {
    server = await launchServer(cluster, url, { ...defaults, port: `${port}`, ...options.settings })
  }
  const end = async (signal: NodeJS.Signals) => {
    if (!server || hasEnded(server)) return
    server.kill(signal)
    await once(server, 'exit')
  }
  const restart = async () => {
    await end('SIGQUIT')
    await launch()
  }

  try {
    await launch()
  } catch (error) {
    await cluster.remove()
    throw error
  }
  return { url, port, restart, kill: () => end('SIGKILL'), stop: cluster.remove }
}

/** Settings as in an installation, for measurements. */
export const durable = { fsync: 'on', full_page_writes: 'on' }

/** Loses nothing when a process is killed, only when the machine is. */
const defaults = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
}

async function launchServer(cluster: Cluster, url: string, settings: Record<string, string>) {
  const { bin, data, log, owner } = cluster
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const deadline = Date.now() + 30_000
  for (;;) {
    const output = openSync(log, 'w')
    // Detached, so that Ctrl-C goes to the tests first and they can shut down in order.
    const server = spawn(join(bin, 'postgres'), ['-D', data, ...flags], {
      ...owner,
      detached: true,
      stdio: ['ignore', output, output],
    })
    closeSync(output)
    if (await becomesReady(server, url, deadline)) return server
    const said = readFileSync(log, 'utf8')
    // After a kill, the old server's orphaned processes need a moment to exit.
    const isUsedByOrphans = said.includes('pre-existing shared memory block')
    if (!isUsedByOrphans || Date.now() > deadline) throw new Error(`PostgreSQL did not start:\n${said}`)
  }
}

async function becomesReady(server: ChildProcess, url: string, deadline: number) {
  while (!hasEnded(server) && Date.now() < deadline) {
    if (await answers(url)) return !hasEnded(server)
    await pause(50)
  }
  return false
}

async function answers(url: string) {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 1000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end()
  }
}

function hasEnded(server: ChildProcess) {
  return server.exitCode !== null || server.signalCode !== null
}
