import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeCluster } from '../scripts/cluster/describe-cluster.ts'
import { asksNginx } from './kit/cluster/asks-nginx.ts'
import { asksPlainly } from './kit/cluster/asks-plainly.ts'
import { countConnections } from './kit/cluster/count-connections.ts'
import { type Disturbable, startDisturbable } from './kit/cluster/disturbable.ts'
import type { Disturbance } from './kit/cluster/disturbances.ts'
import { restartUnderLoad } from './kit/cluster/restart-under-load.ts'
import { faultsOf, type Run, runDisturbed } from './kit/cluster/run-disturbed.ts'
import { isFull, size } from './kit/size.ts'

const timeout = size(10, 60) * 60_000
const few: Disturbance[] = ['kill the primary', 'kill an instance', 'kill the pooler', 'kill the worker']
const all: Disturbance[] = [
  'kill an instance',
  'kill the primary',
  'kill an instance',
  'kill the worker',
  'kill an instance',
  'kill the primary',
  'kill an instance',
  'kill the pooler',
  'kill an instance',
  'cut the link to the primary',
  'kill an instance',
  'kill the primary',
  'kill an instance',
  'kill the standby',
  'kill an instance',
  'cut off the standby, then kill the primary',
  'kill an instance',
  'lead to the standby for two seconds',
  'kill an instance',
  'kill the primary',
  'kill an instance',
]

describe('through the proxy, while parts of the cluster are lost', () => {
  let sound: Disturbable
  beforeAll(async () => {
    sound = await startDisturbable({ instances: size(2, 3) })
    for (const line of sound.cluster.leftOut) console.log(`Left out: ${line}.`)
    // The first time, programs are fetched. What does not become ready then says why by itself.
  }, 300_000)
  afterAll(() => sound.stop())

  test('acknowledged = charged = accounts, nothing doubled or lost, no 500, never two primaries', {
    timeout,
  }, async () => {
    const run: Run = {
      signUps: size(40, 5_000),
      atOnce: size(8, 40),
      renewals: size(20, 2_000),
      renewalSeconds: size(0, 300),
      disturbances: isFull ? all : few,
      patienceMs: size(150_000, 300_000),
    }
    const after = await runDisturbed(sound, run)
    console.log(`${run.disturbances.join(', ')}: ${JSON.stringify(after)}`)
    expect(faultsOf(after, run)).toEqual([])
    expect(after.acknowledged + after.refused).toBe(run.signUps)
    expect(after.promotions).toBeGreaterThan(0)
    if (isFull) expect(Math.max(...after.goodAfterMs)).toBeLessThan(10_000)
  })

  test('instances are restarted under load, and no request fails', { timeout }, async () => {
    const { asked, failed } = await restartUnderLoad(sound.cluster, size(1, 3))
    console.log(`${asked} requests during the restarts, ${failed.length} failed`)
    expect(asked).toBeGreaterThan(100)
    expect(failed).toEqual([])
  })

  test('an instance that hangs is killed and started again, and the page says so', { timeout }, async () => {
    const { cluster } = sound
    const [hung] = cluster.instances as [(typeof cluster.instances)[0]]
    const [pid, losses] = [hung.pid(), hung.losses()]
    // It counts as started once it has answered the watch, which asks every second.
    await pause(3_000)
    hung.kill('SIGSTOP')
    await expect.poll(() => hung.losses(), { timeout: 60_000 }).toBe(losses + 1)
    await expect.poll(() => hung.pid(), { timeout: 10_000 }).not.toBe(undefined)
    expect(hung.pid()).not.toBe(pid)
    await expect
      .poll(
        () =>
          fetch(`${hung.url}/ready`).then(
            ({ status }) => status,
            () => 0,
          ),
        { timeout: 60_000 },
      )
      .toBe(200)
    // The proxy uses it again after its next look.
    const seen = async () => (await describeCluster(cluster)).parts.find(({ name }) => name === hung.name)
    await expect.poll(seen).toMatchObject({
      state: 'running',
      losses: losses + 1,
      lastLoss: 'killed: no answer to /health for 15 s',
    })
  })

  test('plain http on the https port is sent on to https', { timeout }, async () => {
    const { proxy } = sound.cluster
    if (!proxy) console.log('Left out: neither HAProxy nor nginx can be had here.')
    else expect(await asksPlainly(proxy.url)).toEqual({ status: 302, leads: true })
  })

  test('nginx serves in front of the same instances', { timeout }, async () => {
    const answered = await asksNginx(sound.cluster)
    if (answered === undefined) console.log('Left out: nginx cannot be had here.')
    else expect(answered).toEqual({ ready: 200, metrics: 404, plain: { status: 302, leads: true } })
  })
})

if (isFull) {
  test('ten instances have as many connections to PostgreSQL as one', { timeout }, async () => {
    const counts = [await countConnections(1), await countConnections(10)]
    console.log(`connections with one and with ten instances: ${JSON.stringify(counts)}`)
    for (const { servers, allowed } of counts) expect(servers).toBeLessThanOrEqual(allowed)
    expect(counts[1]?.clients).toBeGreaterThan((counts[0]?.clients ?? 0) * 2)
  })

  // The same run against a cluster or a build that is broken on purpose: it must be noticed.
  test.each([
    [
      'asynchronous replication',
      { isSynchronous: false },
      'cut off the standby, then kill the primary',
      /acknowledged accounts are lost/,
    ],
    [
      'statement names by order of use',
      { fault: 'names-by-order' },
      'kill an instance',
      /prepared statement "statement_\d+" already exists|answers were 500|never learned/,
    ],
    [
      'a build that does not know read-only servers',
      { fault: 'read-only-is-a-bug' },
      'lead to the standby for two seconds',
      /answers were 500/,
    ],
  ] as const)('%s is noticed', { timeout }, async (_, broken, disturbance, noticed) => {
    const run: Run = {
      signUps: 400,
      atOnce: 20,
      renewals: 10,
      renewalSeconds: 0,
      disturbances: [disturbance],
      patienceMs: 20_000,
    }
    expect(await judge(broken, run)).toMatch(noticed)
  })
}

/** What is wrong after the run; or why the cluster did not even start. */
async function judge(broken: Parameters<typeof startDisturbable>[0], run: Run): Promise<string> {
  const disturbable = await startDisturbable(broken).catch((error: Error) => error.message)
  if (typeof disturbable === 'string') return disturbable
  const after = await runDisturbed(disturbable, run).finally(() => disturbable.stop())
  console.log(JSON.stringify(after))
  return faultsOf(after, run).join('; ')
}
