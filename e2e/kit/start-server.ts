import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { findFreePort } from '../../scripts/find-free-port.ts'

/** The product as `npm start` runs it, with a database of its own. */
export type Server = {
  url: string
  dataDir: string
  /** All it wrote so far, logs and errors. */
  output(): string
  hasEnded(): boolean
  stop(): Promise<void>
}

const root = join(import.meta.dirname, '../..')

export async function startServer(env: Record<string, string>): Promise<Server> {
  const port = await findFreePort()
  const dataDir = await mkdtemp(join(tmpdir(), 'front-desk-e2e-'))
  const database = process.env.E2E_DATABASE === 'postgres' ? await makeDatabase() : undefined
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...systemEnv(),
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      PASSWORD_HASH_COST: 'low',
      ...(database && { DATABASE_URL: database.url }),
      ...env,
    },
  })
  const killAtExit = () => child.kill('SIGKILL')
  process.once('exit', killAtExit)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }

  const stop = async () => {
    const ended = await endChild(child)
    process.off('exit', killAtExit)
    await database?.drop()
    await rm(dataDir, { recursive: true, force: true })
    if (!ended) throw new Error(`The server did not end well. It wrote:\n${output}`)
  }
  if (!(await becomesReady(child, `http://127.0.0.1:${port}/ready`))) {
    await stop().catch(() => {})
    throw new Error(`The server did not become ready. It wrote:\n${output}`)
  }
  const url = `http://localhost:${port}`
  return { url, dataDir, output: () => output, hasEnded: () => hasEnded(child), stop }
}

/** What programs need from the machine; the rest of the person's environment must not change a test. */
function systemEnv() {
  const names = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'SystemRoot']
  return Object.fromEntries(names.map((name) => [name, process.env[name]]))
}

async function makeDatabase() {
  const url = process.env.E2E_DATABASE_URL
  if (!url) throw new Error('E2E_DATABASE=postgres needs E2E_DATABASE_URL, a PostgreSQL that we may fill.')
  const name = `e2e_${randomBytes(6).toString('hex')}`
  await execute(url, `create database ${name}`)
  const own = new URL(url)
  own.pathname = `/${name}`
  return { url: own.href, drop: () => execute(url, `drop database ${name} with (force)`) }
}

async function execute(url: string, sql: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(sql)
  await client.end()
}

async function becomesReady(child: ChildProcess, url: string) {
  const deadline = Date.now() + 45_000
  while (!hasEnded(child) && Date.now() < deadline) {
    const answer = await fetch(url).catch(() => undefined)
    await answer?.body?.cancel()
    if (answer?.status === 200) return true
    await pause(50)
  }
  return false
}

/** Says whether it ended by itself when asked to. */
async function endChild(child: ChildProcess) {
  if (hasEnded(child)) return false
  const impatience = setTimeout(() => child.kill('SIGKILL'), 10_000)
  child.kill('SIGTERM')
  const [code, signal] = await once(child, 'exit')
  clearTimeout(impatience)
  return code === 0 || signal === 'SIGTERM'
}

function hasEnded(child: ChildProcess) {
  return child.exitCode !== null || child.signalCode !== null
}
