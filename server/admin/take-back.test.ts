import { afterAll, beforeAll, expect, test } from 'vitest'
import { creditOf } from '#server/billing/invoices/credits.ts'
import { renewedAccount } from '#server/test-kit/disputes.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { operatorOf } from '../test-kit/operator.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

test('the command line takes back unused credit once a day, pays it out, and says why it cannot', async () => {
  const { refused, run } = operatorOf(harness)
  const { bill, accountId } = await renewedAccount(harness)
  const why = ['--reason', 'goodwill', '--words', 'The lines were down']
  const take = (...more: string[]) => ['bill', 'take-back', bill, ...more, ...why]
  expect(await refused(...take())).toContain('This account has no unused credit')
  await run('bill', 'refund', bill, '--to', 'credit', '--amount', '50', ...why)
  const said = async (command: string[]) => JSON.stringify(await run(...command))
  expect(await said(take('--amount', '20'))).toContain('$20.00 of credit taken back: debit note D-100001.')
  expect(await said(take('--amount', '20'))).toContain('Nothing was done a second time')
  expect(await creditOf(harness.db, accountId)).toBe(3_000)
  expect(await said(take('--pay-out'))).toContain('$30.00 given back to the card: credit note N-100002.')
  expect(await creditOf(harness.db, accountId)).toBe(0)
})
