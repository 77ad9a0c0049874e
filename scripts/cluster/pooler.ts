import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { adapt } from './deploy-file.ts'
import type { Program } from './find-program.ts'
import { keepRunning, type Part } from './keep-running.ts'
import { systemEnv, type Workplace } from './workplace.ts'

/** PgBouncer in transaction mode. */
export type Pooler = Part & {
  port: number
  /** Ends all connections to the primary; clients wait until `pointTo`. */
  cut(): Promise<void>
  pointTo(port: number): Promise<void>
  /** Connections of clients to us, and of us to PostgreSQL. */
  counts(): Promise<{ clients: number; servers: number }>
}

export function startPooler(options: {
  workplace: Workplace
  program: Program
  port: number
  password: string
  primary: number
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
  const part = keepRunning(workplace, {
    name: 'pooler',
    command: program.path,
    args: [configure(options.primary)],
    env: systemEnv(program),
  })
  const order = (text: string) => command(port, password, text)
  return {
    ...part,
    port,
    async cut() {
      // If it is away, there is no connection to end.
      await order('kill front_desk').catch(() => {})
    },
    async pointTo(primary) {
      configure(primary)
      // One that starts at this moment has read the new file, and has nothing to resume.
      for (let tries = 0; tries < 20; tries += 1) {
        const done = await order('reload')
          .then(() => order('resume front_desk'))
          .then(
            () => true,
            (error: Error) => /not paused/i.test(error.message),
          )
        if (done) return
        await pause(100)
      }
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
