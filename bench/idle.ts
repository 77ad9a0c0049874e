import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { asShipped, launchProduct } from '../scripts/launch-product.ts'
import { atMost, type Finding, note } from './findings.ts'
import { onBothDatabases } from './on-both-databases.ts'

/** The start itself, its first jobs and what V8 still compiles. */
const WARM_UP_MS = 60_000
const TICKS_PER_SECOND = 100
const EMBEDDED_CPU_PERCENT = 0.5
const POSTGRES_PER_SECOND = 4

/** What an instance uses while nobody is there: CPU time, memory, and on PostgreSQL transactions. */
export function measureIdle(minutes: number): Promise<Finding[]> {
  return onBothDatabases((database, env) => measureOn(database, env, minutes), { atOnce: true })
}

async function measureOn(database: string, env: Record<string, string>, minutes: number): Promise<Finding[]> {
  const product = await launchProduct(env, asShipped)
  try {
    await pause(WARM_UP_MS)
    const begin = await readFigures(product.pid, env.DATABASE_URL)
    await pause(minutes * 60_000)
    const end = await readFigures(product.pid, env.DATABASE_URL)
    const seconds = minutes * 60
    const cpuPercent = ((end.cpuSeconds - begin.cpuSeconds) / seconds) * 100
    note(`memory, ${database}`, end.megabytes, 'MB')
    if (database === 'embedded') return [atMost('CPU, embedded', cpuPercent, EMBEDDED_CPU_PERCENT, '%')]
    note(`CPU of the instance, ${database}`, cpuPercent, '%')
    const perSecond = (end.transactions - begin.transactions) / seconds
    return [atMost(`transactions per second, ${database}`, perSecond, POSTGRES_PER_SECOND, '')]
  } finally {
    await product.stop()
  }
}

async function readFigures(pid: number, postgresUrl: string | undefined) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  // After the name, which is in brackets, the first field is the third.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [user, system] = [Number(fields[11]), Number(fields[12])]
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return {
    cpuSeconds: (user + system) / TICKS_PER_SECOND,
    megabytes: Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024,
    transactions: postgresUrl ? await countTransactions(postgresUrl) : 0,
  }
}

async function countTransactions(url: string): Promise<number> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query(
      'select xact_commit + xact_rollback as count from pg_stat_database where datname = current_database()',
    )
    return Number(rows[0].count)
  } finally {
    await client.end()
  }
}
