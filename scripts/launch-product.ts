import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findFreePort } from './find-free-port.ts'

/** A running product process, as `npm start` runs it. */
export type Product = {
  url: string
  port: number
  pid: number
  /** All it wrote so far, logs and errors. */
  output(): string
  hasEnded(): boolean
  /** Asks it to end. True when it ended by itself and well. */
  stop(): Promise<boolean>
  kill(): Promise<void>
  ended: Promise<number | null>
}

const root = join(import.meta.dirname, '..')

/**
 * For a product that runs for seconds or minutes: the embedded database is WebAssembly, and making it fast while it
 * runs takes more of the processor than so short a run gets back.
 */
export const shortRun = [process.execPath, '--liftoff-only', 'server/main.ts']

export async function launchProduct(env: Record<string, string>, command?: string[]): Promise<Product> {
  const product = await spawnProduct(env, command)
  if (await becomesReady(product)) return product
  await product.kill()
  throw new Error(`The server did not become ready. It wrote:\n${product.output()}`)
}

/** Without waiting for it: for starts that are meant to fail. */
export async function spawnProduct(
  env: Record<string, string>,
  [program = '', ...args]: string[] = [process.execPath, 'server/main.ts'],
): Promise<Product> {
  const port = Number(env.PORT ?? (await findFreePort()))
  const child = spawn(program, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...systemEnv(),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      PASSWORD_HASH_COST: 'low',
      SANDBOX_PAYMENTS: 'yes',
      ...env,
      PORT: String(port),
    },
  })
  const killAtExit = () => child.kill('SIGKILL')
  process.once('exit', killAtExit)
  const ended = once(child, 'exit').then(([code]) => {
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

/** What programs need from the machine; the rest of the person's environment must not change a test. */
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
