import { startPostgres } from '../scripts/start-postgres.ts'
import {
  ACCOUNT_NUMBERS,
  countFreeAccountNumbers,
  reserveAccountNumber,
} from '../server/accounts/account-numbers.ts'
import type { Database } from '../server/platform/db/database.ts'
import { migrate } from '../server/platform/db/migrate.ts'
import { openPostgres } from '../server/platform/db/postgres.ts'
import { sql } from '../server/platform/db/sql.ts'
import { atMost, type Finding, median, noted } from './finding.ts'

const DRAWS = 100_000
/** Draws of both databases alternate: the machine's speed varies by the second. */
const ROUNDS = 100
const AT_ONCE = 4

/** The last 100,000 account numbers compared with the first 100,000, each drawn in a transaction of its own. */
export async function measureAccountNumbers(): Promise<Finding[]> {
  const postgres = await startPostgres({ settings: { synchronous_commit: 'off' } })
  try {
    const unused = await openWith(postgres.url, 'unused', 0)
    const nearlyFull = await openWith(postgres.url, 'nearly_full', ACCOUNT_NUMBERS - DRAWS)
    const rounds: { first: number; last: number }[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push({ first: await drawFor(unused, round), last: await drawFor(nearlyFull, round) })
    }
    const left = await countFreeAccountNumbers(nearlyFull)
    if (left !== 0) throw new Error(`${left} account numbers were left`)
    await Promise.all([unused.close(), nearlyFull.close()])
    const ratios = rounds.map(({ first, last }) => last / first)
    return [
      noted(
        'drawing one of the first 100,000 account numbers',
        median(rounds.map(({ first }) => first)),
        'ms',
      ),
      noted('drawing one of the last 100,000 account numbers', median(rounds.map(({ last }) => last)), 'ms'),
      atMost('the last account numbers against the first', median(ratios), 1.2, '×'),
      noted('the very last 1,000 of them', ratios.at(-1) ?? Number.NaN, '×'),
    ]
  } finally {
    await postgres.stop()
  }
}

/** A database with this many accounts, whose numbers are spread at random, and orders that need one. */
async function openWith(serverUrl: string, name: string, accounts: number): Promise<Database> {
  const url = new URL(serverUrl)
  const server = openPostgres({ url: serverUrl, poolSize: 1, onIdleError: () => {} })
  await server.query({ text: `create database ${name}`, values: [] })
  await server.close()
  url.pathname = `/${name}`
  const db = openPostgres({ url: url.href, poolSize: AT_ONCE, onIdleError: () => {} })
  await migrate(db)
  await db.transaction(
    async (tx) => {
      // Only their numbers are measured: no events are written for these accounts.
      await tx.run(sql`alter table accounts disable trigger note_entitlements`)
      await tx.run(sql`
        insert into accounts (pin, company, status, status_since, created_at)
        select lpad(n::text, 6, '0'), 'Company ' || n, 'active', now(), now()
        from generate_series(0, ${ACCOUNT_NUMBERS - 1}::integer) n order by md5(n::text) limit ${accounts}`)
      await tx.run(sql`
        insert into orders (key, kind, email_key, body_digest, lines, amount_cents, terms_version,
          terms_accepted_at, terms_address, state, created_at)
        select 'order-' || n, 'sign-up', 'owner' || n || '@example.com', '', '[]', 14900, '', now(), '', 'intent', now()
        from generate_series(1, ${DRAWS}::integer) n`)
      await tx.run(sql`alter table accounts enable trigger note_entitlements`)
      await tx.run(sql`analyze`)
    },
    { takesLong: true },
  )
  return db
}

/** Milliseconds for each draw of this round. */
async function drawFor(db: Database, round: number): Promise<number> {
  const each = DRAWS / ROUNDS
  let next = round * each
  const begin = performance.now()
  const draw = async () => {
    while (next < (round + 1) * each) {
      next += 1
      const orderId = next
      const isReserved = await db.transaction((tx) => reserveAccountNumber(tx, orderId))
      if (!isReserved) throw new Error('No account number was left')
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, draw))
  return (performance.now() - begin) / each
}
