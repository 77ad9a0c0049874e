// `node operator-process.ts WORK` is two operators with separate connections, who both do what the parent
// sends, at the same time: a process for each would cost more than the work. With a request as an argument,
// one does it and exits.
import { keepInOutbox } from '#server/adapters/mail-kept.ts'
import { openOutgoingMail } from '#server/adapters/outgoing-mail-smtp.ts'
import { openSandbox } from '#server/adapters/payments-sandbox.ts'
import { declareJobs } from '#server/app.ts'
import { parseConfig } from '#server/config/config.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { openJobs } from '#server/platform/jobs/jobs.ts'
import { openLog } from '#server/platform/log/log.ts'
import type { Refused } from '#server/platform/refusal.ts'
import { systemClock as clock } from '#server/ports/clock.ts'

const [, , work, request] = process.argv
const { carryOut } = (await import(`./${work}.ts`)) as {
  carryOut(deps: Awaited<ReturnType<typeof openDeps>>, one: unknown): Promise<Refused | undefined>
}
const config = parseConfig()

if (request !== undefined) {
  await carryOut(await openDeps(), JSON.parse(request))
  process.exit()
}
const operators = [await openDeps(), await openDeps()]
process.on('message', async (one) => {
  const said = await Promise.all(
    operators.map((deps) =>
      carryOut(deps, one).then(
        (refused) => refused && JSON.stringify(refused),
        (error: Error) => error.stack ?? String(error),
      ),
    ),
  )
  process.send?.(said.filter((text) => text !== undefined))
})
process.on('disconnect', () => process.exit())
process.send?.('ready')

/** Wired like a process of the product that runs no jobs. */
async function openDeps() {
  const { database } = config
  if (database.kind !== 'postgres') throw new Error('Two operators need PostgreSQL')
  const db = openPostgres({ ...database, poolSize: 4, onIdleError: () => {} })
  const payments = openSandbox({ db, clock })
  const jobs = openJobs({ db, works: false, pollSeconds: 3, onError: () => {} })
  const deps = { db, clock, jobs, config, payments, log: openLog(config) }
  declareJobs({ ...deps, outgoingMail: openOutgoingMail({ allowsPrivate: false }) }, keepInOutbox())
  await jobs.start()
  return deps
}
