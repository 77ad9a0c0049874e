// On PostgreSQL: a request waits for a lock while its card is refused.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { payOpen } from '#contract/features/billing.ts'
import { cancel } from '#contract/features/cancel.ts'
import { changePlan } from '#contract/features/plan.ts'
import { reactivate } from '#contract/features/reactivate.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { makePastDue, OPEN } from '#server/test-kit/past-due.ts'
import { sandboxFor } from '#server/test-kit/payments.ts'
import { whileUnderWay } from '#server/test-kit/same-moment.ts'
import { type Subscribed, subscribe } from '#server/test-kit/subscriptions.ts'

let harness: Harness
let charges = 0
beforeAll(async () => {
  harness = await openHarness({
    payments: (db, clock) => ({
      ...sandboxFor(db, clock),
      async charge() {
        charges += 1
        return { kind: 'declined', reason: 'declined' }
      },
    }),
  })
})
afterAll(() => harness.close())
beforeEach(() => harness.clock.set('2026-11-15T15:00:00Z'))

async function leave(): Promise<Subscribed> {
  const one = await subscribe(harness)
  await (await openBrowser(harness, one.email)).call(cancel, { reason: 'It costs too much', details: '' })
  harness.clock.set('2026-12-15T06:00:00Z')
  await renewDue(harness)
  return one
}

const entrances = {
  'an open month': { account: () => makePastDue(harness), call: payOpen, body: () => OPEN },
  'a plan change': {
    account: () => subscribe(harness),
    call: changePlan,
    body: () => ({
      triple_line_power_dialer_count: 2,
      hosted_lead_management_count: 1,
      now_cents: 13_900,
      next_cents: 28_800,
      idempotency_key: randomUUID(),
    }),
  },
  'a reactivation': {
    account: leave,
    call: reactivate,
    body: () => ({ total_cents: 14_900, idempotency_key: randomUUID() }),
  },
}

const lock = async (tx: Db, { accountId }: Subscribed) => {
  await tx.run(sql`
    select from periods p join subscriptions s on s.id = p.subscription_id where s.account_id = ${accountId}
    for update of p, s`)
  await tx.run(sql`select from accounts where id = ${accountId} for update`)
}

test.each(Object.entries(entrances))(
  'a card on file that its bank refuses for good meanwhile is not charged for %s',
  async (_, { account, call, body }) => {
    const one = await account()
    const owner = await openBrowser(harness, one.email)
    charges = 0
    const refuse = async (tx: Db) => {
      await lock(tx, one)
      await tx.run(sql`
        update cards set refused_because = 'closed', refused_at = ${harness.clock.now()}
        where account_id = ${one.accountId}`)
    }
    expect(await whileUnderWay(harness, refuse, () => owner.call(call, body()))).toMatchObject({
      status: 400,
      body: { errors: expect.stringContaining('Please use another card.') },
    })
    expect(charges).toBe(0)
  },
)

test.each(Object.entries(entrances))(
  'of two requests the later counts the try of the earlier: the card of %s is not sent too many times',
  async (_, { account, call, body }) => {
    const one = await account()
    const owner = await openBrowser(harness, one.email)
    charges = 0
    const tryOften = async (tx: Db) => {
      await lock(tx, one)
      await tx.run(sql`
        insert into charges (key, period_id, account_id, gateway, gateway_token, amount_cents, brand, last_four, expires_month,
          expires_year, holder, outcome, reason, asked_by, created_at)
        select 'earlier-' || c.gateway_token || n, p.id, c.account_id, c.gateway, c.gateway_token, 100, c.brand, c.last_four,
          c.expires_month, c.expires_year, c.holder, 'declined', 'declined', 'pay-link', ${harness.clock.now()}
        from cards c, generate_series(1, 15) n,
          (select max(id) as id from periods where subscription_id = ${one.subscriptionId}) p
        where c.account_id = ${one.accountId}`)
    }
    expect(await whileUnderWay(harness, tryOften, () => owner.call(call, body()))).toMatchObject({
      status: 400,
      body: { errors: expect.stringContaining('This card was declined too many times') },
    })
    expect(charges).toBe(0)
  },
)
