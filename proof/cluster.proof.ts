import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeCluster } from '../scripts/cluster/describe-cluster.ts'
import { findProgram } from '../scripts/cluster/find-program.ts'
import { startNginx } from '../scripts/cluster/proxy.ts'
import type { RunningCluster } from '../scripts/cluster/start-cluster.ts'
import { openWorkplace } from '../scripts/cluster/workplace.ts'
import { findFreePort } from '../scripts/find-free-port.ts'
import { type Disturbable, startDisturbable } from './kit/cluster/disturbable.ts'
import type { Disturbance } from './kit/cluster/disturbances.ts'
import { faultsOf, type Run, runDisturbed } from './kit/cluster/run-disturbed.ts'
import { openVisitors } from './kit/cluster/visitors.ts'
import { form, keepAsking } from './kit/load.ts'
import { isFull, size } from './kit/size.ts'

const timeout = size(10, 60) * 60_000
const NGINX_STARTS_WITHIN_MS = 20_000
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

describe('through the proxy, while parts of the cluster fail', () => {
  let sound: Disturbable
  beforeAll(async () => {
    sound = await startDisturbable({ instances: size(2, 3) })
    for (const line of sound.cluster.leftOut) console.log(`Left out: ${line}.`)
    // The first run fetches programs. Anything that does not become ready then reports why.
  }, 300_000)
  afterAll(() => sound.stop())

  test('acknowledged = charged = accounts, no duplicates, no losses, no 500, never two primaries', {
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

  test('instances are restarted under load without a failed request', { timeout }, async () => {
    const { asked: request, failed } = await restartUnderLoad(sound.cluster, size(1, 3))
    console.log(`${request} requests during the restarts, ${failed.length} failed`)
    expect(request).toBeGreaterThan(100)
    expect(failed).toEqual([])
  })

  test('an instance that hangs is killed and restarted, and the page says so', { timeout }, async () => {
    const { cluster } = sound
    const [hung] = cluster.instances as [(typeof cluster.instances)[0]]
    const [pid, losses] = [hung.pid(), hung.losses()]
    // It counts as started once it has answered the watch, which polls every second.
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
    // The proxy uses it again after its next check.
    const seen = async () => (await describeCluster(cluster)).parts.find(({ name }) => name === hung.name)
    await expect.poll(seen).toMatchObject({
      state: 'running',
      losses: losses + 1,
      lastLoss: 'killed: no answer to /health for 15 s',
    })
  })

  test('plain http on the https port is redirected to https', { timeout }, async () => {
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
  test('ten instances use as many PostgreSQL connections as one', { timeout }, async () => {
    const counts = [await countConnections(1), await countConnections(10)]
    console.log(`connections with one and with ten instances: ${JSON.stringify(counts)}`)
    for (const { servers, allowed } of counts) expect(servers).toBeLessThanOrEqual(allowed)
    expect(counts[1]?.clients).toBeGreaterThan((counts[0]?.clients ?? 0) * 2)
  })

  // The same run against a cluster or a build that is broken on purpose must be noticed.
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
  ] as const)('notices: %s', { timeout }, async (_, broken, disturbance, noticed) => {
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

/** What is wrong after the run, or why the cluster did not even start. */
async function judge(broken: Parameters<typeof startDisturbable>[0], run: Run): Promise<string> {
  const disturbable = await startDisturbable(broken).catch((error: Error) => error.message)
  if (typeof disturbable === 'string') return disturbable
  const after = await runDisturbed(disturbable, run).finally(() => disturbable.stop())
  console.log(JSON.stringify(after))
  return faultsOf(after, run).join('; ')
}

/** Restarts instances one by one during requests. Clients retry only if a connection is refused. */
async function restartUnderLoad(
  cluster: RunningCluster,
  count: number,
): Promise<{ asked: number; failed: string[] }> {
  const visitors = openVisitors(cluster.urls, cluster.proxy?.certificate)
  let isOver = false
  const answers = keepAsking(
    async (number) => {
      const isPost = number % 2 === 0
      const { status } = await visitors.send(
        isPost ? '/rest/auth/check_agent_email/' : '/login/',
        number,
        isPost ? form({ email: `load-${number}@example.com` }) : undefined,
      )
      if (status === 'lost') throw new Error('no answer')
      return { status, arrayBuffer: async () => undefined }
    },
    { atOnce: 4, until: () => isOver, restMs: 5 },
  )
  await cluster.restartInstances(count)
  isOver = true
  const all = await answers
  visitors.close()
  return {
    asked: all.length,
    failed: all.filter(({ status }) => status !== 200).map(({ status }) => String(status)),
  }
}

/** The answer to plain http on the https port: the status, and whether it redirects to the same page by https. */
async function asksPlainly(url: string): Promise<{ status: number; leads: boolean }> {
  const page = `${url}/login/?status=1`
  const answer = await fetch(page.replace('https:', 'http:'), { redirect: 'manual' })
  await answer.body?.cancel()
  return { status: answer.status, leads: answer.headers.get('location') === page }
}

/** The answer of the deploy kit's other proxy. Undefined if it is unavailable here. */
async function asksNginx({ instances }: RunningCluster) {
  const program = findProgram('nginx', console.log)
  if (!program) return undefined
  const workplace = openWorkplace()
  const nginx = startNginx({
    workplace,
    program: workplace.reachable(program),
    port: await findFreePort(),
    plainPort: await findFreePort(),
    instances: instances.map(({ port }) => port),
  })
  const visitors = openVisitors([nginx.url], nginx.certificate)
  const deadline = Date.now() + NGINX_STARTS_WITHIN_MS
  let ready = await visitors.send('/ready', 1)
  while (ready.status !== 200 && Date.now() < deadline) {
    await pause(50)
    ready = await visitors.send('/ready', 1)
  }
  const metrics = await visitors.send('/metrics', 1)
  const plain = await asksPlainly(nginx.url)
  visitors.close()
  await workplace.remove()
  return { ready: ready.status, metrics: metrics.status, plain }
}

/** Connections under load: of the instances to the pooler, and of the pooler to PostgreSQL. */
async function countConnections(
  instances: number,
): Promise<{ instances: number; clients: number; servers: number; allowed: number }> {
  const { cluster, stop } = await startDisturbable({ instances })
  const visitors = openVisitors(cluster.urls, cluster.proxy?.certificate)
  let isOver = false
  const most = { clients: 0, servers: 0 }
  const watching = (async () => {
    while (!isOver) {
      const [row] = await cluster.database
        .state()
        .primary.ask<{ servers: number }>(
          "select count(*)::integer as servers from pg_stat_activity where datname = 'front_desk' and backend_type = 'client backend'",
        )
      const { clients = 0 } = (await cluster.pooler?.counts()) ?? {}
      most.clients = Math.max(most.clients, clients)
      most.servers = Math.max(most.servers, row?.servers ?? 0)
    }
  })()
  await visitors.signUpAll(300, 60)
  isOver = true
  await watching
  visitors.close()
  await stop()
  return { instances, ...most, allowed: allowedConnections() }
}

function allowedConnections(): number {
  const file = readFileSync(join(import.meta.dirname, '../deploy/pgbouncer.ini'), 'utf8')
  return Number(/^default_pool_size = (\d+)$/m.exec(file)?.[1])
}
