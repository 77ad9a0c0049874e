import { describeTestCards } from '../../server/demo/welcome.ts'
import type { Part } from './keep-running.ts'
import type { RunningCluster } from './start-cluster.ts'

export type DescribedPart = {
  name: string
  role: string
  state: string
  pid: number | undefined
  port: number | undefined
  requests?: number | undefined
  losses?: number
  lastLoss?: string | undefined
}

export type Described = { parts: DescribedPart[]; facts: [name: string, value: string][]; trying: string[] }

/** What is running now, for the status page. */
export async function describeCluster(cluster: RunningCluster): Promise<Described> {
  const { proxy, pooler, instances, worker, nodes, database, leftOut } = cluster
  const { primary, isStandbySafe, lagBytes, phase, promotions } = database.state()
  const numbers = await numbersOf(proxy?.numbersPort)
  const counts = await pooler?.counts()
  const ofPart = (part: Part, role: string, port: number | undefined, requests?: number): DescribedPart => ({
    name: part.name,
    role,
    state: part.pid() ? 'running' : 'away',
    pid: part.pid(),
    port,
    requests,
    losses: part.losses(),
    lastLoss: part.lastLoss(),
  })
  return {
    parts: [
      ...(proxy ? [ofPart(proxy, 'TLS, and health by /ready', portIn(proxy.url), numbers.get('https'))] : []),
      ...instances.map((instance) => {
        const described = ofPart(instance, 'instance', instance.port, numbers.get(instance.name))
        const isOut = described.state === 'running' && numbers.get(`${instance.name} up`) === 0
        return isOut ? { ...described, state: 'not ready' } : described
      }),
      ofPart(worker, 'jobs', undefined),
      ...(pooler ? [ofPart(pooler, 'pooler, per transaction', pooler.port)] : []),
      ...nodes.map((node) => ({
        name: `PostgreSQL ${node.name}`,
        role: node === primary ? 'primary' : 'standby',
        state: node.isRunning() ? (node === primary && phase !== 'running' ? phase : 'running') : 'away',
        pid: node.pid(),
        port: node.port,
      })),
    ],
    facts: [
      ['Site', `${cluster.urls.join(', ')}/login/`],
      ['Standby', isStandbySafe ? 'has every acknowledged commit' : 'is not up to date'],
      ['Replication lag', lagBytes === undefined ? 'not streaming' : `${lagBytes} bytes`],
      ['Promotions', String(promotions.length)],
      ...(counts
        ? [
            ['Connections', `${counts.clients} to the pooler, ${counts.servers} to PostgreSQL`] as [
              string,
              string,
            ],
          ]
        : []),
      ...leftOut.map((line): [string, string] => ['Left out', line]),
      ['Logs', cluster.folder],
    ],
    trying: describeTrying(cluster),
  }
}

/** How to sign in. The demo people of `npm start` exist only on the embedded database. */
export function describeTrying({ urls: [url], settings, deskUrl, sendsMail }: RunningCluster): string[] {
  return [
    'There are no demo people here: they exist on the embedded database only (npm start).',
    `Sign up at ${url}/sign-up/ with a test card. Seconds later, that email and password open ${url}/login/`,
    ...describeTestCards(),
    sendsMail
      ? 'Emails are sent by the mail server of SMTP_URL.'
      : 'Emails stay in the database: there is no mailbox page here. Set SMTP_URL for this command to have them sent.',
    ...(deskUrl
      ? [
          `Operators' desk: ${deskUrl}/desk/. The first operator, in another shell in this folder (it prints a link):`,
          `  (set -a; . ${settings}; npm run admin -- operator add dana@example.com --name Dana --role admin)`,
        ]
      : []),
  ]
}

function portIn(url: string): number {
  return Number(new URL(url).port)
}

/** Requests by frontend and instance, and whether HAProxy uses the instance, from its statistics. */
async function numbersOf(port: number | undefined): Promise<Map<string, number>> {
  const numbers = new Map<string, number>()
  if (port === undefined) return numbers
  const answer = await fetch(`http://127.0.0.1:${port}/stats;csv`).catch(() => undefined)
  const [head = '', ...rows] = (await answer?.text())?.split('\n') ?? []
  const columns = head.replace('# ', '').split(',')
  for (const row of rows.map((line) => line.split(','))) {
    const cell = (name: string) => row[columns.indexOf(name)] ?? ''
    const isFrontend = cell('svname') === 'FRONTEND'
    const name = isFrontend ? cell('pxname') : cell('svname')
    // An instance is in two backends: for its pages and calls, and for its scripts.
    numbers.set(name, (numbers.get(name) ?? 0) + Number(cell(isFrontend ? 'req_tot' : 'stot')))
    numbers.set(`${name} up`, cell('status').startsWith('UP') ? 1 : 0)
  }
  return numbers
}
