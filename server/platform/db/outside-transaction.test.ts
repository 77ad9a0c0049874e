import { expect, test } from 'vitest'
import { freshDatabase } from '#server/test-kit/harness.ts'
import { outsideTransactions } from './outside-transaction.ts'

test('network calls and hashes are refused while a transaction is open, and allowed afterwards', async () => {
  const db = await freshDatabase()
  const port = outsideTransactions({ name: 'gateway', charge: async () => 'paid' })
  await expect(db.transaction(async () => port.charge())).rejects.toThrow('charge waits')
  expect([port.name, await port.charge()]).toEqual(['gateway', 'paid'])
  await db.close()
})
