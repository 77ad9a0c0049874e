import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { RunningCluster } from '../../../scripts/cluster/start-cluster.ts'
import type { Disturbable } from './disturbable.ts'
import { type Disturbance, disturbances } from './disturbances.ts'
import { type Books, readBooks, readPins, seedDueRenewals } from './due-renewals.ts'
import { openVisitors } from './visitors.ts'
import { preparePrimaryWatch, watchPrimaries } from './watch-primaries.ts'

export type Run = {
  signUps: number
  /** People who sign up at the same time. */
  atOnce: number
  renewals: number
  /** The renewals become due one after the other within this time. */
  renewalSeconds: number
  /** Spread evenly over the sign-ups. */
  disturbances: readonly Disturbance[]
  /** How long after the last disturbance everything must be settled. */
  patienceMs: number
}

export type Aftermath = Books & {
  acknowledged: number
  refused: number
  unanswered: number
  statuses: Record<string, number>
  bugs: number
  charged: number
  renewalsCharged: number
  /** Accounts whose month was charged twice, and keys that the gateway was sent twice. */
  doubled: number
  lostAccounts: number
  twoPrimaries: number
  promotions: number
  /** From each promotion until the next person has signed up. */
  goodAfterMs: number[]
  leftOut: string[]
}

/** A stream of sign-ups and renewals through the proxy, while parts of the cluster are killed and cut off. */
export async function runDisturbed({ cluster, links, gateway }: Disturbable, run: Run): Promise<Aftermath> {
  const { database } = cluster
  await seedDueRenewals(cluster.databaseUrl, run.renewals, run.renewalSeconds)
  await preparePrimaryWatch(database.state().primary)
  const watch = watchPrimaries(cluster.nodes)
  const visitors = openVisitors(cluster.urls, cluster.proxy?.certificate)
  // Its next round is a minute away; a new one begins at once.
  cluster.worker.kill()

  const people = visitors.signUpAll(run.signUps, run.atOnce)
  for (const [index, name] of run.disturbances.entries()) {
    const mark = Math.floor((run.signUps * (index + 1)) / (run.disturbances.length + 1))
    while (visitors.tally.asked < mark) await pause(5)
    await disturbances[name](cluster, links)
  }
  const deadline = Date.now() + run.patienceMs
  visitors.giveUpAfter(run.patienceMs)
  await people
  const books = await settledBooks(cluster, run.renewals, deadline)
  const { primary, promotions } = database.state()
  const kept = await readPins(primary)
  visitors.close()

  const paid = gateway.charges().filter(({ found }) => found.kind === 'paid')
  const renewed = paid.filter(({ isRenewal }) => isRenewal)
  return {
    ...books,
    acknowledged: visitors.pins.size,
    refused: visitors.tally.refused,
    unanswered: visitors.tally.unanswered,
    statuses: Object.fromEntries(visitors.statuses),
    bugs: bugsIn(cluster.folder),
    charged: paid.length - renewed.length,
    renewalsCharged: renewed.length,
    doubled: renewed.length - new Set(renewed.map(({ token }) => token)).size + gateway.repeated().length,
    lostAccounts: [...visitors.pins].filter(([email, pin]) => kept.get(email) !== pin).length,
    twoPrimaries: (await watch.end()).twoPrimaries,
    promotions: promotions.length,
    goodAfterMs: promotions.map((at) =>
      Math.round((visitors.acknowledgedAt.find((then) => then > at) ?? Number.POSITIVE_INFINITY) - at),
    ),
    leftOut: cluster.leftOut,
  }
}

/** Waits until no order and no renewal is open, then reads the books. */
async function settledBooks(
  { database }: RunningCluster,
  renewals: number,
  deadline: number,
): Promise<Books> {
  for (;;) {
    const books = await readBooks(database.state().primary).catch(() => undefined)
    const isSettled = books?.openOrders === 0 && books.openRenewals === 0 && books.renewed >= renewals
    if (books && (isSettled || Date.now() > deadline)) return books
    await pause(200)
  }
}

/** Answers of 500, from running and killed instances. */
function bugsIn(folder: string): number {
  return globSync('{instance-*,worker}.log', { cwd: folder })
    .map((log) => readFileSync(join(folder, log), 'utf8').split('a bug answered 500').length - 1)
    .reduce((sum, bugs) => sum + bugs, 0)
}

/** The violations found. None means: acknowledged = charged = accounts, nothing duplicated, lost or stuck. */
export function faultsOf(after: Aftermath, run: Run): string[] {
  const claims: [boolean, string][] = [
    [after.unanswered === 0, `${after.unanswered} people never learned what became of their payment`],
    [after.openOrders === 0, `${after.openOrders} orders are stuck`],
    [after.charged === after.accounts, `${after.charged} charges for ${after.accounts} accounts`],
    [after.acknowledged === after.accounts, `${after.acknowledged} told, ${after.accounts} accounts`],
    [after.paidOrders === after.accounts, `${after.paidOrders} paid orders for ${after.accounts} accounts`],
    [after.twice === 0, `${after.twice} people have two accounts`],
    [after.lostAccounts === 0, `${after.lostAccounts} acknowledged accounts are lost`],
    [after.doubled === 0, `${after.doubled} charges were doubled`],
    [after.renewed === run.renewals, `${after.renewed} of ${run.renewals} months renewed`],
    [after.renewalsCharged === run.renewals, `${after.renewalsCharged} of ${run.renewals} renewals charged`],
    [after.statuses[500] === undefined && after.bugs === 0, `${after.bugs} answers were 500`],
    [after.twoPrimaries === 0, `${after.twoPrimaries} writes went to an old primary`],
  ]
  return claims.flatMap(([holds, text]) => (holds ? [] : [text]))
}
