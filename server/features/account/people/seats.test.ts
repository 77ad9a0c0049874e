// On PostgreSQL: two of its requests race.

import { afterEach, beforeEach, expect, test } from 'vitest'
import { cancel, endHold } from '#contract/features/cancel.ts'
import { invitePerson, removePerson } from '#contract/features/people.ts'
import { changePlan, keepPlan } from '#contract/features/plan.ts'
import { pages } from '#contract/pages.ts'
import { lockPeople, seatsOf, seatsTaken } from '#server/accounts/seats.ts'
import { settleLostOrder } from '#server/billing/orders/settle-order.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addAgent } from '#server/test-kit/accounts.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { sandboxFor } from '#server/test-kit/payments.ts'
import { putOnHold } from '#server/test-kit/put-on-hold.ts'
import { whileUnderWay } from '#server/test-kit/same-moment.ts'
import { type Subscribed, subscribe } from '#server/test-kit/subscriptions.ts'

let harness: Harness
/** Whether the gateway's answers are lost. */
let isCut = false

beforeEach(async () => {
  isCut = false
  harness = await openHarness({
    payments: (db, clock) => {
      const real = sandboxFor(db, clock)
      return {
        ...real,
        charge: async (order) => {
          const outcome = await real.charge(order)
          return isCut ? { kind: 'unknown' } : outcome
        },
      }
    },
  })
  harness.clock.set('2026-11-15T15:00:00Z')
})
afterEach(() => harness.close())

let keys = 0
const withSeats = (seats: number) => {
  keys += 1
  return {
    triple_line_power_dialer_count: 1,
    hosted_lead_management_count: seats,
    now_cents: 0,
    next_cents: 13_900 + seats * 1_000,
    idempotency_key: `seats-change-${keys}`,
  }
}

/** Three seats, two of them taken. */
async function openTeam() {
  const one = await subscribe(harness, { plan: { triple: 1, lead: 3 } })
  const userId = await addAgent(harness.db, one.accountId, { email: freshEmail(), role: 'user' })
  return { ...one, userId, browser: await openBrowser(harness, one.email) }
}

async function isWithinSeats({ accountId }: Subscribed): Promise<boolean> {
  return (await seatsTaken(harness.db, accountId)) <= (await seatsOf(harness.db, accountId))
}

test('a plan is not reduced while somebody is being invited to the seat in question', async () => {
  const team = await openTeam()
  const answer = await whileUnderWay(
    harness,
    async (tx) => {
      await lockPeople(tx, team.accountId)
      await addAgent(tx, team.accountId, { email: freshEmail(), role: 'user', isInvited: true })
    },
    () => team.browser.call(changePlan, withSeats(2)),
  )
  expect(answer).toMatchObject({
    status: 400,
    body: { errors: expect.stringContaining('Your account has 3 people') },
  })
  expect(await isWithinSeats(team)).toBe(true)
})

test('of an invitation and fewer seats at the same moment, one is refused', async () => {
  const team = await openTeam()
  for (let round = 0; round < 6; round += 1) {
    const [less, invited] = await Promise.all([
      team.browser.call(changePlan, withSeats(2)),
      team.browser.call(invitePerson, { email: freshEmail() }),
    ])
    expect([less.status, invited.status].toSorted()).toEqual([200, 400])
    expect(await isWithinSeats(team)).toBe(true)
    if (less.status === 200) await team.browser.call(keepPlan, {})
    await harness.db.run(sql`
      update agents set removed_at = now() where account_id = ${team.accountId} and joined_at is null`)
  }
})

test('while an order that removes seats is being paid, nobody is invited to those seats', async () => {
  const team = await openTeam()
  isCut = true
  const ordered = {
    ...withSeats(2),
    triple_line_power_dialer_count: 2,
    now_cents: 13_900,
    next_cents: 2 * 13_900 + 2 * 1_000,
  }
  expect(await team.browser.call(changePlan, ordered)).toMatchObject({ status: 202 })
  expect(await team.browser.call(invitePerson, { email: freshEmail() })).toMatchObject({
    status: 400,
    body: { errors: { email: [expect.stringContaining('(2 of 2)')] } },
  })
  isCut = false
  harness.clock.advance(10 * 60_000)
  await settleLostOrder(harness, ordered.idempotency_key)
  expect(await isWithinSeats(team)).toBe(true)
  harness.clock.set('2026-12-15T06:00:00Z')
  await renewDue(harness)
  expect([await seatsOf(harness.db, team.accountId), await seatsTaken(harness.db, team.accountId)]).toEqual([
    2, 2,
  ])
})

test('an order for fewer seats is not even placed if somebody was invited meanwhile', async () => {
  const team = await openTeam()
  const ordered = {
    ...withSeats(2),
    triple_line_power_dialer_count: 2,
    now_cents: 13_900,
    next_cents: 2 * 13_900 + 2 * 1_000,
  }
  const answer = await whileUnderWay(
    harness,
    async (tx) => {
      await lockPeople(tx, team.accountId)
      await addAgent(tx, team.accountId, { email: freshEmail(), role: 'user', isInvited: true })
    },
    () => team.browser.call(changePlan, ordered),
  )
  expect(answer).toMatchObject({ status: 400 })
  const charges = await harness.db.many(sql`select 1 from charges where account_id = ${team.accountId}`)
  expect(charges).toEqual([])
})

test('an invitation as a month with fewer seats begins counts the new seats', async () => {
  const team = await openTeam()
  await team.browser.call(changePlan, withSeats(2))
  harness.clock.set('2026-12-15T06:00:00Z')
  const browser = await openBrowser(harness, team.email)
  const [, ...invited] = await Promise.all([
    renewDue(harness),
    ...Array.from({ length: 4 }, () => browser.call(invitePerson, { email: freshEmail() })),
  ])
  expect(invited.map(({ status }) => status)).toEqual([400, 400, 400, 400])
  expect(await isWithinSeats(team)).toBe(true)
})

test('a removed person frees one seat, however many want it at once', async () => {
  const team = await openTeam()
  await team.browser.call(invitePerson, { email: freshEmail() })
  const answers = await Promise.all([
    team.browser.call(removePerson, { agent_id: team.userId }),
    ...Array.from({ length: 4 }, () => team.browser.call(invitePerson, { email: freshEmail() })),
  ])
  expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(2)
  expect(await isWithinSeats(team)).toBe(true)
})

test('the page says why a plan on hold or canceled gets no seats, instead of offering them', async () => {
  const { email } = await subscribe(harness)
  const browser = await openBrowser(harness, email)
  const adding = ['Change the plan', 'For more seats, add agent access', 'Add agent access to your plan']
  const seeing = ['See your plan', 'You cannot add agent access while your plan is on hold or canceled.']
  const offers = async () => {
    const { text } = await browser.open(pages.people)
    expect(text).toContain('All seats are taken.')
    return [...adding, ...seeing].filter((offer) => text.includes(offer))
  }
  expect(await offers()).toEqual(adding)
  expect(await putOnHold(browser, 1)).toMatchObject({ status: 200 })
  expect(await offers()).toEqual(seeing)
  expect(await browser.call(endHold, {})).toMatchObject({ status: 200 })
  expect(await offers()).toEqual(adding)
  expect(await browser.call(cancel, { reason: 'It costs too much', details: '' })).toMatchObject({
    status: 200,
  })
  expect(await offers()).toEqual(seeing)
})
