import { warnOfExpiringCards } from '#server/billing/cards/card-mails.ts'
import type { Deps } from '#server/deps.ts'
import { sql } from '#server/platform/db/sql.ts'
import { later, MINUTE, SECOND } from '#server/ports/clock.ts'
import { LAST_DAY_AFTER_MS } from './dunning.ts'
import { announceEndsOfHolds } from './hold-notices.ts'
import { claimDuePeriods, claimUnsettled, openPeriod } from './periods.ts'
import { settlePeriodCharge } from './settle-period.ts'
import { beginLastDay, endWithoutTry, listEndedWithoutTry, passOver } from './unpaid-month.ts'

export type RenewDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'config' | 'payments'>

/** Low on the embedded database, which has only one connection. */
const AT_ONCE = { embedded: 2, postgres: 8 } as const
/** More than connections: a charge holds none while waiting for the gateway. */
const CHARGES_AT_ONCE = { embedded: 2, postgres: 16 } as const
const BATCH = 64
/** More than a million accounts need in a day. The rest waits for the next call. */
const MOST_ROUNDS = 50_000
/** This many are not isolated failures: something is wrong with all of them, and the next call retries. */
const MOST_LEFT_OUT = 1_000

/**
 * Processes everything that is due now: months that begin or end, charges, last days, unpaid accounts that
 * end, and charges with lost answers. Any number of instances may run it at once, and may be killed at any point. After days of downtime
 * it repeats until every due month has its charge. A failure does not block other subscriptions, and is
 * thrown at the end. A stopping process begins nothing more, and waits only for the charges that it has sent.
 */
export async function renewDue(deps: RenewDeps, mayGoOn = () => true): Promise<number> {
  const run: Run = { mayGoOn, errors: [], subscriptions: [], periods: [] }
  let steps = 0
  for (let round = 0; round < MOST_ROUNDS && mayGoOn(); round += 1) {
    let taken = 0
    const leftOut = countLeftOut(run)
    for (const stage of [openDue, chargeDue, settleLost, beginLastDays, endWithoutTries])
      taken += await stage(deps, run)
    steps += taken
    const failed = countLeftOut(run)
    if ((taken === 0 && failed === leftOut) || failed >= MOST_LEFT_OUT) break
  }
  if (run.errors.length > 0) throw run.errors[0]
  return steps
}

/** What failed in one call is skipped in its next rounds, where it would come first again. */
type Run = { mayGoOn: () => boolean; errors: unknown[]; subscriptions: number[]; periods: number[] }

function countLeftOut({ subscriptions, periods }: Run): number {
  return subscriptions.length + periods.length
}

async function openDue(deps: RenewDeps, run: Run): Promise<number> {
  const { db, clock, jobs, config } = deps
  const now = clock.now()
  const due = await db.many<{ id: number }>(sql`
    select id from subscriptions
    where ended_at is null and next_at <= ${now} and id <> all(${run.subscriptions}::bigint[])
    order by next_at limit ${BATCH}`)
  const open = leavingOut(run.subscriptions, ({ id }) =>
    db.transaction((tx) => openPeriod(tx, { jobs, config, now }, id)),
  )
  return eachOf(due, AT_ONCE[db.kind], run, open)
}

/**
 * Each of several workers claims one month, sends it, settles it, and claims the next, so that none waits for
 * another's answer. A claim is sent at once: one that waited in a queue could be mistaken for lost and charged
 * by another instance.
 */
async function chargeDue(deps: RenewDeps, run: Run): Promise<number> {
  const { db, clock, jobs, config, payments } = deps
  // Mostly none: then no worker needs to try a claim, which is a far longer statement.
  const due = await db.many(sql`
    select from periods where state in ('due', 'past_due') and next_try_at <= ${clock.now()} limit ${BATCH}`)
  let hasMore = true
  return eachOf(due, CHARGES_AT_ONCE[db.kind], run, async () => {
    if (!hasMore) return false
    const now = clock.now()
    const settleAt = later(now, config.settleSeconds * SECOND)
    const [charge] = await claimDuePeriods(db, { gateway: payments.name, now, settleAt, atMost: 1 })
    if (!charge) {
      hasMore = false
      return false
    }
    if (charge.periodId !== null)
      return db.transaction((tx) => passOver(tx, { jobs, config, now }, charge.periodId))
    const outcome = await payments.charge({ ...charge, isRenewal: true })
    await settlePeriodCharge(deps, charge.key, outcome)
    return true
  })
}

/** Asks the gateway for the outcome of unfinished charges. Never charges. */
async function settleLost(deps: RenewDeps, run: Run): Promise<number> {
  const { db, clock, payments } = deps
  const now = clock.now()
  const lost = await claimUnsettled(db, { now, askAgainAt: later(now, MINUTE), atMost: BATCH })
  return eachOf(lost, AT_ONCE[db.kind], run, async ({ key }) => {
    const found = await payments.find(key)
    if (found.kind === 'unknown') return false
    await settlePeriodCharge(deps, key, found)
    return true
  })
}

async function beginLastDays(deps: RenewDeps, run: Run): Promise<number> {
  const { db, clock, jobs, config } = deps
  const now = clock.now()
  const near = await db.many<{ id: number }>(sql`
    select id from periods
    where state = 'past_due' and last_day_at is null and failed_at <= ${later(now, -LAST_DAY_AFTER_MS)}
      and id <> all(${run.periods}::bigint[])
    order by failed_at limit ${BATCH}`)
  const begin = leavingOut(run.periods, ({ id }) =>
    db.transaction((tx) => beginLastDay(tx, { jobs, config, now }, id)),
  )
  return eachOf(near, AT_ONCE[db.kind], run, begin)
}

async function endWithoutTries(deps: RenewDeps, run: Run): Promise<number> {
  const { db, clock, jobs, config } = deps
  const now = clock.now()
  const ended = await listEndedWithoutTry(db, now, { leaveOut: run.periods, atMost: BATCH })
  const end = leavingOut(run.periods, ({ id }) =>
    db.transaction((tx) => endWithoutTry(tx, { jobs, config, now }, id)),
  )
  return eachOf(ended, AT_ONCE[db.kind], run, end)
}

function leavingOut(failed: number[], work: (one: { id: number }) => Promise<boolean>) {
  return async (one: { id: number }): Promise<boolean> => {
    try {
      return await work(one)
    } catch (error) {
      failed.push(one.id)
      throw error
    }
  }
}

/** Runs several at a time, and returns how many succeeded. */
async function eachOf<One>(
  list: readonly One[],
  atOnce: number,
  { errors, mayGoOn }: Run,
  work: (one: One) => Promise<boolean>,
): Promise<number> {
  const waiting = [...list]
  let done = 0
  const worker = async () => {
    for (let one = waiting.shift(); one !== undefined && mayGoOn(); one = waiting.shift()) {
      try {
        if (await work(one)) done += 1
      } catch (error) {
        errors.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return done
}

/** Every instance looks for due renewals. Claims in the database prevent duplicates. */
export function handleRenewals(deps: RenewDeps): void {
  deps.jobs.every('renewals', 60, (mayGoOn) => renewDue(deps, mayGoOn))
  deps.jobs.every('card-notices', 3600, (mayGoOn) => warnOfExpiringCards(deps, mayGoOn))
  deps.jobs.every('hold-notices', 3600, (mayGoOn) => announceEndsOfHolds(deps, mayGoOn))
}
