// On PostgreSQL: two of its requests race.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cancelReasons } from '#contract/billing/cancel-reasons.ts'
import { cancel } from '#contract/features/cancel.ts'
import { assignDialer, handOver, removePerson, takeDialer } from '#contract/features/people.ts'
import { changePlan, keepPlan } from '#contract/features/plan.ts'
import { reactivate } from '#contract/features/reactivate.ts'
import { pages } from '#contract/pages.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addAgent } from '#server/test-kit/accounts.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { mailsTo } from '#server/test-kit/mails.ts'
import { signedInAs, valuesIn } from '#server/test-kit/signed-in.ts'
import { subscribe } from '#server/test-kit/subscriptions.ts'

let harness: Harness
beforeEach(async () => {
  harness = await openHarness()
  harness.clock.set('2026-11-15T15:00:00Z')
})
afterEach(() => harness.close())

let keys = 0
const plan = (counts: { triple?: number; single?: number; lead?: number }, now_cents = 0) => {
  const { triple = 0, single = 0, lead = 5 } = counts
  keys += 1
  return {
    triple_line_power_dialer_count: triple,
    single_line_power_dialer_count: single,
    hosted_lead_management_count: lead,
    now_cents,
    next_cents: triple * 13_900 + single * 8_900 + lead * 1_000,
    idempotency_key: `dialers-${keys}`,
  }
}

/** An owner with two triple line dialers and one single, and three users: Ann, Bob and Cal. */
async function openTeam(bought: { triple?: number; single?: number } = { triple: 2, single: 1 }) {
  const one = await subscribe(harness, { plan: { ...bought, lead: 5 } })
  const add = async (first: string) => {
    const email = freshEmail()
    const id = await addAgent(harness.db, one.accountId, { email, role: 'user', name: [first, 'Lee'] })
    return { id, email }
  }
  const [ann, bob, cal] = [await add('Ann'), await add('Bob'), await add('Cal')]
  const browser = await openBrowser(harness, one.email)
  let minutes = 0
  /** Each a minute later, so that there is a last one. */
  const give = (agent_id: number, item: string, place: number) => {
    minutes += 1
    harness.clock.set(new Date(Date.UTC(2026, 10, 15, 15, minutes)).toISOString())
    return browser.call(assignDialer, { agent_id, item, place })
  }
  return { ...one, ann, bob, cal, browser, give }
}

type Shown = { name: string; people: { name: string }[]; ends: string }[]
async function shown({ browser }: { browser: Awaited<ReturnType<typeof openBrowser>> }) {
  const { dialers } = valuesIn((await browser.open(pages.people)).text) as { dialers: Shown }
  return Object.fromEntries(
    dialers.map(({ name, people }) => [name, people.map((one) => one.name.split(' ')[0]).join(' ')]),
  )
}
const lostMails = async (email: string) =>
  (await mailsTo(harness, email, 'dialer-lost')).map(({ subject }) => subject)
const at = async (iso: string) => {
  harness.clock.set(iso)
  await renewDue(harness)
}

test('a dialer is assigned, shared, moved and unassigned, each with an audit entry', async () => {
  const team = await openTeam()
  expect(await shown(team)).toEqual({
    'Triple line dialer 1': '',
    'Triple line dialer 2': '',
    'Single line dialer': '',
  })
  expect((await team.give(team.ann.id, 'triple', 1)).status).toBe(200)
  expect((await team.give(team.bob.id, 'triple', 1)).status).toBe(200)
  expect((await team.give(team.bob.id, 'single', 1)).status).toBe(200)
  expect(await shown(team)).toEqual({
    'Triple line dialer 1': 'Ann Bob',
    'Triple line dialer 2': '',
    'Single line dialer': 'Bob',
  })
  // A person has at most one of each kind.
  await team.give(team.bob.id, 'triple', 2)
  expect(await shown(team)).toMatchObject({ 'Triple line dialer 1': 'Ann', 'Triple line dialer 2': 'Bob' })
  await team.browser.call(takeDialer, { agent_id: team.bob.id, item: 'triple' })
  expect(await shown(team)).toMatchObject({ 'Triple line dialer 2': '', 'Single line dialer': 'Bob' })
  const noted = await harness.db.many<{ action: string }>(
    sql`select action from audit where account_id = ${team.accountId} order by id`,
  )
  expect(noted.map(({ action }) => action)).toEqual([
    ...Array.from({ length: 4 }, () => 'dialer-assigned'),
    'dialer-taken',
  ])
})

