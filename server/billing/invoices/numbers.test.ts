// On PostgreSQL: two transactions at once, and a server that is killed.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database, Db } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { type Postgres, startPostgres } from '../../../scripts/start-postgres.ts'
import { writeInvoice } from './invoices.ts'

let postgres: Postgres
let db: Database
let accountId: number
beforeAll(async () => {
  postgres = await startPostgres({ settings: { fsync: 'on', synchronous_commit: 'on' } })
  db = openPostgres({ url: postgres.url, poolSize: 4, onIdleError: () => {} })
  await migrate(db)
  accountId = (await addAccount(db, { email: 'numbers@example.com' })).accountId
}, 60_000)
afterAll(async () => {
  await db.close()
  await postgres.stop()
})

const writeBill = async (tx: Db) => {
  const { number } = await writeInvoice(tx, { accountId, lines: [], note: '', isPaid: true }, new Date())
  return Number(number.slice(2))
}
const bill = () => db.transaction(writeBill)

test('bills written at the same time are numbered without gaps', async () => {
  const before = await bill()
  const numbers = await Promise.all(Array.from({ length: 12 }, bill))
  expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers.map((_, index) => before + 1 + index))
})

test('a rolled-back bill uses no number', async () => {
  const before = await bill()
  const failed = db.transaction(async (tx) => {
    await writeBill(tx)
    throw new Error('The transaction failed')
  })
  await expect(failed).rejects.toThrow('The transaction failed')
  expect(await bill()).toBe(before + 1)
})

test('after a database crash, bills and credit notes are numbered without gaps', async () => {
  const before = await bill()
  const note = () => db.one<{ number: number }>(sql`select next_number('credit-note') as number`)
  const { number } = await note()
  await postgres.kill()
  await postgres.restart()
  await expect.poll(() => bill().catch(() => undefined), { timeout: 20_000 }).toBe(before + 1)
  expect(await note()).toEqual({ number: number + 1 })
}, 60_000)
