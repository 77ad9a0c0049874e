import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Database } from '#server/platform/db/database.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { compileCache } from '../../scripts/compile-cache.ts'
import { launchProduct, type Product } from '../../scripts/launch-product.ts'
import { type CommandEnd, type Operators, startOperators } from './operators.ts'

const root = join(import.meta.dirname, '../..')

/** A running product, and operators beside it whose command lines are killed. With a fault, both are broken. */
export type Office<Done> = {
  databaseUrl: string
  product: Product
  db: Database
  /** The command line was killed this many times, at different statements. */
  kills: number
  done: Done[]
  fault: string | undefined
  operators: Operators
  stop(): Promise<void>
}

export async function openOffice<Done>(databaseUrl: string, fault?: string): Promise<Office<Done>> {
  const product = await launchProduct({ ...envOf(databaseUrl), ...broken(fault) })
  const operators = await startOperators(commandEnv(databaseUrl, fault))
  const db = openPostgres({ url: databaseUrl, poolSize: 4, onIdleError: () => {} })
  return {
    databaseUrl,
    product,
    db,
    kills: 0,
    done: [],
    fault,
    operators,
    async stop() {
      await db.close()
      await Promise.all([operators.stop(), product.stop()])
    },
  }
}

/** `stride`: kill before every so many statements. `only`: once, before the statement that contains this text. */
export type Kills = { stride?: number; only?: string }

/**
 * Runs a command on one case after another, killed before its first statement, its second, and so on, until it comes to
 * its end. Each time, two operators then give the same command at the same time. Returns how often it was killed.
 */
export async function killCommand<Done>(
  office: Office<Done>,
  command: {
    prepare(step: number): Promise<Done>
    argvOf(one: Done): string[]
    /** False: whoever comes second may be refused. */
    mustSucceed: boolean
  },
  { stride = 1, only }: Kills = {},
): Promise<number> {
  const before = office.kills
  for (let step = 1; step < 100; step += stride) {
    const one = await command.prepare(step)
    const argv = command.argvOf(one)
    office.done.push(one)
    const isKilled = (await runKilled(office, argv, only ?? String(step))).end === 'SIGKILL'
    const ends = await office.operators.giveTwice(argv)
    const failed = command.mustSucceed && ends.find(({ end }) => end !== 0)
    if (failed) throw new Error(`"${argv.join(' ')}" ended with ${failed.end}: ${failed.said}`)
    if (isKilled) office.kills += 1
    if (!isKilled || only !== undefined) break
  }
  return office.kills - before
}

async function runKilled<Done>(
  { databaseUrl, fault }: Office<Done>,
  argv: string[],
  killAt: string,
): Promise<CommandEnd> {
  const child = spawn(process.execPath, ['server/admin/main.ts', ...argv], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...commandEnv(databaseUrl, fault, 'kill-at-step'), KILL_AT: killAt },
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const [code, signal] = await once(child, 'close')
  return { end: signal ?? code, said }
}

function commandEnv(databaseUrl: string, ...faults: (string | undefined)[]) {
  return {
    PATH: process.env.PATH,
    ...compileCache,
    SANDBOX_PAYMENTS: 'yes',
    ...envOf(databaseUrl),
    ...broken(...faults),
  }
}

function envOf(databaseUrl: string): Record<string, string> {
  const behindProxy = { TRUST_PROXY: '1', LOG_LEVEL: 'error' }
  return { DATABASE_URL: databaseUrl, SECRETS: 'x'.repeat(40), SETTLE_SECONDS: '2', ...behindProxy }
}

function broken(...faults: (string | undefined)[]): { NODE_OPTIONS?: string } {
  const imports = faults.flatMap((fault) => (fault ? [`--import=./proof/faults/${fault}.ts`] : []))
  return imports.length === 0 ? {} : { NODE_OPTIONS: imports.join(' ') }
}
