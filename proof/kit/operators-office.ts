import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Database } from '#server/platform/db/database.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { compileCache } from '../../scripts/compile-cache.ts'
import { launchProduct, type Product } from '../../scripts/launch-product.ts'

/** The operators' work: a module of this folder that exports `carryOut(deps, asked)`. */
export type Work = 'money-back' | 'held-decisions'

/** A running product, and operators beside it whose process is killed. With a fault, both are broken. */
export type Office<Asked> = {
  product: Product
  db: Database
  /** How often an operator's process was killed, at different statements. */
  kills: number
  asked: Asked[]
  /** Whether the process was killed before finishing. */
  carryOutKilled(one: Asked, killAt: string): Promise<boolean>
  /** Two operators carry out the same at the same time. Returns the messages of refusals and failures. */
  carryOutTwice(one: Asked): Promise<string[]>
  stop(): Promise<void>
}

export async function openOffice<Asked extends object>(
  databaseUrl: string,
  work: Work,
  fault?: string,
): Promise<Office<Asked>> {
  const env = {
    DATABASE_URL: databaseUrl,
    SECRETS: 'x'.repeat(40),
    SETTLE_SECONDS: '2',
    TRUST_PROXY: '1',
    LOG_LEVEL: 'error',
  }
  const product = await launchProduct({ ...env, ...broken(fault) })
  const operatorEnv = { PATH: process.env.PATH, ...compileCache, SANDBOX_PAYMENTS: 'yes', ...env }
  const start = (more: Record<string, string>, ...args: string[]) =>
    fork(join(import.meta.dirname, 'operator-process.ts'), [work, ...args], {
      env: { ...operatorEnv, ...more },
      execArgv: [],
    })
  const two = start(broken(fault))
  const lost = once(two, 'exit').then(() => {
    throw new Error('The operators’ process has ended')
  })
  lost.catch(() => {})
  const answer = async <Answer>() => (await Promise.race([once(two, 'message'), lost]))[0] as Answer
  await answer()
  const db = openPostgres({ url: databaseUrl, poolSize: 4, onIdleError: () => {} })
  return {
    product,
    db,
    kills: 0,
    asked: [],
    async carryOutKilled(one, killAt) {
      const child = start({ ...broken(fault, 'kill-at-step'), KILL_AT: killAt }, JSON.stringify(one))
      const [, signal] = await once(child, 'close')
      return signal === 'SIGKILL'
    },
    async carryOutTwice(one) {
      const said = answer<string[]>()
      two.send(one)
      return said
    },
    async stop() {
      await db.close()
      const ended = once(two, 'exit')
      two.disconnect()
      await Promise.all([ended, product.stop()])
    },
  }
}

/** `stride`: kill before every nth statement. `only`: once, before the statement that contains this text. */
export type Kills = { stride?: number; only?: string }

/**
 * Carries out one case after another, killed before its first statement, its second, and so on, until it
 * finishes. Each time, two operators then repeat it at the same time. Returns how often a process was killed.
 */
export async function killAtEveryStep<Asked extends object>(
  office: Office<Asked>,
  work: {
    prepare(step: number): Promise<Asked>
    /** False: the second operator may be refused. */
    mustSucceed: boolean
  },
  { stride = 1, only }: Kills = {},
): Promise<number> {
  const before = office.kills
  for (let step = 1; step < 100; step += stride) {
    const one = await work.prepare(step)
    office.asked.push(one)
    const isKilled = await office.carryOutKilled(one, only ?? String(step))
    const refusals = await office.carryOutTwice(one)
    if (work.mustSucceed && refusals.length > 0)
      throw new Error(`${JSON.stringify(one)} was refused: ${refusals.join('; ')}`)
    if (isKilled) office.kills += 1
    if (!isKilled || only !== undefined) break
  }
  return office.kills - before
}

function broken(...faults: (string | undefined)[]): Record<string, string> {
  const imports = faults.flatMap((fault) => (fault ? [`--import=./proof/faults/${fault}.ts`] : []))
  return imports.length === 0 ? {} : { NODE_OPTIONS: imports.join(' ') }
}
