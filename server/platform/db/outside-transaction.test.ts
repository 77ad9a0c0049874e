import { expect, test } from 'vitest'
import { freshDatabase } from '#server/test-kit/harness.ts'
import { outsideTransactions } from './outside-transaction.ts'

test('what waits for another machine or a hash is refused while a transaction is open, and not afterwards', async () => {
  const db = await freshDatabase()
  const port = outsideTransactions({ name: 'gateway', charge: async () => 'paid' })
  await expect(db.transaction(async () => port.charge())).rejects.toThrow('charge waits')
  expect([port.name, await port.charge()]).toEqual(['gateway', 'paid'])
  await db.close()
})
