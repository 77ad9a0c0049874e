import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { openEmailVideo } from '#server/adapters/email-video-http.ts'
import { openFraudRules } from '#server/adapters/fraud-rules.ts'
import { keepInOutbox } from '#server/adapters/mail-kept.ts'
import { openOutgoingMail } from '#server/adapters/outgoing-mail-smtp.ts'
import { openSandbox } from '#server/adapters/payments-sandbox.ts'
import { buildApp, declareJobs } from '#server/app.ts'
import { type Config, parseConfig } from '#server/config/config.ts'
import type { Deps } from '#server/deps.ts'
import { openPasswords } from '#server/identity/passwords.ts'
import { shareSecrets } from '#server/identity/shared-secrets.ts'
import type { Database } from '#server/platform/db/database.ts'
import { loadPageBundle } from '#server/platform/http/page-bundle.ts'
import { openJobs } from '#server/platform/jobs/jobs.ts'
import { logSerializers } from '#server/platform/log/log.ts'
import type { MailCarrier } from '#server/ports/mail.ts'
import type { OutgoingMail } from '#server/ports/outgoing-mail.ts'
import type { Payments } from '#server/ports/payments.ts'
import { listUntold } from './feed.ts'
import { openReused, type Reusable } from './reused-database.ts'
import { makeEmbedded, makePostgres } from './test-databases.ts'

export type Harness = Deps & {
  app: FastifyInstance
  clock: TestClock
  /** Everything that was logged, as text, to check that secrets are absent. */
  logged(): string
  /** Compares with the other instances on this database, as each does every minute. */
  compareSecrets(): Promise<void>
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
  prepare?: (app: FastifyInstance, deps: Deps) => void
}

/** The real application on a fresh database of the kind under test, with a clock the test controls. */
export async function openHarness(options: HarnessOptions = {}): Promise<Harness> {
  const unshared = testConfig(options.environment)
  const { log, logged } = openTestLog()
  const db = options.db ?? (await freshDatabase())
  const shared = await shareSecrets({ db, log }, unshared.secrets)
  const config = { ...unshared, secrets: shared.secrets }
  const clock = testClock(options.now)
  const payments = options.payments?.(db, clock) ?? openSandbox({ db, clock })
  const fraud = openFraudRules({ db, log, limits: config.fraudLimits })
  const emailVideo = config.emailVideo.tokenUrl ? openEmailVideo(config.emailVideo) : undefined
  const jobs = openJobs({ db, works: options.works ?? false, pollSeconds: 0.1, onError: () => {} })
  const outgoingMail = options.outgoingMail ?? openOutgoingMail({ allowsPrivate: true, timeoutMs: 5_000 })
  declareJobs({ db, clock, jobs, config, payments, outgoingMail, log }, options.carrier ?? keepInOutbox())
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
  options.prepare?.(app, deps)
  await app.ready()
  return {
    ...deps,
    app,
    logged,
    compareSecrets: shared.compare,
    async close() {
      await app.close()
      await jobs.stop()
      await shared.leave()
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

/** A database of the kind under test, with nothing in it but the queues of the jobs. */
export function freshDatabase(): Promise<Database> {
  return openReused(makeDatabase)
}

/** An unused one: what earlier rows left behind in its files changes the planner's choices. */
export async function unusedDatabase(): Promise<Database> {
  const database = await makeDatabase()
  return database.open(database.drop)
}

function makeDatabase(): Promise<Reusable> {
  return process.env.TEST_DATABASE === 'postgres' ? makePostgres(addQueues) : makeEmbedded(addQueues)
}

/** Adding them takes longer than anything else in opening a harness. */
async function addQueues(db: Database): Promise<void> {
  const clock = testClock()
  const jobs = openJobs({ db, works: false, pollSeconds: 1, onError: () => {} })
  const { log } = openTestLog()
  const outgoingMail = openOutgoingMail({ allowsPrivate: true, timeoutMs: 5_000 })
  const payments = openSandbox({ db, clock })
  declareJobs({ db, clock, jobs, config: testConfig(), payments, outgoingMail, log }, keepInOutbox())
  await jobs.start()
  await jobs.stop()
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
