import { sql } from '#server/platform/db/sql.ts'
import { countFreeAccountNumbers, reserveAccountNumber } from '../../server/accounts/account-numbers.ts'
import type { Database } from '../../server/platform/db/database.ts'
import { median } from '../averages.ts'
import { atMost, type Finding, note } from '../findings.ts'

const DRAWS_AT_MOST = 100_000
/** Draws alternate between the databases: the machine's speed varies by the second. */
const ROUNDS = 100
const AT_ONCE = 4
const SLOWER_AT_MOST = 1.2

/**
 * Draws account numbers where few are taken and where many are, each in its own transaction. With 900,000
 * accounts it draws the last one.
 */
export async function compareNumberDraws(small: Database, large: Database): Promise<Finding> {
  const draws = Math.min(DRAWS_AT_MOST, await countFreeAccountNumbers(large))
  const each = Math.floor(draws / ROUNDS)
  const [first, last] = [await placeOrders(small, each * ROUNDS), await placeOrders(large, each * ROUNDS)]
  const rounds: { few: number; many: number }[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const from = round * each
    rounds.push({
      few: await drawFor(small, first.slice(from, from + each)),
      many: await drawFor(large, last.slice(from, from + each)),
    })
  }
  note('account numbers left', await countFreeAccountNumbers(large), '')
  note('drawing an account number, few accounts', median(rounds.map(({ few }) => few)), 'ms')
  const ratio = median(rounds.map(({ few, many }) => many / few))
  return atMost('drawing an account number, many against few', ratio, SLOWER_AT_MOST, '×')
}

/** Orders that need a number. Returns their ids. */
async function placeOrders(db: Database, count: number): Promise<number[]> {
  const orders = await db.transaction(
    (tx) =>
      tx.many<{ id: number }>(sql`
        insert into orders (key, kind, email_key, body_digest, lines, amount_cents, terms_version, terms_accepted_at,
          terms_address, state, created_at)
        select 'number-' || n, 'sign-up', 'number' || n || '@example.com', '', '[]', 14900, '', now(), '', 'intent', now()
        from generate_series(1, ${count}::integer) n returning id`),
    { takesLong: true },
  )
  return orders.map(({ id }) => id)
}

/** Milliseconds for each draw. */
async function drawFor(db: Database, orders: number[]): Promise<number> {
  const waiting = [...orders]
  const begin = performance.now()
  const draw = async () => {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const order = id
      if (!(await db.transaction((tx) => reserveAccountNumber(tx, order))))
        throw new Error('No account number was left')
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, draw))
  return (performance.now() - begin) / orders.length
}
