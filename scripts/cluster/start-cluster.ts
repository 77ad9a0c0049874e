import { randomBytes } from 'node:crypto'
import { findFreePort } from '../find-free-port.ts'
import type { DatabaseNode } from './database-node.ts'
import { findProgram } from './find-program.ts'
import { becomesReady, type Instance, startInstance } from './instance.ts'
import { type DatabaseKeeper, keepDatabase } from './keep-database.ts'
import { type Pooler, startPooler } from './pooler.ts'
import { type FrontProxy, startHaproxy, startNginx } from './proxy.ts'
import { type LinkTo, startDatabase } from './start-database.ts'
import { openWorkplace, type Workplace } from './workplace.ts'

export type RunningCluster = {
  folder: string
  /** The instances' environment, for commands: a file that a shell reads. */
  settings: string
  deskUrl: string | undefined
  /** False if emails stay in the database. */
  sendsMail: boolean
  /** The entry point: the proxy, or without one each instance. */
  urls: string[]
  proxy: FrontProxy | undefined
  pooler: Pooler | undefined
  instances: Instance[]
  worker: Instance
  nodes: DatabaseNode[]
  database: DatabaseKeeper
  /** As the instances have it. */
  databaseUrl: string
  /** What is missing on this machine, as text. */
  leftOut: string[]
  /** The first n instances, one after the other, each when the previous one is ready. */
  restartInstances(count: number): Promise<void>
  stop(): Promise<void>
}

export type ClusterOptions = {
  instances?: number
  /** Where the proxy listens. */
  port?: number
  /** For the instances and the worker. */
  env?: Record<string, string>
  /** The number of further proxies in front of the clients. */
  outerProxies?: number
  isSynchronous?: boolean
  linkTo?: LinkTo
  /** Where the first instance serves the operators' desk; undefined for none. */
  deskPort?: number
  say?: (line: string) => void
}

/** Starts the whole setup on loopback. It ends with this process at the latest. */
export async function startCluster(options: ClusterOptions = {}): Promise<RunningCluster> {
  const workplace = openWorkplace()
  try {
    return await startParts(workplace, options)
  } catch (error) {
    await workplace.remove()
    throw error
  }
}

async function startParts(
  workplace: Workplace,
  { say = () => {}, env: given = {}, ...options }: ClusterOptions,
): Promise<RunningCluster> {
  const programs = { pooler: findProgram('pgbouncer', say), haproxy: findProgram('haproxy', say) }
  const nginx = programs.haproxy ? undefined : findProgram('nginx', say)
  const password = randomBytes(16).toString('hex')
  const { primary, standby, portOf } = await startDatabase(workplace, password, options.linkTo)
  const nodes = [primary, standby]

  const pooler =
    programs.pooler &&
    startPooler({
      workplace,
      program: workplace.reachable(programs.pooler),
      port: await findFreePort(),
      password,
      primary: portOf(primary, 'clients'),
      say,
    })
  const database = keepDatabase({
    primary,
    standby,
    isSynchronous: options.isSynchronous ?? true,
    isOpen: workplace.isOpen,
    clients: {
      cut: async () => pooler?.cut(),
      pointTo: async (node) => pooler?.pointTo(portOf(node, 'clients')),
    },
    portOf,
    say,
  })

  const port = options.port ?? (await findFreePort())
  const hosts = nodes.map((node) => `127.0.0.1:${portOf(node, 'clients')}`).join(',')
  const databaseUrl = pooler
    ? `postgres://front_desk:${password}@127.0.0.1:${pooler.port}/front_desk`
    : `postgres://front_desk:${password}@${hosts}/front_desk?target_session_attrs=read-write`
  const hasProxy = programs.haproxy !== undefined || nginx !== undefined
  const env = {
    DATABASE_URL: databaseUrl,
    SECRETS: randomBytes(24).toString('hex'),
    SANDBOX_PAYMENTS: 'yes',
    PUBLIC_URL: `https://localhost:${port}`,
    TRUST_PROXY: String((options.outerProxies ?? 0) + (hasProxy ? 1 : 0)),
    JOBS: 'elsewhere',
    LOG_LEVEL: 'warn',
    ...given,
  }
  const ports = []
  while (ports.length < (options.instances ?? 3)) ports.push(await findFreePort())
  const ofDesk: Record<string, string> = options.deskPort ? { DESK_PORT: String(options.deskPort) } : {}
  const instances = ports.map((at, index) =>
    startInstance(workplace, `instance-${index + 1}`, at, index === 0 ? { ...env, ...ofDesk } : env, say),
  )
  const worker = startInstance(workplace, 'worker', 0, env)
  const settings = workplace.write('settings.env', asSettings({ ...env, ...ofDesk }))

  const front = { workplace, port, instances: ports, plainPort: await findFreePort() }
  const proxy = programs.haproxy
    ? startHaproxy({ ...front, program: workplace.reachable(programs.haproxy) }, await findFreePort())
    : nginx && startNginx({ ...front, program: workplace.reachable(nginx) })
  for (const instance of instances) await becomesReady(workplace, instance)

  return {
    folder: workplace.folder,
    settings,
    sendsMail: given.SMTP_URL !== undefined,
    deskUrl: options.deskPort ? `http://localhost:${options.deskPort}` : undefined,
    urls: proxy ? [proxy.url] : instances.map((instance) => instance.url),
    proxy,
    pooler,
    instances,
    worker,
    nodes,
    database,
    databaseUrl,
    leftOut: [
      ...(pooler ? [] : ['PgBouncer: the instances connect to PostgreSQL themselves']),
      ...(proxy ? [] : ['HAProxy and nginx: requests go to the instances themselves']),
    ],
    async restartInstances(count) {
      for (const instance of instances.slice(0, count)) {
        await instance.stop()
        instance.start()
        await becomesReady(workplace, instance)
      }
    },
    async stop() {
      // Its data is removed with it, so nothing has to shut down cleanly.
      await Promise.all([database.stop(), workplace.remove()])
    },
  }
}

function asSettings(env: Record<string, string>): string {
  return Object.entries(env)
    .map(([name, value]) => `${name}='${value}'\n`)
    .join('')
}
