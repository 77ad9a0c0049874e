import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { processesIn, sendSignal } from '../../../scripts/cluster/database-node.ts'
import { adapt } from '../../../scripts/cluster/deploy-file.ts'
import type { Program } from '../../../scripts/cluster/find-program.ts'
import { systemEnv, type Workplace } from '../../../scripts/cluster/workplace.ts'
import { findFreePort } from '../../../scripts/find-free-port.ts'
import { ensurePostgres } from '../../../scripts/find-postgres.ts'
import { makeReachable } from '../../../scripts/make-cluster.ts'
import type { PatroniPrograms } from './find-patroni.ts'
import { type Store, whyUnsafe } from './safe-patroni.ts'

export type Member = {
  name: string
  /** Whether its Patroni reports it as the primary. No answer counts as no. */
  isPrimary(): Promise<boolean>
  isSynchronous(): Promise<boolean>
  /** Pauses Patroni's process. */
  hang(): Promise<void>
  /**
   * Pauses PostgreSQL first. Patroni has then read that it is the leader, and waits for PostgreSQL before
   * renewing its lock: paused there, it later continues with what it has read.
   */
  hangWithinLook(): Promise<void>
  goOn(): void
  kill(): Promise<void>
  start(): void
}

export type PatroniCluster = {
  members: Member[]
  databaseUrl: string
  ask<Row extends object>(text: string, options?: { database?: string; atMostMs?: number }): Promise<Row[]>
  stop(): void
}

const STARTS_WITHIN_MS = 90_000
/** More than loop_wait in deploy/patroni.yml. */
const LOOKS_WITHIN_MS = 7_000

/**
 * Two members over one etcd, and the proxy that leads to the primary: the files of deploy/ with the values of
 * this run.
 */
export async function startPatroni(
  workplace: Workplace,
  programs: PatroniPrograms & { haproxy: Program },
  store: Store,
): Promise<PatroniCluster> {
  const unsafe = whyUnsafe(programs.version, store)
  if (unsafe) throw new Error(unsafe)
  const etcdPort = await startEtcd(workplace, programs.etcd)
  const password = randomBytes(16).toString('hex')
  const bin = makeReachable(ensurePostgres(), workplace.folder, workplace.owner)
  const places = []
  for (const name of ['one', 'two'])
    places.push({ name, port: await findFreePort(), restPort: await findFreePort() })
  const members = places.map((place) =>
    openMember(
      workplace,
      programs,
      place,
      memberFile({ workplace, ...place, store, etcdPort, password, bin }),
    ),
  )
  const port = await findFreePort()
  workplace.launch({
    name: 'haproxy',
    command: programs.haproxy.path,
    args: ['-db', '-f', workplace.write('haproxy.cfg', proxyFile(port, places))],
    env: systemEnv(programs.haproxy),
  })

  const ask = async <Row extends object>(
    text: string,
    { database = 'postgres', atMostMs = 5_000 }: { database?: string; atMostMs?: number } = {},
  ) => {
    const client = new Client({
      connectionString: `postgres://postgres:${password}@127.0.0.1:${port}/${database}`,
      connectionTimeoutMillis: 2_000,
      query_timeout: atMostMs,
    })
    client.on('error', () => {})
    try {
      await client.connect()
      return (await client.query<Row>(text)).rows
    } finally {
      void client.end().catch(() => {})
    }
  }
  const stop = () => {
    for (const member of members) void member.kill()
  }
  try {
    await becomes(workplace, members, ask)
    await ask(`create role front_desk login password '${password}'`)
    await ask('create database front_desk owner front_desk', { atMostMs: 30_000 })
  } catch (error) {
    stop()
    throw error
  }
  return {
    members,
    ask,
    stop,
    databaseUrl: `postgres://front_desk:${password}@127.0.0.1:${port}/front_desk`,
  }
}

