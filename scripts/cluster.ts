// `npm run cluster` starts the whole setup on this machine and keeps it running: a proxy with TLS, three
// instances and a worker, a pooler, a primary and a synchronous standby, and a page that shows them. Ctrl-C
// stops all of it.
import { createServer } from 'node:net'
import { describeTrying } from './cluster/describe-cluster.ts'
import { startCluster } from './cluster/start-cluster.ts'
import { serveStatus } from './cluster/status-page.ts'
import { findFreePort } from './find-free-port.ts'
import { takeNoArguments } from './take-no-arguments.ts'

takeNoArguments(
  'npm run cluster starts a proxy, three instances, a worker, a pooler, a primary and a standby on this machine, until Ctrl-C (docs/deploy.md).',
)

const SITE_PORT = 8443
const STATUS_PORT = 8444
const DESK_PORT = 8445
const EVENTS_SHOWN = 30

const events: string[] = []
const say = (line: string) => {
  console.log(line)
  events.unshift(`${new Date().toISOString().slice(11, 19)} ${line}`)
  events.splice(EVENTS_SHOWN)
}

if (process.platform !== 'linux') {
  console.error('npm run cluster needs Linux: it watches and ends processes by /proc.')
  process.exit(1)
}
// Interrupted before everything runs, this process simply exits; what it has started ends with it.
let stop = async () => {}
let isStopping = false
const end = () => {
  if (isStopping) process.exit(1)
  isStopping = true
  console.log('Stopping …')
  void stop().finally(() => process.exit())
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end)
// npm may end without passing the signal on.
const startedBy = process.ppid
setInterval(() => {
  if (process.ppid !== startedBy && !isStopping) end()
}, 500).unref()
try {
  const port = await portOr(SITE_PORT)
  console.log('Starting PostgreSQL with a standby, the pooler, the instances and the proxy …')
  const cluster = await startCluster({
    port,
    deskPort: await portOr(DESK_PORT),
    env: mailSettings(),
    say,
  })
  const status = await serveStatus(cluster, events, await portOr(STATUS_PORT))
  stop = async () => {
    status.close()
    status.closeAllConnections()
    await cluster.stop()
  }
  for (const line of cluster.leftOut) console.log(`Left out: ${line}.`)
  const { port: statusPort } = status.address() as { port: number }
  console.log(`Front Desk is running at ${cluster.urls[0]}/login/   (press Ctrl-C to stop)
  Status page:   http://127.0.0.1:${statusPort}/
  Certificate:   made for this run; a browser asks whether to trust it
  Logs:          ${cluster.folder}
${describeTrying(cluster).join('\n')}`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

/** Passed on if set for the command. */
function mailSettings(): Record<string, string> {
  const names = ['SMTP_URL', 'MAIL_FROM', 'SMTP_TLS']
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  ) as Record<string, string>
}

async function portOr(wanted: number): Promise<number> {
  const isFree = await new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(wanted, '127.0.0.1', () => server.close(() => resolve(true)))
  })
  return isFree ? wanted : findFreePort()
}