test('no more dialers are assigned than bought, not even by writing to the database', async () => {
  const team = await openTeam({ triple: 1 })
  expect(await team.give(team.ann.id, 'triple', 2)).toMatchObject({
    status: 400,
    body: { errors: 'Your plan no longer has this dialer. Please reload the page.' },
  })
  expect((await team.give(team.ann.id, 'single', 1)).status).toBe(400)
  expect((await team.give(team.ann.id, 'skip-tracer', 1)).status).toBe(400)
  const invited = await addAgent(harness.db, team.accountId, {
    email: freshEmail(),
    role: 'user',
    isInvited: true,
  })
  expect((await team.give(invited, 'triple', 1)).status).toBe(404)
  await expect(
    harness.db.run(sql`
      insert into dialer_assignments (agent_id, item, account_id, place, assigned_at)
      values (${team.ann.id}, 'triple', ${team.accountId}, 2, now())`),
  ).rejects.toThrow('The plan has no such dialer')
})

test('a user sees who has which dialer, and changes nothing', async () => {
  const team = await openTeam()
  await team.give(team.ann.id, 'triple', 1)
  const user = await signedInAs(harness, { email: team.ann.email })
  expect((await user.open(pages.people)).html).toContain('Triple line dialer 1')
  const body = { agent_id: team.ann.id, item: 'triple', place: 2 }
  expect((await user.send(assignDialer, body)).status).toBe(403)
  expect((await user.send(takeDialer, body)).status).toBe(403)
})

test('when dialers are reduced for next month, the last assigned ends then, once; people are told', async () => {
  const team = await openTeam()
  await team.give(team.ann.id, 'triple', 2)
  await team.give(team.bob.id, 'triple', 1)
  await team.give(team.cal.id, 'triple', 1)
  expect((await team.browser.call(changePlan, plan({ triple: 1, single: 1 }))).status).toBe(200)
  const [mail] = await mailsTo(harness, team.email, 'plan-planned')
  expect(mail?.plain).toContain(
    'Triple line dialer 1 ends on December 15, 2026. Bob Lee and Cal Lee share it now and will have no triple line dialer.',
  )
  const { dialers } = valuesIn((await team.browser.open(pages.people)).text) as { dialers: Shown }
  expect(dialers.map(({ ends }) => ends)).toEqual(['December 15', '', ''])
  expect(await shown(team)).toMatchObject({
    'Triple line dialer 1': 'Bob Cal',
    'Triple line dialer 2': 'Ann',
  })
  harness.clock.set('2026-12-15T06:00:00Z')
  await Promise.all([renewDue(harness), renewDue(harness)])
  const browser = await openBrowser(harness, team.email)
  expect(await shown({ browser })).toEqual({ 'Triple line dialer': 'Ann', 'Single line dialer': '' })
  expect(await lostMails(team.ann.email)).toEqual([])
  for (const { email } of [team.bob, team.cal])
    expect(await lostMails(email)).toEqual(['You no longer have a triple line dialer'])
  const noted = await harness.db.many(sql`
    select actor, details from audit where account_id = ${team.accountId} and action = 'dialer-given-up' order by id`)
  expect(noted).toMatchObject([
    { actor: 'system', details: { agentId: team.bob.id, item: 'triple' } },
    { actor: 'system', details: { agentId: team.cal.id, item: 'triple' } },
  ])
})

