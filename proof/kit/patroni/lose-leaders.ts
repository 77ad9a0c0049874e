import { setTimeout as pause } from 'node:timers/promises'
import type { Program } from '../../../scripts/cluster/find-program.ts'
import { becomesReady, startInstance } from '../../../scripts/cluster/instance.ts'
import { openWorkplace } from '../../../scripts/cluster/workplace.ts'
import { findFreePort } from '../../../scripts/find-free-port.ts'
import { wideFraudLimits } from '../../../scripts/wide-fraud-limits.ts'
import { readPins } from '../cluster/due-renewals.ts'
import { openVisitors } from '../cluster/visitors.ts'
import type { PatroniPrograms } from './find-patroni.ts'
import type { Store } from './safe-patroni.ts'
import { type Member, startPatroni } from './start-patroni.ts'

/** What happens to the leader. It returns each time, a while after its successor has begun to accept writes. */
const losses: ((leader: Member) => Promise<void>)[] = [
  (leader) => leader.hang(),
  // Patroni 3.0.2 over etcd 3 takes its lock back after this one.
  (leader) => leader.hangWithinLook(),
  (leader) => leader.kill(),
]
const CALM_WITHIN_MS = 180_000
const AT_ONCE = 6
/** The successor acknowledges accounts that the former leader lacks. */
const RULES_ALONE_MS = 5_000

/** People keep signing up at two instances while each leader in turn is lost for longer than its lease. */
export async function loseLeaders(programs: PatroniPrograms & { haproxy: Program }, store: Store) {
  const workplace = openWorkplace()
  const { members, databaseUrl, ask, stop } = await startPatroni(
    workplace,
    { ...programs, haproxy: workplace.reachable(programs.haproxy) },
    store,
  ).catch(async (error) => {
    await workplace.remove()
    throw error
  })
  try {
    const env = {
      ...wideFraudLimits,
      DATABASE_URL: databaseUrl,
      SECRETS: 'a secret of the proof that is long enough for them',
      SANDBOX_PAYMENTS: 'yes',
      PASSWORD_HASH_COST: 'low',
      PASSWORD_HASHES_WAITING: '1000',
      SETTLE_SECONDS: '3',
      PUBLIC_URL: 'http://localhost:3000',
      TRUST_PROXY: '1',
      LOG_LEVEL: 'warn',
    }
    const instances = []
    for (const name of ['instance-1', 'instance-2'])
      instances.push(startInstance(workplace, name, await findFreePort(), env))
    for (const instance of instances) await becomesReady(workplace, instance)

    const visitors = openVisitors(
      instances.map(({ url }) => url),
      undefined,
    )
    const people = visitors.signUpAll(Number.POSITIVE_INFINITY, AT_ONCE)
    const leaders = [(await leaderOf(members)).name]
    for (const lose of losses) {
      await until(() => anyIsSynchronous(members))
      const leader = await leaderOf(members)
      await grows(visitors.pins)
      await lose(leader)
      const others = members.filter((member) => member !== leader)
      await until(async () => (await primaryOf(others)) !== undefined)
      await grows(visitors.pins)
      await pause(RULES_ALONE_MS)
      leader.goOn()
      if (lose === losses.at(-1)) leader.start()
      // It steps down and follows.
      await until(
        async () => !(await leader.isPrimary()) && (await leader.isSynchronous()),
        `${leader.name} did not give way to its successor`,
      )
      leaders.push((await leaderOf(members)).name)
    }
    visitors.giveUpAfter(0)
    visitors.tally.asked = Number.POSITIVE_INFINITY
    await people
    visitors.close()
    const kept = await readPins({ ask })
    const [row] = await ask<{ twice: number }>(
      'select count(*)::integer as twice from (select 1 from agents group by email_key having count(*) > 1) doubles',
      { database: 'front_desk' },
    )
    return {
      acknowledged: visitors.pins.size,
      lost: [...visitors.pins].filter(([email, pin]) => kept.get(email) !== pin).map(([email]) => email),
      twice: row?.twice,
      leaders,
      statuses: Object.fromEntries(visitors.statuses),
    }
  } finally {
    stop()
    await workplace.remove()
  }
}

async function primaryOf(members: readonly Member[]): Promise<Member | undefined> {
  const answers = await Promise.all(members.map((member) => member.isPrimary()))
  return members.find((_, index) => answers[index])
}

async function leaderOf(members: readonly Member[]): Promise<Member> {
  let leader: Member | undefined
  await until(async () => {
    leader = await primaryOf(members)
    return leader !== undefined
  })
  return leader as Member
}

async function anyIsSynchronous(members: readonly Member[]): Promise<boolean> {
  return (await Promise.all(members.map((member) => member.isSynchronous()))).includes(true)
}

async function grows(pins: ReadonlyMap<string, string>): Promise<void> {
  const before = pins.size
  await until(async () => pins.size >= before + 10)
}

async function until(
  holds: () => Promise<boolean>,
  otherwise = 'Patroni did not come to rest',
): Promise<void> {
  const deadline = Date.now() + CALM_WITHIN_MS
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(otherwise)
    await pause(200)
  }
}
