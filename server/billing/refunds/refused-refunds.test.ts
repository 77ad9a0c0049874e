// On PostgreSQL: two of its requests race.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { renewDue } from '#server/billing/renewals/renew.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY, MINUTE } from '#server/ports/clock.ts'
import type { FoundRefund, Payments } from '#server/ports/payments.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { giveMoneyBack } from '#server/test-kit/money-back.ts'
import { sandboxFor } from '#server/test-kit/payments.ts'
import { subscribe } from '#server/test-kit/subscriptions.ts'

/** The bank refuses, answers, or is unreachable. It gives the same answer to the same key, as gateways do. */
let bank: 'refuses' | 'answers' | 'away'
let sentKeys: string[]
const refusals = new Set<string>()
let harness: Harness

beforeAll(async () => {
  harness = await openHarness({
    payments(db, clock): Payments {
      const sandbox = sandboxFor(db, clock)
      const refund = async (order: Parameters<Payments['refund']>[0]): Promise<FoundRefund> => {
        sentKeys.push(order.key)
        if (bank === 'away') throw new Error('The gateway was not reached')
        if (bank === 'refuses') refusals.add(order.key)
        return refusals.has(order.key) ? { kind: 'refused' } : sandbox.refund(order)
      }
      return { ...sandbox, refund: refund as Payments['refund'] }
    },
  })
})
afterAll(() => harness.close())
beforeEach(() => {
  bank = 'refuses'
  sentKeys = []
  harness.clock.set('2026-11-15T15:00:00Z')
})

async function renewed() {
  const { accountId } = await subscribe(harness, { plan: { triple: 1 } })
  harness.clock.set('2026-12-15T06:00:00Z')
  await renewDue(harness)
  harness.clock.advance(3 * DAY)
  const { number } = await harness.db.one<{ number: string }>(sql`
    select number from invoices where account_id = ${accountId} and charge_id is not null`)
  return { accountId, bill: number }
}
const request = {
  howMuch: { kind: 'amount', cents: 1_000 },
  way: 'card',
  reason: 'goodwill',
  words: 'A slow week',
  actor: 'operator:tests',
} as const
const givenBack = async (accountId: number) =>
  (
    await harness.db.one<{ cents: number }>(sql`
      select coalesce(sum(r.amount_cents), 0)::integer as cents from sandbox_refunds r
      join charges c on c.gateway_reference = r.charge_reference where c.account_id = ${accountId}`)
  ).cents

test('a refused refund is not retried under its key; under a new one it is, and counts once', async () => {
  const { accountId, bill } = await renewed()
  const give = (key: string) => giveMoneyBack(harness, { ...request, key, bill })
  for (const _ of [1, 2]) expect(await give('june')).toMatchObject({ state: 'refused' })
  bank = 'answers'
  harness.clock.advance(MINUTE)
  expect(await give('june')).toMatchObject({ state: 'refused', isRepeat: true })
  expect(sentKeys).toHaveLength(1)
  expect(await give('july')).toMatchObject({ state: 'issued', number: expect.stringMatching(/^N-/) })
  expect(await give('july')).toMatchObject({ state: 'issued', isRepeat: true })
  expect(new Set(sentKeys).size).toBe(2)
  expect(sentKeys).toHaveLength(2)
  expect(await givenBack(accountId)).toBe(1_000)
  const states = await harness.db.many(sql`
    select state from credit_notes where account_id = ${accountId} order by id`)
  expect(states).toEqual([{ state: 'refused' }, { state: 'issued' }])
})
