import { Client } from 'pg'
import { adapt } from './deploy-file.ts'
import type { Program } from './find-program.ts'
import { keepRunning, type Part } from './keep-running.ts'
import { systemEnv, type Workplace } from './workplace.ts'

const LOOK_EVERY_MS = 2_000
const SILENT_AT_MOST_MS = 6_000

/** PgBouncer in transaction mode. */
export type Pooler = Part & {
  port: number
  /** Ends all connections to the primary. New ones are refused until `pointTo`. */
  cut(): Promise<void>
  pointTo(port: number): Promise<void>
  /** Connections from clients to the pooler, and from it to PostgreSQL. */
  counts(): Promise<{ clients: number; servers: number }>
}

export function startPooler(options: {
  workplace: Workplace
  program: Program
  port: number
  password: string
  primary: number
  say?: (line: string) => void
}): Pooler {
  const { workplace, program, port, password } = options
  const users = workplace.write('userlist.txt', `"front_desk" "${password}"\n`)
  const configure = (primary: number) =>
    workplace.write(
      'pgbouncer.ini',
      adapt('pgbouncer.ini', [
        ['host=127.0.0.1 port=5432', `host=127.0.0.1 port=${primary}`],
        ['listen_port = 6432', `listen_port = ${port}`],
        ['/etc/pgbouncer/userlist.txt', users],
      ]),
    )
  const order = (text: string) => command(port, password, text)
  const part = keepRunning(
    workplace,
    { name: 'pooler', command: program.path, args: [configure(options.primary)], env: systemEnv(program) },
    {
      silence: {
        answers: () =>
          order('show version').then(
            () => true,
            () => false,
          ),
        question: 'its console',
        everyMs: LOOK_EVERY_MS,
        atMostMs: SILENT_AT_MOST_MS,
        startsWithinMs: SILENT_AT_MOST_MS,
      },
      ...(options.say ? { say: options.say } : {}),
    },
  )
  return {
    ...part,
    port,
    // By ending it, not by KILL on its console: PgBouncer 1.18 was seen to spin forever after that.
    cut: () => part.stop('SIGKILL'),
    async pointTo(primary) {
      await part.stop('SIGKILL')
      configure(primary)
      part.start()
    },
    async counts() {
      const lists = await order('show lists').catch(() => [])
      const itemsOf = (name: string) => Number(lists.find(({ list }) => list === name)?.items ?? 0)
      return { clients: itemsOf('used_clients'), servers: itemsOf('used_servers') }
    },
  }
}

/** A command of the pooler's own console, which speaks only the simple protocol. */
async function command(port: number, password: string, text: string) {
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: 'front_desk',
    password,
    database: 'pgbouncer',
    connectionTimeoutMillis: 1_000,
    query_timeout: 2_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query<{ list: string; items: number }>(text)).rows
  } finally {
    void client.end().catch(() => {})
  }
}
