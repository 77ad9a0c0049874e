// On PostgreSQL: events are numbered after commits that overlap.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cancel, endHold, undoCancel } from '#contract/features/cancel.ts'
import { saveOwnName } from '#contract/features/details.ts'
import type { Entitlements } from '#contract/features/feed.ts'
import { assignDialer, changeRole, handOver, removePerson, takeDialer } from '#contract/features/people.ts'
import { changePlan } from '#contract/features/plan.ts'
import { reactivate } from '#contract/features/reactivate.ts'
import { submitSignUp } from '#contract/features/sign-up/calls.ts'
import { assignPositions, noteFact } from '#server/accounts/feed/events.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import { sql } from '#server/platform/db/sql.ts'
import { later, MINUTE } from '#server/ports/clock.ts'
import { addAccount, addAgent } from '#server/test-kit/accounts.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { byOperator } from '#server/test-kit/by-operator.ts'
import { freshEmail, freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { putOnHold } from '#server/test-kit/put-on-hold.ts'
import { send } from '#server/test-kit/send.ts'
import { goodSignUp } from '#server/test-kit/sign-ups.ts'
import { DECLINED_AT_RENEWAL, subscribe } from '#server/test-kit/subscriptions.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())
beforeEach(() => harness.clock.set('2026-11-15T15:00:00Z'))

type Told = { type: string; data: Record<string, unknown>; entitlements: Entitlements }
const eventsOf = (accountId: number) =>
  harness.db.many<Told>(sql`
    select type, data, entitlements from feed_events where account_id = ${accountId} order by sequence`)
/** The events since the last call. */
function listener(accountId: number) {
  let heard = 0
  return async () => {
    const events = await eventsOf(accountId)
    const fresh = events.slice(heard)
    heard = events.length
    return fresh
  }
}
const typesOf = (events: Told[]) => events.map(({ type }) => type)
const at = async (iso: string) => {
  harness.clock.set(iso)
  await renewDue(harness)
}
async function openTeam() {
  const one = await subscribe(harness, { plan: { triple: 2, lead: 3 } })
  const news = listener(one.accountId)
  await news()
  return { ...one, news, browser: await openBrowser(harness, one.email) }
}

test('a sign-up is sent once it is provisioned, with plan, person and dialer, and nothing more', async () => {
  const signUp = goodSignUp()
  const { body } = await send(harness, submitSignUp, signUp, { address: freshIp() })
  const { pin } = (body as { data: { pin: string } }).data
  const { id } = await harness.db.one<{ id: number }>(sql`select id from accounts where pin = ${pin}`)
  expect(await eventsOf(id)).toEqual([])
  await harness.db.run(sql`update accounts set status = 'active' where id = ${id} and status = 'pending'`)
  const person = { id: expect.any(Number), role: 'owner', name: 'Dana Whitfield', email: signUp.email }
  expect(await eventsOf(id)).toEqual([
    {
      type: 'account.set_up',
      data: {},
      entitlements: {
        account_number: pin,
        status: 'active',
        may_dial: true,
        ends_at: null,
        hold: null,
        plan: [
          { item: 'lead', quantity: 1 },
          { item: 'triple', quantity: 1 },
        ],
        people: [{ ...person, dialers: [{ item: 'triple', number: 1 }] }],
      },
    },
  ])
})

test('people, roles and dialers: one event per person concerned', async () => {
  const { news, browser, accountId } = await openTeam()
  const email = freshEmail()
  const agentId = await addAgent(harness.db, accountId, { email, role: 'user', name: ['Ann', 'Lee'] })
  const [added] = await news()
  // People who do not dial are not named.
  expect(added).toMatchObject({ type: 'person.added', data: { person_id: agentId } })
  expect(added?.entitlements.people.find(({ id }) => id === agentId)).toEqual({
    id: agentId,
    role: 'user',
    name: null,
    email: null,
    dialers: [],
  })
  await browser.call(assignDialer, { agent_id: agentId, item: 'triple', place: 2 })
  const [given] = await news()
  expect(given?.type).toBe('person.changed')
  expect(given?.entitlements.people.find(({ id }) => id === agentId)).toMatchObject({
    name: 'Ann Lee',
    email,
    dialers: [{ item: 'triple', number: 2 }],
  })
  await (await openBrowser(harness, email)).call(saveOwnName, { first_name: 'Anne', last_name: 'Lee' })
  await browser.call(changeRole, { agent_id: agentId, role: 'admin' })
  await browser.call(takeDialer, { agent_id: agentId, item: 'triple' })
  expect(typesOf(await news())).toEqual(['person.changed', 'person.changed', 'person.changed'])
  await browser.call(handOver, { agent_id: agentId, password: 'password1' })
  // Two people, one transaction.
  expect(typesOf(await news())).toEqual(['person.changed', 'person.changed'])
  const other = await addAgent(harness.db, accountId, { email: freshEmail(), role: 'user' })
  await (await openBrowser(harness, email)).call(removePerson, { agent_id: other })
  expect(typesOf(await news())).toEqual(['person.added', 'person.removed'])
})

test('the plan, the planned end, its withdrawal, the end and the return', async () => {
  const { news, email } = await openTeam()
  harness.clock.set('2026-11-25T15:00:00Z')
  const browser = await openBrowser(harness, email)
  const wanted = {
    triple_line_power_dialer_count: 3,
    hosted_lead_management_count: 3,
    now_cents: 9_267,
    next_cents: 3 * 13_900 + 3 * 1_000,
    idempotency_key: 'feed-plan-1',
  }
  expect((await browser.call(changePlan, wanted)).status).toBe(200)
  const [changed, ...others] = await news()
  expect([changed?.type, others]).toEqual(['plan.changed', []])
  expect(changed?.entitlements.plan).toContainEqual({ item: 'triple', quantity: 3 })
  await browser.call(cancel, { reason: 'It costs too much', details: '' })
  expect(await news()).toMatchObject([
    { type: 'account.canceled', entitlements: { may_dial: true, ends_at: '2026-12-15T06:00:00Z' } },
  ])
  await browser.call(undoCancel)
  expect(await news()).toMatchObject([{ type: 'account.resumed', entitlements: { ends_at: null } }])
  await browser.call(cancel, { reason: 'It costs too much', details: '' })
  await at('2026-12-15T06:00:00Z')
  expect(await news()).toMatchObject([
    { type: 'account.canceled' },
    { type: 'account.ended', data: { status_before: 'active' }, entitlements: { may_dial: false } },
  ])
  const back = await openBrowser(harness, email)
  const paid = await back.call(reactivate, { total_cents: 44_700, idempotency_key: 'feed-back-1' })
  expect(paid.status, JSON.stringify(paid.body)).toBe(200)
  expect(await news()).toMatchObject([{ type: 'account.resumed', entitlements: { may_dial: true } }])
})

test('a hold is sent when planned, when it begins and when it is over', async () => {
  const { news, browser } = await openTeam()
  await putOnHold(browser, 1)
  expect(await news()).toMatchObject([
    {
      type: 'account.hold_changed',
      entitlements: { may_dial: true, hold: { from: '2026-12-15', until: '2027-01-15' } },
    },
  ])
  await browser.call(endHold)
  await putOnHold(browser, 1)
  await news()
  await at('2026-12-15T06:00:00Z')
  expect(await news()).toMatchObject([
    { type: 'account.on_hold', entitlements: { status: 'on_hold', may_dial: false } },
  ])
  await at('2027-01-15T06:00:00Z')
  expect(await news()).toMatchObject([
    { type: 'account.resumed', entitlements: { may_dial: true, hold: null } },
  ])
})

test('an unpaid month: past due, the last day, the end', async () => {
  const one = await subscribe(harness, { number: DECLINED_AT_RENEWAL })
  const news = listener(one.accountId)
  await news()
  for (const iso of [
    '2026-12-15T06:00:00Z',
    '2026-12-16T06:00:01Z',
    '2026-12-18T06:00:02Z',
    '2026-12-20T06:00:03Z',
  ])
    await at(iso)
  expect(typesOf(await news())).toEqual(['account.past_due'])
  await at('2026-12-21T06:00:04Z')
  await at('2026-12-22T06:00:05Z')
  expect(typesOf(await news())).toEqual(['account.suspended', 'account.ended'])
})

test('fraud ends an account, and undoing it restores it', async () => {
  const { news, accountId } = await openTeam()
  await byOperator.markFraud(harness, { accountId })
  expect(typesOf(await news())).toEqual(['account.ended'])
  await byOperator.undoFraud(harness, { accountId })
  expect(typesOf(await news())).toEqual(['account.resumed'])
})

test('a refund follows the change that comes with it; a rolled-back transaction sends nothing', async () => {
  const { news, accountId, agentId } = await openTeam()
  const now = harness.clock.now()
  await harness.db.transaction(async (tx) => {
    await noteFact(tx, accountId, 'bill.refunded', { bill: 'B-1', cents: 100, way: 'card' }, now)
    await tx.run(sql`update accounts set status = 'past_due' where id = ${accountId}`)
  })
  expect(await news()).toMatchObject([
    { type: 'account.past_due' },
    { type: 'bill.refunded', data: { bill: 'B-1' }, entitlements: { status: 'past_due' } },
  ])
  const undone = harness.db.transaction(async (tx) => {
    await noteFact(tx, accountId, 'dispute.opened', {}, now)
    await tx.run(sql`update agents set role = 'admin' where id = ${agentId}`)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await news()).toEqual([])
})

test("positions follow each account's order, and a late commit gets a later one", async () => {
  const { db } = harness
  const [one, two] = [await subscribe(harness), await subscribe(harness)]
  await assignPositions(db)
  await Promise.all(
    [one, two].flatMap(({ agentId }) =>
      ['admin', 'user', 'billing'].map((role) =>
        db.run(sql`update agents set role = ${role} where id = ${agentId}`),
      ),
    ),
  )
  await assignPositions(db)
  const wrong = await db.many(sql`
    select 1 from feed_events a join feed_events b
      on b.account_id = a.account_id and b.sequence = a.sequence + 1 and b.position < a.position`)
  expect(wrong).toEqual([])
  const { gaps } = await db.one<{ gaps: number }>(sql`
    select s.last_position - (select count(*) from feed_events where position is not null) as gaps from feed_state s`)
  expect(gaps).toBeGreaterThanOrEqual(0)
})

test('every event has the database’s time, even a refund recorded by an instance with a slow clock', async () => {
  const { db, clock } = harness
  const { accountId } = await db.transaction((tx) => addAccount(tx, { email: freshEmail() }))
  const clockOf = () => db.one<{ at: Date }>(sql`select clock_timestamp() as at`)
  const { at: from } = await clockOf()
  const behind = later(clock.now(), -MINUTE)
  await db.transaction((tx) => noteFact(tx, accountId, 'bill.refunded', { amount_cents: 100 }, behind))
  const { at: to } = await clockOf()
  const [fact] = await db.many<{ at: Date }>(sql`
    select occurred_at as at from feed_events where account_id = ${accountId} order by sequence desc limit 1`)
  expect(fact?.at.getTime()).toBeGreaterThanOrEqual(from.getTime())
  expect(fact?.at.getTime()).toBeLessThanOrEqual(to.getTime())
})
