import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { compileCache } from '../compile-cache.ts'
import { keepRunning, type Part } from './keep-running.ts'
import { systemEnv, type Workplace } from './workplace.ts'

/** A process of the product: it answers requests, or runs the jobs. */
export type Instance = Part & { url: string; port: number }

const root = join(import.meta.dirname, '../..')
const READY_WITHIN_MS = 90_000

export function startInstance(
  workplace: Workplace,
  name: string,
  port: number,
  env: Record<string, string>,
): Instance {
  const part = keepRunning(workplace, {
    name,
    command: process.execPath,
    args: ['server/main.ts', ...(name === 'worker' ? ['--worker'] : [])],
    cwd: root,
    isOurs: true,
    env: {
      ...systemEnv(),
      ...compileCache,
      ...env,
      HOST: '127.0.0.1',
      PORT: String(port),
    },
  })
  return { ...part, port, url: `http://127.0.0.1:${port}` }
}

export async function becomesReady(workplace: Workplace, { name, url }: Instance): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS
  while (Date.now() < deadline) {
    const answer = await fetch(`${url}/ready`).catch(() => undefined)
    await answer?.body?.cancel()
    if (answer?.status === 200) return
    await pause(50)
  }
  throw new Error(`${name} did not become ready. It wrote:\n${workplace.logOf(name)}`)
}
