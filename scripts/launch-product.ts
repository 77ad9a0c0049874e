import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { compileCache } from './compile-cache.ts'
import { findFreePort } from './find-free-port.ts'

/** A running product process, as started by `npm start`. */
export type Product = {
  url: string
  port: number
  /**
   * The operators' desk, on a separate free port. On PostgreSQL there is none unless `DESK_PORT` is given.
   */
  deskUrl: string
  pid: number
  /** Everything written so far, logs and errors. */
  output(): string
  hasEnded(): boolean
  /** Asks the process to stop. True if it exited by itself and successfully. */
  stop(): Promise<boolean>
  kill(): Promise<void>
  ended: Promise<number | null>
}

const root = join(import.meta.dirname, '..')

/** The command of `npm start`: for measuring how fast the product is. */
export const asShipped = [process.execPath, 'server/main.ts']

/**
 * For products that run for seconds or minutes: the embedded database is WebAssembly, and optimizing it costs
 * more CPU time than such a short run gains.
 */
const shortRun = [process.execPath, '--liftoff-only', 'server/main.ts']

export async function launchProduct(env: Record<string, string>, command?: string[]): Promise<Product> {
  const product = await spawnProduct(env, command)
  if (await becomesReady(product)) return product
  await product.kill()
  throw new Error(`The server did not become ready. It wrote:\n${product.output()}`)
}

/** Does not wait until it is ready: for starts that are meant to fail. */
export async function spawnProduct(
  env: Record<string, string>,
  [program = '', ...args]: string[] = shortRun,
): Promise<Product> {
  const port = Number(env.PORT ?? (await findFreePort()))
  // As with npm start: on PostgreSQL there is no desk unless its port is given.
  const deskPort = env.DESK_PORT ?? (env.DATABASE_URL ? 'off' : String(await findFreePort()))
  const child = spawn(program, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...systemEnv(),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      PASSWORD_HASH_COST: 'low',
      SANDBOX_PAYMENTS: 'yes',
      ...compileCache,
      ...env,
      PORT: String(port),
      DESK_PORT: deskPort,
    },
  })
  const killAtExit = () => child.kill('SIGKILL')
  process.once('exit', killAtExit)
  // Not 'exit': what it wrote last may be read only after that.
  const ended = once(child, 'close').then(([code]) => {
    process.off('exit', killAtExit)
    return code as number | null
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  return {
    url: `http://localhost:${port}`,
    port,
    deskUrl: `http://localhost:${deskPort}`,
    pid: child.pid ?? 0,
    output: () => output,
    hasEnded: () => hasEnded(child),
    ended,
    stop: () => endChild(child),
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** The variables that programs need from the system; the rest of the environment must not affect a test. */
function systemEnv() {
  const names = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'SystemRoot']
  return Object.fromEntries(names.map((name) => [name, process.env[name]]))
}

async function becomesReady({ port, hasEnded }: Product) {
  const deadline = Date.now() + 90_000
  while (!hasEnded() && Date.now() < deadline) {
    const answer = await fetch(`http://127.0.0.1:${port}/ready`).catch(() => undefined)
    await answer?.body?.cancel()
    if (answer?.status === 200) return true
    await pause(50)
  }
  return false
}

async function endChild(child: ChildProcess) {
  if (hasEnded(child)) return false
  const impatience = setTimeout(() => child.kill('SIGKILL'), 20_000)
  child.kill('SIGTERM')
  const [code] = await once(child, 'exit')
  clearTimeout(impatience)
  return code === 0
}

function hasEnded(child: ChildProcess) {
  return child.exitCode !== null || child.signalCode !== null
}
