// Two operators with their own connections, in one process that stays: a process for each of their commands would cost
// more than the command. Each command is given by both at the same time.
import { userInfo } from 'node:os'
import { keepMails } from '#server/adapters/mail-kept.ts'
import { openOutgoingMail } from '#server/adapters/outgoing-mail-smtp.ts'
import { openSandbox } from '#server/adapters/payments-sandbox.ts'
import { runCommand } from '#server/admin/run-command.ts'
import { declareJobs } from '#server/app.ts'
import { parseConfig } from '#server/config/config.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { openJobs } from '#server/platform/jobs/jobs.ts'
import { openLog } from '#server/platform/log/log.ts'
import { isRefused } from '#server/platform/refusal.ts'
import { systemClock as clock } from '#server/ports/clock.ts'
import type { CommandEnd } from './operators.ts'

const config = parseConfig()
const actor = `operator:${userInfo().username}`
const operators = await Promise.all([openOperator(), openOperator()])

process.on('message', async (argv: string[]) => {
  process.send?.(await Promise.all(operators.map((give) => give(argv))))
})
process.on('disconnect', () => process.exit())
process.send?.('ready')

/** Wired as the command line is. */
async function openOperator(): Promise<(argv: string[]) => Promise<CommandEnd>> {
  const { database } = config
  if (database.kind !== 'postgres') throw new Error('Two operators need PostgreSQL')
  const db = openPostgres({ ...database, poolSize: 4, onIdleError: () => {} })
  const payments = openSandbox({ db, clock })
  const jobs = openJobs({ db, works: false, pollSeconds: 3, onError: () => {} })
  const deps = { db, clock, jobs, config, payments, log: openLog(config) }
  declareJobs({ ...deps, outgoingMail: openOutgoingMail({ allowsPrivate: false }) }, keepMails())
  await jobs.start()
  return async (argv) => {
    try {
      const told = await runCommand(deps, argv, actor)
      return isRefused(told) ? { end: 1, said: String(told.errors ?? told.refused) } : { end: 0, said: '' }
    } catch (error) {
      return { end: 1, said: (error as Error).stack ?? String(error) }
    }
  }
}