test('unassigned ones end first, and an undone change ends nothing', async () => {
  const team = await openTeam({ triple: 3 })
  await team.give(team.ann.id, 'triple', 1)
  await team.give(team.bob.id, 'triple', 3)
  await team.browser.call(changePlan, plan({ triple: 2 }))
  expect((await team.browser.call(keepPlan, {})).status).toBe(200)
  await at('2026-12-15T06:00:00Z')
  const browser = await openBrowser(harness, team.email)
  expect(await shown({ browser })).toEqual({
    'Triple line dialer 1': 'Ann',
    'Triple line dialer 2': '',
    'Triple line dialer 3': 'Bob',
  })
  await browser.call(changePlan, plan({ triple: 2 }))
  await at('2027-01-15T06:00:00Z')
  expect(await shown({ browser: await openBrowser(harness, team.email) })).toEqual({
    'Triple line dialer 1': 'Ann',
    'Triple line dialer 2': 'Bob',
  })
  expect(await lostMails(team.bob.email)).toEqual([])
})

test('an immediate exchange gives the new dialer to those who had the old one', async () => {
  const team = await openTeam({ single: 2 })
  await team.give(team.ann.id, 'single', 1)
  await team.give(team.bob.id, 'single', 2)
  await team.give(team.cal.id, 'single', 2)
  harness.clock.set('2026-11-15T16:00:00Z')
  const page = valuesIn((await team.browser.open(pages.plan)).text) as { dialers: unknown[] }
  expect(page.dialers).toHaveLength(2)
  expect((await team.browser.call(changePlan, plan({ single: 1, triple: 1 }, 5_000))).status).toBe(200)
  expect(await shown(team)).toEqual({ 'Triple line dialer': 'Bob Cal', 'Single line dialer': 'Ann' })
  expect(await lostMails(team.bob.email)).toEqual(['You now have a triple line dialer'])
})

test('a dialer assigned at the moment it ends is not kept', async () => {
  const team = await openTeam({ triple: 2 })
  await team.give(team.ann.id, 'triple', 1)
  await team.browser.call(changePlan, plan({ triple: 1 }))
  harness.clock.set('2026-12-15T06:00:00Z')
  const browser = await openBrowser(harness, team.email)
  await Promise.all([
    renewDue(harness),
    browser.call(assignDialer, { agent_id: team.bob.id, item: 'triple', place: 2 }),
    browser.call(assignDialer, { agent_id: team.cal.id, item: 'triple', place: 2 }),
  ])
  const after = await harness.db.many<{ place: number }>(
    sql`select place from dialer_assignments where account_id = ${team.accountId}`,
  )
  for (const { place } of after) expect(place).toBe(1)
})

test('a removed person loses their dialer; a new owner keeps theirs', async () => {
  const team = await openTeam()
  await team.give(team.ann.id, 'triple', 1)
  await team.give(team.bob.id, 'triple', 1)
  await team.browser.call(removePerson, { agent_id: team.ann.id })
  expect(await shown(team)).toMatchObject({ 'Triple line dialer 1': 'Bob' })
  await team.browser.call(handOver, { agent_id: team.bob.id, password: 'password1' })
  expect(await shown(team)).toMatchObject({ 'Triple line dialer 1': 'Bob' })
})

test('a reactivated account has its dialers where they were', async () => {
  const team = await openTeam({ triple: 1 })
  await team.give(team.ann.id, 'triple', 1)
  await team.browser.call(cancel, { reason: cancelReasons[0]?.value ?? '', details: '' })
  await at('2026-12-15T06:00:00Z')
  const back = await openBrowser(harness, team.email)
  const order = { total_cents: 13_900 + 5_000, idempotency_key: 'come-back-1' }
  expect((await back.call(reactivate, order)).status).toBe(200)
  expect(await shown({ browser: back })).toEqual({ 'Triple line dialer': 'Ann' })
})
