import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { compileCache } from '../compile-cache.ts'
import { keepRunning, type Part, type Silence } from './keep-running.ts'
import { systemEnv, type Workplace } from './workplace.ts'

/** A process of the product: it answers requests, or runs the jobs. */
export type Instance = Part & { url: string; port: number }

const root = join(import.meta.dirname, '../..')
const READY_WITHIN_MS = 90_000
const LOOK_EVERY_MS = 1_000
const SILENT_AT_MOST_MS = 15_000
const ANSWERS_WITHIN_MS = SILENT_AT_MOST_MS / 3
/** It may wait for the database, or for another instance's migration, before it listens. */
const STARTS_WITHIN_MS = 20 * 60_000

export function startInstance(
  workplace: Workplace,
  name: string,
  port: number,
  env: Record<string, string>,
  say?: (line: string) => void,
): Instance {
  const url = `http://127.0.0.1:${port}`
  const isWorker = name === 'worker'
  const part = keepRunning(
    workplace,
    {
      name,
      command: process.execPath,
      args: ['server/main.ts', ...(isWorker ? ['--worker'] : [])],
      cwd: root,
      isOurs: true,
      env: {
        ...systemEnv(),
        ...compileCache,
        ...env,
        HOST: '127.0.0.1',
        PORT: String(port),
      },
    },
    { ...(isWorker ? {} : { silence: silenceOf(url) }), ...(say ? { say } : {}) },
  )
  return { ...part, port, url }
}

/** A 503 is an answer: without a database an instance serves nothing, and a restart would not help. */
function silenceOf(url: string): Silence {
  return {
    async answers() {
      const answer = await fetch(`${url}/health`, { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) }).catch(
        () => undefined,
      )
      await answer?.body?.cancel()
      return answer !== undefined
    },
    question: '/health',
    everyMs: LOOK_EVERY_MS,
    atMostMs: SILENT_AT_MOST_MS,
    startsWithinMs: STARTS_WITHIN_MS,
  }
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