async function startEtcd(workplace: Workplace, program: Program): Promise<number> {
  const [port, peerPort] = [await findFreePort(), await findFreePort()]
  const [url, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`]
  const { path, libraries } = workplace.reachable(program)
  workplace.launch({
    name: 'etcd',
    command: path,
    args: [
      ...['--data-dir', `${workplace.folder}/etcd`, '--enable-v2', '--unsafe-no-fsync'],
      ...['--listen-client-urls', url, '--advertise-client-urls', url],
      ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
      ...['--initial-cluster', `default=${peer}`],
    ],
    env: systemEnv({ path, libraries }),
  })
  return port
}

function memberFile(values: {
  workplace: Workplace
  name: string
  port: number
  restPort: number
  store: Store
  etcdPort: number
  password: string
  bin: string
}): string {
  const { workplace, name, port, restPort, store, etcdPort, password, bin } = values
  return workplace.write(
    `${name}.yml`,
    adapt('patroni.yml', [
      ['name: db1', `name: ${name}`],
      [/10\.0\.0\.11:8008/g, `127.0.0.1:${restPort}`],
      [/10\.0\.0\.11:5432/g, `127.0.0.1:${port}`],
      [/etcd3:\n {2}hosts: .*/, `${store}:\n  hosts: 127.0.0.1:${etcdPort}`],
      [/CHANGE-ME-\w+/g, password],
      ['/var/lib/postgresql/15/patroni', dataOf(workplace, name)],
      [/bin_dir: .*/, `bin_dir: '${bin}'`],
      ['/var/lib/postgresql/.pgpass-patroni', `${workplace.folder}/.pgpass-${name}`],
      ['shared_buffers: 2GB', `shared_buffers: 64MB\n        unix_socket_directories: ''`],
      ['wal_keep_size: 2GB', 'wal_keep_size: 256MB'],
      ['host replication replicator 10.0.0.0/24', 'host replication replicator 127.0.0.1/32'],
      ['mode: required', 'mode: off'],
    ]),
  )
}

function proxyFile(port: number, places: readonly { name: string; port: number; restPort: number }[]) {
  const servers = places.map((at) => `    server ${at.name} 127.0.0.1:${at.port} check port ${at.restPort}\n`)
  return adapt('haproxy-postgres.cfg', [
    ['127.0.0.1:5000', `127.0.0.1:${port}`],
    [/(?: {4}server db.*\n)+/, servers.join('')],
  ])
}

function openMember(
  workplace: Workplace,
  { python, env }: PatroniPrograms,
  { name, restPort }: { name: string; restPort: number },
  file: string,
): Member {
  const launch = () =>
    workplace.launch({
      name,
      command: python,
      args: ['-m', 'patroni', file],
      env: { ...systemEnv(), ...env, PYTHONUNBUFFERED: '1', HOME: workplace.folder },
    })
  let patroni = launch()
  const send = (signal: NodeJS.Signals, withPostgres: boolean) => {
    patroni.kill(signal)
    if (withPostgres) for (const pid of processesIn(dataOf(workplace, name))) sendSignal(pid, signal)
  }
  const says = (path: string) =>
    fetch(`http://127.0.0.1:${restPort}${path}`, { signal: AbortSignal.timeout(1_500) }).then(
      async (answer) => ({ status: answer.status, body: await answer.text() }),
      () => ({ status: 0, body: '' }),
    )
  return {
    name,
    isPrimary: async () => (await says('/primary')).status === 200,
    isSynchronous: async () => (await says('/sync')).status === 200,
    hang: async () => send('SIGSTOP', false),
    async hangWithinLook() {
      for (const pid of processesIn(dataOf(workplace, name))) sendSignal(pid, 'SIGSTOP')
      await pause(LOOKS_WITHIN_MS)
      send('SIGSTOP', true)
    },
    goOn: () => send('SIGCONT', true),
    kill: async () => send('SIGKILL', true),
    start: () => {
      patroni = launch()
    },
  }
}

/** A primary, reached through the proxy, and its synchronous standby. */
async function becomes(workplace: Workplace, members: readonly Member[], ask: PatroniCluster['ask']) {
  const deadline = Date.now() + STARTS_WITHIN_MS
  for (;;) {
    const isReady =
      (await anyOf(members, (member) => member.isSynchronous())) &&
      (await ask('select 1').then(
        () => true,
        () => false,
      ))
    if (isReady) return
    if (Date.now() > deadline) {
      const logs = members.map(({ name }) => workplace.logOf(name).split('\n').slice(-15).join('\n'))
      throw new Error(`Patroni did not come up. It wrote:\n${logs.join('\n')}`)
    }
    await pause(200)
  }
}

async function anyOf(members: readonly Member[], holds: (member: Member) => Promise<boolean>) {
  return (await Promise.all(members.map(holds))).includes(true)
}

function dataOf({ folder }: Workplace, name: string): string {
  return `${folder}/data-${name}`
}
