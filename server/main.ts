import { setTimeout as sleep } from 'node:timers/promises'
import { openEmailVideo } from './adapters/email-video-http.ts'
import { openFraudRules } from './adapters/fraud-rules.ts'
import { keepInOutbox } from './adapters/mail-kept.ts'
import { sendMails } from './adapters/mail-smtp.ts'
import { openOutgoingMail } from './adapters/outgoing-mail-smtp.ts'
import { openBraintree } from './adapters/payments-braintree.ts'
import { openSandbox } from './adapters/payments-sandbox.ts'
import { openAdminSocket } from './admin/local-socket.ts'
import { runCommand } from './admin/run-command.ts'
import { buildApp, declareJobs, isDemo } from './app.ts'
import { type Config, parseConfig } from './config/config.ts'
import { seedSampleAccounts } from './demo/sample-accounts.ts'
import { seedSampleOperators } from './demo/sample-operators.ts'
import { describeDemo } from './demo/welcome.ts'
import { buildDesk } from './desk/desk-app.ts'
import { openPasswords } from './identity/passwords.ts'
import { type SharedSecrets, shareSecrets } from './identity/shared-secrets.ts'
import { type ClockCheck, checkedClock, openClockCheck } from './platform/clock-check.ts'
import { type DataFolderLock, explainDataFolder } from './platform/db/data-folder.ts'
import type { Database } from './platform/db/database.ts'
import { openStorage } from './platform/db/open-storage.ts'
import { describeFailure } from './platform/describe-failure.ts'
import { listen } from './platform/http/open-http.ts'
import { loadPageBundle } from './platform/http/page-bundle.ts'
import { openStopping, type Stopping } from './platform/http/stopping.ts'
import { openJobs } from './platform/jobs/jobs.ts'
import { openLog } from './platform/log/log.ts'
import { stopOnSignals } from './platform/stop-on-signals.ts'
import { systemClock } from './ports/clock.ts'

const ofDesk = { port: 'DESK_PORT', host: 'DESK_HOST' }

/**
 * Reads the configuration, wires the dependencies, and starts the whole service, or with --worker only its
 * jobs.
 */
try {
  const config = parseConfig()
  await start(config, process.argv.includes('--worker')).catch((error) => {
    throw config.database.kind === 'embedded' ? explainDataFolder(config.database.folder, error) : error
  })
} catch (error) {
  sayError(error)
  process.exit(1)
}

async function start(parsed: Config, isWorker: boolean): Promise<void> {
  const say = (line: string) => process.stdout.write(`${line}\n`)
  const log = openLog(parsed)
  for (const notice of parsed.notices) log.warn(notice)
  const { db, lock, secrets: configured } = await openStorage(parsed, say)
  const stopping = openStopping()
  const stops = [() => db.close(), async () => lock?.release()]
  const { started } = stopOnSignals({
    stopping,
    stops,
    isRunByNpm: parsed.isRunByNpm,
    say,
    onError: sayError,
  })
  const shared = await shareSecrets({ db, log }, configured, { isAlone: lock !== undefined })
  stops.unshift(() => shared.leave())
  try {
    await run({ ...parsed, secrets: shared.secrets }, isWorker, {
      db,
      lock,
      log,
      say,
      shared,
      stopping,
      stops,
    })
    started()
  } catch (error) {
    // A failed start is not an instance that others have to wait for.
    await shared.leave()
    throw error
  }
}

type Opened = {
  db: Database
  lock: DataFolderLock | undefined
  log: ReturnType<typeof openLog>
  say: (line: string) => void
  shared: SharedSecrets
  stopping: Stopping
  /** Shut down in this order. */
  stops: (() => Promise<void>)[]
}

async function run(config: Config, isWorker: boolean, opened: Opened): Promise<void> {
  const { db, lock, log, say, shared, stopping, stops } = opened
  const { secrets } = config
  const clockCheck = openClockCheck({ db, log })
  await waitForRightClock(clockCheck, stopping)
  if (stopping.isStopping()) return
  const clock = checkedClock(systemClock, clockCheck)
  const passwords = openPasswords(config.passwords)
  // Sample accounts come first, or the figures' first count would find none and be shown for minutes.
  let isSeeded = isWorker || !isDemo(config)
  const jobs = openJobs({
    db,
    works: isWorker || config.runsJobs,
    pollSeconds: 3,
    mayWork: async () => isSeeded && clockCheck.confirm(),
    onError: (error, job) => log.warn({ job, reason: error.message }, 'a job will be tried again'),
  })
  const payments = config.braintree ? openBraintree(config.braintree) : openSandbox({ db, clock })
  const fraud = openFraudRules({ db, log, limits: config.fraudLimits })
  const emailVideo = config.emailVideo.tokenUrl ? openEmailVideo(config.emailVideo) : undefined
  const { smtp, from } = config.mail
  const outgoingMail = openOutgoingMail({ allowsPrivate: !config.isProduction })
  declareJobs(
    { db, clock, jobs, config, payments, outgoingMail, log },
    smtp ? sendMails({ ...smtp, from }) : keepInOutbox(),
  )
  await jobs.start()

  shared.watch()
  const unwatch = clockCheck.watch()
  stops.unshift(
    async () => unwatch(),
    () => jobs.stop(),
  )
  if (!isWorker) {
    if (isDemo(config)) {
      const now = clock.now()
      const { publicUrl } = config
      await seedSampleAccounts({ db, passwords, now, publicUrl, mailDeps: { config, jobs, now } })
      await seedSampleOperators({ db, passwords, secrets, now })
      isSeeded = true
    }
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
    const listeners: { close(): Promise<void> }[] = []
    // The desk first, so that it is up once the product is ready.
    if (config.desk) {
      const desk = await buildDesk({ ...deps, deskBundle: await loadPageBundle('desk') }, stopping)
      await listen(desk, { ...config.desk, whose: ' of the desk', settings: ofDesk })
      listeners.push(desk)
    }
    const app = await buildApp(deps, { clockCheck, stopping })
    await listen(app, { ...config, whose: '', settings: { port: 'PORT', host: 'HOST' } })
    lock?.announce(config.publicUrl)
    listeners.push(app)
    stops.unshift(async () => void (await Promise.all(listeners.map((listener) => listener.close()))))
    if (config.database.kind === 'embedded') {
      listeners.push(
        await openAdminSocket(config.database.folder, ({ argv, actor, input }) =>
          runCommand(deps, argv, actor, input),
        ),
      )
    }
  }
  if (stopping.isStopping()) return
  say(isWorker ? 'The worker is running. Press Ctrl-C to stop it.' : welcome(config))
}

/** A process that cannot tell the time must not start: it would write wrong dates for others to read. */
async function waitForRightClock(clockCheck: ClockCheck, stopping: Stopping): Promise<void> {
  while (!(await clockCheck.confirm()) && !stopping.isStopping()) await sleep(1_000)
}

function welcome(config: Config): string {
  const line = `Front Desk is running at ${config.publicUrl}/login/   (press Ctrl-C to stop)`
  if (isDemo(config)) return `${line}\n${describeDemo(config)}`
  return config.desk ? `${line}\n  Operators' desk: ${config.desk.url}/desk/` : line
}

function sayError(error: unknown): void {
  process.stderr.write(`${describeFailure(error)}\n`)
}
