import { afterAll, beforeAll, expect, test } from 'vitest'
import { repeatSetUp } from '#contract/desk/today.ts'
import { endSubscription } from '#server/billing/subscriptions/subscription.ts'
import { sql } from '#server/platform/db/sql.ts'
import { byOperator } from '#server/test-kit/by-operator.ts'
import { openDesk, type TestDesk } from '#server/test-kit/desk.ts'
import { renewedAccount } from '#server/test-kit/disputes.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { postDispute } from '#server/test-kit/notices.ts'
import { provisionAccount } from './set-ups.ts'

let harness: Harness
let desk: TestDesk
beforeAll(async () => {
  harness = await openHarness()
  desk = await openDesk(harness)
})
afterAll(async () => {
  await desk.close()
  await harness.close()
})

/** An account reactivated by its owner while provisioning was still being retried. */
async function addAccountBeingSetUp(state: 'running' | 'dead' = 'running') {
  const one = await renewedAccount(harness)
  await harness.db.run(sql`
    insert into set_ups (account_id, state, started_at) values (${one.accountId}, ${state}, ${harness.clock.now()})`)
  return one
}

type Account = Awaited<ReturnType<typeof addAccountBeingSetUp>>

async function countJobs({ accountId }: Account): Promise<number> {
  const jobs = await harness.db.many(sql`
    select 1 from pgboss.job where name = 'set-up-account' and (data ->> 'accountId')::bigint = ${accountId}`)
  return jobs.length
}

const stateOf = ({ accountId }: Account) =>
  harness.db.one(sql`select state from set_ups where account_id = ${accountId}`)

const end = ({ accountId, subscriptionId }: Account, status: 'canceled' | 'expired') =>
  harness.db.transaction((tx) =>
    endSubscription(tx, { id: subscriptionId, accountId }, status, harness.clock.now()),
  )
const closings: Record<string, { close(one: Account): unknown; open(one: Account): unknown }> = {
  'canceled, then given free access': {
    close: (one) => end(one, 'canceled'),
    open: (one) => byOperator.giveAccess(harness, one),
  },
  'expired, then given free access': {
    close: (one) => end(one, 'expired'),
    open: (one) => byOperator.giveAccess(harness, one),
  },
  'marked for fraud by mistake': {
    close: (one) => byOperator.markFraud(harness, one),
    open: (one) => byOperator.undoFraud(harness, one),
  },
  'closed by a dispute that was won': {
    close: ({ reference }) => postDispute(harness, 'opened', { reference }),
    open: ({ reference }) => postDispute(harness, 'won', { reference }),
  },
}

test.each(Object.keys(closings))('provisioning of an account that was %s continues', async (name) => {
  const one = await addAccountBeingSetUp()
  await closings[name]?.close(one)
  expect(await countJobs(one)).toBe(0)
  await closings[name]?.open(one)
  expect(await countJobs(one)).toBe(1)
})

test('free access for an open account starts no second provisioning', async () => {
  const one = await addAccountBeingSetUp()
  await byOperator.giveAccess(harness, one)
  expect(await countJobs(one)).toBe(0)
})

test('failed provisioning of a closed account stays listed, and is not retried until it reopens', async () => {
  const one = await addAccountBeingSetUp('dead')
  await byOperator.markFraud(harness, one)
  const helper = await desk.as('helper')
  const reason = 'The provider is back'
  const refusal = 'The account is closed. Its set-up can start again once the account is open.'
  const answer = await helper.send(repeatSetUp, { pin: one.pin, reason })
  expect([answer.status, answer.body]).toEqual([400, { errors: refusal }])
  expect(await countJobs(one)).toBe(0)
  expect(await stateOf(one)).toEqual({ state: 'dead' })
  await byOperator.undoFraud(harness, one)
  expect((await helper.send(repeatSetUp, { pin: one.pin, reason })).status).toBe(200)
  expect(await countJobs(one)).toBe(1)
})

test('failed provisioning is retried for two days', () => {
  const { retries, firstRetrySeconds, longestRetrySeconds } = provisionAccount
  // As pg-boss chooses each delay: between a delay that doubles with every try and twice that, up to the
  // longest.
  const hoursAt = (factor: 1 | 2) =>
    Array.from({ length: retries }, (_, index) =>
      Math.min(longestRetrySeconds, firstRetrySeconds * 2 ** Math.min(index, 15) * factor),
    ).reduce((sum, seconds) => sum + seconds / 3600, 0)
  expect(hoursAt(1)).toBeGreaterThan(47)
  expect(hoursAt(2)).toBeLessThan(54)
})
