import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { renewedAccount } from '#server/test-kit/disputes.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { operatorOf } from '../test-kit/operator.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

test('a command that gives money back refuses a key of the desk, and does nothing', async () => {
  const { refused, run } = operatorOf(harness)
  const { pin, bill, accountId } = await renewedAccount(harness)
  const words = ['--words', 'The lines were down']
  const refund = [
    'bill',
    'refund',
    bill,
    '--to',
    'credit',
    '--amount',
    '20',
    '--reason',
    'goodwill',
    ...words,
  ]
  for (const command of [
    refund,
    ['month', 'extend', pin, '--days', '3', ...words],
    ['month', 'waive', pin, ...words],
  ])
    expect(await refused(...command, '--key', 'desk-1f0e'), command.join(' ')).toContain(
      'Keys that begin with desk- belong to the desk.',
    )
  for (const key of ['', ' ', 'k'.repeat(3_000)])
    expect(await refused(...refund, '--key', key)).toBe('Choose a word of up to 100 characters for --key.')
  const done = () =>
    harness.db.one<{ notes: number; changes: number }>(sql`
      select (select count(*)::int from credit_notes where account_id = ${accountId}) as notes,
        (select count(*)::int from audit where account_id = ${accountId} and starts_with(actor, 'operator:')) as changes`)
  expect(await done()).toEqual({ notes: 0, changes: 0 })
  await run(...refund, '--key', 'my-desk-1f0e')
  expect(await done()).toEqual({ notes: 1, changes: 1 })
})
