import { afterAll, beforeAll, expect, test } from 'vitest'
import { repeatSetUp } from '#contract/desk/today/calls.ts'
import { endSubscription } from '#server/billing/subscriptions/end-subscription.ts'
import { sql } from '#server/platform/db/sql.ts'
import { openDesk, type TestDesk } from '#server/test-kit/desk.ts'
import { renewedAccount } from '#server/test-kit/disputes.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { postDispute } from '#server/test-kit/notices.ts'
import { operatorOf } from '#server/test-kit/operator.ts'

let harness: Harness
let desk: TestDesk
let operator: ReturnType<typeof operatorOf>
beforeAll(async () => {
  harness = await openHarness()
  desk = await openDesk(harness)
  operator = operatorOf(harness)
})
afterAll(async () => {
  await desk.close()
  await harness.close()
})

/** An account that its owner reactivated while its set-up was still tried. */
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

const end = ({ accountId, subscriptionId }: Account, status: 'canceled' | 'expired') =>
  harness.db.transaction((tx) =>
    endSubscription(tx, { id: subscriptionId, accountId }, status, harness.clock.now()),
  )
const closings: Record<string, { close(one: Account): unknown; open(one: Account): unknown }> = {
  'canceled, then given free access': {
    close: (one) => end(one, 'canceled'),
    open: ({ pin }) => operator.run('access', 'give', pin, '--reason', 'A partner of ours'),
  },
  'expired, then given free access': {
    close: (one) => end(one, 'expired'),
    open: ({ pin }) => operator.run('access', 'give', pin, '--reason', 'A partner of ours'),
  },
  'marked for fraud by mistake': {
    close: ({ pin }) => operator.run('fraud', 'mark', pin, '--reason', 'stolen card'),
    open: ({ pin }) => operator.run('fraud', 'undo', pin),
  },
  'closed by a dispute that was won': {
    close: ({ reference }) => postDispute(harness, 'opened', { reference }),
    open: ({ reference }) => postDispute(harness, 'won', { reference }),
  },
}

test.each(Object.keys(closings))('the set-up of an account that was %s goes on', async (name) => {
  const one = await addAccountBeingSetUp()
  await closings[name]?.close(one)
  expect(await countJobs(one)).toBe(0)
  await closings[name]?.open(one)
  expect(await countJobs(one)).toBe(1)
})

test('free access for an account that is open starts no second set-up', async () => {
  const one = await addAccountBeingSetUp()
  await operator.run('access', 'give', one.pin, '--reason', 'A partner of ours')
  expect(await countJobs(one)).toBe(0)
})

test('the dead set-up of a closed account is not started again, and stays in the list until the account is open', async () => {
  const one = await addAccountBeingSetUp('dead')
  await operator.run('fraud', 'mark', one.pin, '--reason', 'stolen card')
  const helper = await desk.as('helper')
  const reason = 'The provider is back'
  const refusal = 'The account is closed. Its set-up can start again once the account is open.'
  expect(await operator.refused('set-up', 'repeat', one.pin)).toBe(refusal)
  const answer = await helper.send(repeatSetUp, { pin: one.pin, reason })
  expect([answer.status, answer.body]).toEqual([400, { errors: refusal }])
  expect(await countJobs(one)).toBe(0)
  expect((await operator.run('set-up', 'list')).rows('setUps')).toContainEqual(
    expect.objectContaining({ pin: one.pin, state: 'dead' }),
  )
  await operator.run('fraud', 'undo', one.pin)
  await operator.run('set-up', 'repeat', one.pin)
  expect(await countJobs(one)).toBe(1)
})
