// On PostgreSQL: two of its requests race.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { renewDue } from '#server/billing/renewals/renew.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY, MINUTE } from '#server/ports/clock.ts'
import type { FoundRefund, Payments } from '#server/ports/payments.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { operatorOf } from '#server/test-kit/operator.ts'
import { sandboxFor } from '#server/test-kit/payments.ts'
import { whileUnderWay } from '#server/test-kit/same-moment.ts'
import { subscribe } from '#server/test-kit/subscriptions.ts'

/** The bank refuses, answers, or is not reached. It gives the same answer to the same key, as gateways do. */
let bank: 'refuses' | 'answers' | 'away'
let asked: string[]
const refusals = new Set<string>()
let harness: Harness

beforeAll(async () => {
  harness = await openHarness({
    payments(db, clock): Payments {
      const sandbox = sandboxFor(db, clock)
      const refund = async (order: Parameters<Payments['refund']>[0]): Promise<FoundRefund> => {
        asked.push(order.key)
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
  asked = []
  harness.clock.set('2026-11-15T15:00:00Z')
})

async function renewed() {
  const { accountId } = await subscribe(harness, { plan: { triple: 1 } })
  harness.clock.set('2026-12-15T06:00:00Z')
  await renewDue(harness)
  harness.clock.advance(3 * DAY)
  const { number } = await harness.db.one<{ number: string }>(sql`
    select number from invoices where account_id = ${accountId} and charge_id is not null`)
  const why = ['--reason', 'goodwill', '--words', 'A slow week']
  return {
    accountId,
    bill: number,
    command: ['bill', 'refund', number, '--to', 'card', '--amount', '10', ...why],
  }
}
const givenBack = async (accountId: number) =>
  (
    await harness.db.one<{ cents: number }>(sql`
      select coalesce(sum(r.amount_cents), 0)::integer as cents from sandbox_refunds r
      join charges c on c.gateway_reference = r.charge_reference where c.account_id = ${accountId}`)
  ).cents

test('what the bank refused is asked for again by the same command, under another key, until it is done', async () => {
  const { accountId, command } = await renewed()
  const { run } = operatorOf(harness)
  for (const _ of [1, 2])
    await expect(run(...command)).rejects.toThrow('The bank refused to give back $10.00; no money moved.')
  bank = 'answers'
  harness.clock.advance(MINUTE)
  expect((await run(...command)).text).toContain('$10.00 given back to the card: credit note N-')
  expect(new Set(asked).size).toBe(3)
  expect((await run(...command)).text).toContain('Nothing was done a second time')
  expect(asked).toHaveLength(3)
  expect(await givenBack(accountId)).toBe(1_000)
  const states = await harness.db.many(sql`
    select state from credit_notes where account_id = ${accountId} order by id`)
  expect(states).toEqual([{ state: 'refused' }, { state: 'refused' }, { state: 'issued' }])
})

test('with a key of their own, the operator hears that the bank was not asked again', async () => {
  const { accountId, command } = await renewed()
  const { run, refused } = operatorOf(harness)
  const keyed = [...command, '--key', 'june']
  await expect(run(...keyed)).rejects.toThrow('The bank refused to give back $10.00; no money moved.')
  bank = 'answers'
  expect(await refused(...keyed)).toContain('when --key june was used before, and was not asked again')
  expect(asked).toHaveLength(1)
  expect(await givenBack(accountId)).toBe(0)
})

test('two operators who repeat at once what the bank refused give it back once', async () => {
  const { accountId, bill, command } = await renewed()
  const { run } = operatorOf(harness)
  await expect(run(...command)).rejects.toThrow('The bank refused')
  bank = 'answers'
  const lock = (tx: Db) => tx.run(sql`select from invoices where number = ${bill} for update`)
  const both = await whileUnderWay(harness, lock, () => Promise.all([run(...command), run(...command)]))
  expect(both.filter(({ text }) => text.includes('Nothing was done a second time'))).toHaveLength(1)
  expect(await givenBack(accountId)).toBe(1_000)
})

test('a repeat whose answer was lost is not sent beside itself, also after midnight', async () => {
  const { accountId, command } = await renewed()
  const { run } = operatorOf(harness)
  harness.clock.set('2026-12-18T23:50:00Z')
  await expect(run(...command)).rejects.toThrow('The bank refused')
  bank = 'away'
  expect((await run(...command)).text).toContain('The bank has not answered about $10.00 yet.')
  bank = 'answers'
  harness.clock.set('2026-12-19T00:20:00Z')
  expect((await run(...command)).text).toContain('$10.00 given back to the card')
  expect((await run(...command)).text).toContain('Nothing was done a second time')
  expect(await givenBack(accountId)).toBe(1_000)
})
