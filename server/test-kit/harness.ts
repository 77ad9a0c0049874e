import path from 'node:path'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import pg from 'pg'
import { pino } from 'pino'
import { inject as provided } from 'vitest'
import '../../scripts/vitest-postgres.ts'
import { openEmailVideo } from '#server/adapters/email-video-http.ts'
import { openFraudRules } from '#server/adapters/fraud-rules.ts'
import { keepMails } from '#server/adapters/mail-kept.ts'
import { openOutgoingMail } from '#server/adapters/outgoing-mail-smtp.ts'
import { openSandbox } from '#server/adapters/payments-sandbox.ts'
import { buildApp, declareJobs } from '#server/app.ts'
import { type Config, parseConfig } from '#server/config/config.ts'
import type { Deps } from '#server/deps.ts'
import { openPasswords } from '#server/identity/passwords.ts'
import type { Database } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { loadPageBundle } from '#server/platform/http/page-bundle.ts'
import { openJobs } from '#server/platform/jobs/jobs.ts'
import { logSerializers } from '#server/platform/log/log.ts'
import type { MailCarrier } from '#server/ports/mail.ts'
import type { OutgoingMail } from '#server/ports/outgoing-mail.ts'
import type { Payments } from '#server/ports/payments.ts'
import { templatePath } from '../../scripts/template-name.mjs'
import { listUntold } from './feed.ts'
import { openReused, openUnused } from './reused-database.ts'

const ROOT = path.join(import.meta.dirname, '../..')

export type Harness = Deps & {
  app: FastifyInstance
  clock: TestClock
  /** Everything that was logged, as text, to check that secrets are absent. */
  logged(): string
  close(): Promise<void>
}

export type TestClock = { now(): Date; set(iso: string): void; advance(milliseconds: number): void }

export type HarnessOptions = {
  environment?: Record<string, string>
  carrier?: MailCarrier
  outgoingMail?: OutgoingMail
  payments?: (db: Database, clock: TestClock) => Payments
  /** Whether jobs run; otherwise they stay queued. */
  works?: boolean
  db?: Database
  now?: string
  prepare?: (app: FastifyInstance) => void
}

/** The real application on a fresh database of the kind under test, with a clock the test controls. */
export async function openHarness(options: HarnessOptions = {}): Promise<Harness> {
  const config = testConfig(options.environment)
  const { log, logged } = openTestLog()
  const db = options.db ?? (await freshDatabase())
  const clock = testClock(options.now)
  const payments = options.payments?.(db, clock) ?? openSandbox({ db, clock })
  const fraud = openFraudRules({ db, log, limits: config.fraudLimits })
  const emailVideo = config.emailVideo.tokenUrl ? openEmailVideo(config.emailVideo) : undefined
  const jobs = openJobs({ db, works: options.works ?? false, pollSeconds: 0.5, onError: () => {} })
  const outgoingMail = options.outgoingMail ?? openOutgoingMail({ allowsPrivate: true, timeoutMs: 5_000 })
  declareJobs({ db, clock, jobs, config, payments, outgoingMail, log }, options.carrier ?? keepMails())
  await jobs.start()
  const passwords = openPasswords(config.passwords)
  const [bundle, site] = await Promise.all([loadPageBundle('product'), loadPageBundle('site')])
  const deps = {
    config,
    log,
    clock,
    db,
    jobs,
    passwords,
    payments,
    fraud,
    emailVideo,
    outgoingMail,
    bundle,
    site,
  }
  const app = await buildApp(deps)
  options.prepare?.(app)
  await app.ready()
  return {
    ...deps,
    app,
    logged,
    async close() {
      await app.close()
      await jobs.stop()
      const untold = options.db ? [] : await listUntold(db)
      if (!options.db) await db.close()
      if (untold.length > 0) throw new Error(`The feed does not tell of: ${JSON.stringify(untold)}`)
    },
  }
}

export function testConfig(environment: Record<string, string> = {}): Config {
  return parseConfig({
    PUBLIC_URL: 'http://localhost:3000',
    PASSWORD_HASH_COST: 'low',
    SANDBOX_PAYMENTS: 'yes',
    SECRETS: 'a secret that only the tests know and that is long enough',
    ...environment,
  })
}

/** PGlite from the template, or a new database on the PostgreSQL of this test run. */
export async function freshDatabase(): Promise<Database> {
  if (process.env.TEST_DATABASE !== 'postgres') return openReused(templatePath(ROOT))
  migrated ??= makeMigrated()
  return openTestPostgres(await freshPostgresUrl(await migrated))
}

/** The same, in the state in which the template or the migrations left it, down to its files. */
export async function unusedDatabase(): Promise<Database> {
  return process.env.TEST_DATABASE === 'postgres' ? freshDatabase() : openUnused(templatePath(ROOT))
}

let migrated: Promise<string> | undefined

/**
 * Made once per process: copying it takes a tenth of the time of running migrations and creating the job
 * tables.
 */
async function makeMigrated(): Promise<string> {
  const url = await freshPostgresUrl()
  const db = openTestPostgres(url)
  await migrate(db)
  const jobs = openJobs({ db, works: false, pollSeconds: 1, onError: () => {} })
  await jobs.start()
  await jobs.stop()
  await db.close()
  return new URL(url).pathname.slice(1)
}

function openTestPostgres(url: string): Database {
  return openPostgres({ url, poolSize: 10, onIdleError: () => {} })
}

let databases = 0

export async function freshPostgresUrl(template = 'template1'): Promise<string> {
  const url = new URL(provided('postgresUrl'))
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  databases += 1
  url.pathname = `/test_${process.pid}_${databases}`
  await client.query(`create database ${url.pathname.slice(1)} template ${template}`)
  await client.end()
  return url.href
}

export function testClock(iso = '2026-11-15T15:00:00.000Z'): TestClock {
  let now = Date.parse(iso)
  return {
    now: () => new Date(now),
    set: (to) => {
      now = Date.parse(to)
    },
    advance: (milliseconds) => {
      now += milliseconds
    },
  }
}

function openTestLog(): { log: FastifyBaseLogger; logged: () => string } {
  let text = ''
  const write = (line: string) => {
    text += line
  }
  const log = pino({ level: 'debug', serializers: logSerializers }, { write })
  return { log, logged: () => text }
}
