import { createReadStream, existsSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { pino } from 'pino'
import { type Config, parseConfig } from '#server/config/config.ts'
import { shareSecrets } from '#server/identity/shared-secrets.ts'
import { checkedClock, openClockCheck } from '#server/platform/clock-check.ts'
import { DataFolderInUse, explainDataFolder, isDataFolder } from '#server/platform/db/data-folder.ts'
import { openStorage } from '#server/platform/db/open-storage.ts'
import { describeFailure } from '#server/platform/describe-failure.ts'
import { openJobs } from '#server/platform/jobs/jobs.ts'
import { openLog } from '#server/platform/log/log.ts'
import { problems } from '#server/platform/problems.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import { keepInOutbox } from '../adapters/mail-kept.ts'
import { openOutgoingMail } from '../adapters/outgoing-mail-smtp.ts'
import { openBraintree } from '../adapters/payments-braintree.ts'
import { openSandbox } from '../adapters/payments-sandbox.ts'
import { declareJobs } from '../app.ts'
import { systemClock } from '../ports/clock.ts'
import type { Command, Report } from './command.ts'
import { AnswerLost, callAdminSocket, type SocketRequest } from './local-socket.ts'
import { help, printed, printedAsCsv, printedAsJson, printedBesideCsv } from './print.ts'
import { commandOf, runCommand, unknownCommand, usageOf, withPaths } from './run-command.ts'

/** The operator's command line: `npm run admin -- COMMAND …`. */
const words = process.argv.slice(2)
const argv = words.filter((word) => word !== '--json' && word !== '--csv')
const isJson = words.includes('--json')
const isCsv = words.includes('--csv')
/** For a file or a pipe. The beginning of a bounced message is enough. */
const INPUT_AT_MOST = 256 * 1024
const print = isJson ? printedAsJson : isCsv ? printedAsCsv : printed

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader closed the pipe (`| head`, or a pager).
  if (error.code === 'EPIPE') return
  process.stderr.write(`The output could not be written: ${error.message}\n`)
  process.exit(1)
})
process.stderr.on('error', () => {})

try {
  process.exitCode = await answer()
} catch (error) {
  process.stderr.write(`${error instanceof AnswerLost ? error.message : describeFailure(error)}\n`)
  process.exitCode = 1
}

async function answer(): Promise<number> {
  const [first = 'help', ...rest] = argv
  if (first === 'help' || argv.includes('--help')) {
    const text = help((first === 'help' ? rest : argv).filter((word) => word !== '--help'))
    if (isRefused(text)) return refuseWith(text.errors)
    process.stdout.write(`${text}\n`)
    return 0
  }
  // An unknown command is reported without opening the database.
  const command = commandOf(argv)
  if (!command) return refuseWith(unknownCommand(argv))
  if (isJson && isCsv) return refuseWith('Use only one of --json and --csv.')
  // Commands that print a secret have no CSV output.
  if (isCsv && !command.hasTables) return refuseWith(`"${command.name}" has no table. Leave --csv out.`)
  const input = command.takesInput ? await readInput(command, argv) : undefined
  if (isRefused(input)) return refuseWith(input.errors)
  const report = await ask(parseConfig(), {
    argv: withPaths(command, argv),
    actor: `operator:${userInfo().username}`,
    ...(input === undefined ? {} : { input }),
  })
  if (!isRefused(report)) {
    process.stdout.write(`${print(report)}\n`)
    const beside = isCsv ? printedBesideCsv(report) : ''
    if (beside) process.stderr.write(`${beside}\n`)
    return 0
  }
  return refuseWith(report.errors ?? problems[report.refused].text)
}

async function readInput(command: Command, words: readonly string[]): Promise<string | Refused> {
  const file = words[command.name.split(' ').length]
  if (file === undefined)
    return refuse('invalid-fields', {
      errors: `Name a file, or - for standard input. ${usageOf(command)}`,
    })
  if (file !== '-' && !existsSync(file)) return refuse('not-found', { errors: `There is no file ${file}.` })
  let text = ''
  try {
    for await (const chunk of file === '-' ? process.stdin : createReadStream(file)) {
      if (text.length < INPUT_AT_MOST) text += String(chunk)
    }
  } catch (error) {
    return refuse('invalid-fields', { errors: `${file} cannot be read: ${(error as Error).message}` })
  }
  return text.slice(0, INPUT_AT_MOST)
}

function refuseWith(text: unknown): number {
  process.stderr.write(`${isJson ? JSON.stringify({ error: text }) : text}\n`)
  return 1
}

/** Opens the database directly, or calls the server that has the data folder open. */
async function ask(config: Config, request: SocketRequest): Promise<Report | Refused> {
  const { database } = config
  if (database.kind === 'postgres') return runHere(config, request)
  if (!existsSync(database.folder))
    return refuse('not-found', {
      errors: `There is no data folder ${database.folder}. Run "npm start" first, or set DATA_DIR or DATABASE_URL.`,
    })
  if (!isDatabaseIn(database.folder))
    return refuse('not-found', {
      errors: `There is no database in the folder ${database.folder}. Run "npm start" first, or set DATA_DIR or DATABASE_URL.`,
    })
  try {
    return await runHere(config, request)
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error
    const report = await callAdminSocket(database.folder, request)
    if (report) return report
    throw error
  }
}

/** If it is not a folder, opening it reports the error. */
function isDatabaseIn(folder: string): boolean {
  try {
    return !statSync(folder).isDirectory() || isDataFolder(folder)
  } catch (error) {
    throw explainDataFolder(folder, error)
  }
}

async function runHere(unshared: Config, request: SocketRequest): Promise<Report | Refused> {
  const { database } = unshared
  const { db, lock, secrets } = await openStorage(unshared, (line) =>
    process.stderr.write(`${line}\n`),
  ).catch((error) => {
    throw database.kind === 'embedded' ? explainDataFolder(database.folder, error) : error
  })
  // Standard output may be parsed by a program, so the log goes to standard error.
  const log = openLog(unshared, pino.destination(2))
  const closeStorage = async () => {
    await db.close()
    lock?.release()
  }
  const shared = await shareSecrets({ db, log }, secrets, { isAlone: lock !== undefined }).catch(
    async (error) => {
      await closeStorage()
      throw error
    },
  )
  const config = { ...unshared, secrets: shared.secrets }
  const clockCheck = openClockCheck({ db, log: pino({ enabled: false }) })
  const clock = checkedClock(systemClock, clockCheck)
  const payments = config.braintree ? openBraintree(config.braintree) : openSandbox({ db, clock })
  const jobs = openJobs({ db, works: false, pollSeconds: 3, onError: () => {} })
  const deps = { db, clock, jobs, config, log }
  // No jobs run in this process, but a queue must be declared before a job is sent to it.
  declareJobs({ ...deps, payments, outgoingMail: openOutgoingMail({ allowsPrivate: false }) }, keepInOutbox())
  try {
    await clockCheck.confirm()
    // A wrong clock throws here instead of in the middle of a command.
    clock.now()
    await jobs.start()
    return await runCommand(deps, request.argv, request.actor, request.input)
  } finally {
    await jobs.stop()
    await shared.leave()
    await closeStorage()
  }
}
