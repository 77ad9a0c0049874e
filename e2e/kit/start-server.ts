import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { migrate } from '#server/platform/db/migrate.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { compileCache } from '../../scripts/compile-cache.ts'
import { findFreePort } from '../../scripts/find-free-port.ts'
import { launchProduct, type Product } from '../../scripts/launch-product.ts'
import { wideFraudLimits } from '../../scripts/wide-fraud-limits.ts'
import { seedSampleAccounts } from '../../server/demo/sample-accounts.ts'
import { seedSampleOperators } from '../../server/demo/sample-operators.ts'
import { openPasswords } from '../../server/identity/passwords.ts'

/** The product as `npm start` runs it, with its own database. */
export type Server = Omit<Product, 'stop'> & {
  stop(): Promise<void>
  /** Runs an operator's command, as `npm run admin -- …` does. Returns its output. */
  admin(...argv: string[]): Promise<string>
}

export async function startServer(env: Record<string, string>): Promise<Server> {
  const dataDir = await mkdtemp(join(tmpdir(), 'front-desk-e2e-'))
  const database = process.env.E2E_DATABASE === 'postgres' ? await makeDatabase() : undefined
  if (!database) await cp(process.env.E2E_DATA_FOLDER ?? '', dataDir, { recursive: true })
  const product = await launchProduct({
    DATA_DIR: dataDir,
    TRUST_PROXY: '1',
    LOG_LEVEL: 'info',
    ...wideFraudLimits,
    ...(database && {
      DATABASE_URL: database.url,
      SECRETS: secrets[0],
      DESK_PORT: String(await findFreePort()),
    }),
    ...env,
  })
  const settings = {
    DATA_DIR: dataDir,
    ...(database && { DATABASE_URL: database.url, SECRETS: secrets[0], SANDBOX_PAYMENTS: 'yes' }),
    ...env,
  }
  return {
    ...product,
    async admin(...argv) {
      const { PATH = '', HOME = '' } = process.env
      const options = {
        cwd: join(import.meta.dirname, '../..'),
        env: { PATH, HOME, ...compileCache, ...settings },
      }
      const command = ['--liftoff-only', 'server/admin/main.ts', ...argv]
      return (await promisify(execFile)(process.execPath, command, options)).stdout
    },
    async stop() {
      const endedWell = await product.stop()
      await database?.drop()
      await rm(dataDir, { recursive: true, force: true })
      if (!endedWell) throw new Error(`The server did not end well. It wrote:\n${product.output()}`)
    },
  }
}

/** The embedded start makes its own. */
const secrets = ['a secret that only the stories know and that is long enough'] as const

/** Adds the embedded mode's sample accounts to PostgreSQL, so that the tests find the same ones on both. */
async function makeDatabase() {
  const url = process.env.E2E_DATABASE_URL
  if (!url) throw new Error('E2E_DATABASE=postgres needs E2E_DATABASE_URL, a PostgreSQL that we may fill.')
  const name = `e2e_${randomBytes(6).toString('hex')}`
  await execute(url, `create database ${name}`)
  const own = new URL(url)
  own.pathname = `/${name}`
  const db = openPostgres({ url: own.href, poolSize: 2, onIdleError: () => {} })
  await migrate(db)
  const passwords = openPasswords({ cost: 'low', atOnce: 1, waiting: 1 })
  await seedSampleAccounts({ db, passwords, now: new Date(), publicUrl: 'http://localhost:3000' })
  await seedSampleOperators({ db, passwords, secrets, now: new Date() })
  await db.close()
  return { url: own.href, drop: () => execute(url, `drop database ${name} with (force)`) }
}

async function execute(url: string, sql: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(sql)
  await client.end()
}
