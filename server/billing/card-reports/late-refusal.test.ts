import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { renewDue } from '#server/billing/renewals/renew.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY, later, MINUTE } from '#server/ports/clock.ts'
import type { CardUpdate, Payments } from '#server/ports/payments.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { sandboxFor } from '#server/test-kit/payments.ts'
import { subscribe } from '#server/test-kit/subscriptions.ts'
import { applyUpdate } from './apply-update.ts'

const DUE = new Date('2026-12-15T06:00:00Z')

let harness: Harness
let spoil: Partial<Payments> = {}
beforeAll(async () => {
  harness = await openHarness({
    payments: (db, clock) => {
      const real = sandboxFor(db, clock)
      return {
        ...real,
        charge: (order) => (spoil.charge ?? real.charge)(order),
        find: (key) => (spoil.find ?? real.find)(key),
      }
    },
  })
})
afterAll(() => harness.close())
beforeEach(() => {
  spoil = {}
  harness.clock.set('2026-11-15T15:00:00Z')
})

const changed = { lastFour: '2222', expires: { month: 12, year: 2029 } }

test.each([
  ['expired', 'date', null],
  ['wrong-number', 'number', null],
  ['stolen', 'number', null],
  ['wrong-number', 'date', 'wrong-number'],
  ['revoked', 'number', 'revoked'],
] as const)(
  'a late answer that a card was %s, after its new %s: refused as %s',
  async (reason, kind, left) => {
    const { accountId, subscriptionId } = await subscribe(harness)
    spoil = { charge: async () => ({ kind: 'unknown' }), find: async () => ({ kind: 'unknown' }) }
    harness.clock.set(DUE.toISOString())
    await renewDue(harness)
    harness.clock.advance(MINUTE)
    await update(accountId, { ...changed, kind })
    spoil.find = async () => ({ kind: 'declined', reason })
    harness.clock.advance(10 * MINUTE)
    await renewDue(harness)
    expect(
      await harness.db.one(sql`select refused_because as refused from cards where account_id = ${accountId}`),
    ).toEqual({ refused: left })
    const { at } = await harness.db.one<{ at: Date | null }>(sql`
    select next_try_at as at from periods where subscription_id = ${subscriptionId} and state = 'past_due'`)
    expect(at).toEqual(left === null ? later(harness.clock.now(), DAY) : null)
  },
)

async function update(accountId: number, said: { kind: 'number' | 'date' } & typeof changed): Promise<void> {
  const { token } = await harness.db.one<{ token: string }>(
    sql`select gateway_token as token from cards where account_id = ${accountId}`,
  )
  const { id } = await harness.db.one<{ id: number }>(sql`
    insert into card_reports (gateway, reported_on, link_digest, link, received_at)
    values ('sandbox', '2026-12-15', ${token}, 'sandbox:test', ${harness.clock.now()}) returning id`)
  const on = '2026-12-15'
  await applyUpdate(harness, { id, gateway: 'sandbox', row: 1 }, { ...said, token, on } as CardUpdate)
}
