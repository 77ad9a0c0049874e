// On PostgreSQL: two of its requests race.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { giveAccess } from '#contract/desk/access.ts'
import { sql } from '#server/platform/db/sql.ts'
import { openDesk, type TestDesk, type TestOperator } from '#server/test-kit/desk.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import {
  type Billed,
  extend,
  give,
  giveBack,
  part,
  press,
  renewed,
  show,
  waive,
} from '#server/test-kit/money-desk.ts'
import { makePastDue } from '#server/test-kit/past-due.ts'

let harness: Harness
let desk: TestDesk
beforeAll(async () => {
  harness = await openHarness({ environment: { DESK_REFUND_LIMIT: '250', DESK_REFUND_LIMIT_DAY: '300' } })
  desk = await openDesk(harness)
})
afterAll(async () => {
  await desk.close()
  await harness.close()
})

/** Each account paid $149.00. The operator signs in after that, as it takes months. */
async function begin(): Promise<{ kim: TestOperator; one: Billed; other: Billed; third: Billed }> {
  const [one, other, third] = [await renewed(harness), await renewed(harness), await renewed(harness)]
  return { kim: await desk.as('admin'), one, other, third }
}
const givenBy = async ({ id }: TestOperator) =>
  (
    await harness.db.one<{ cents: number }>(sql`
      select coalesce(sum(value_cents), 0)::integer as cents from approvals
      where asked_by = ${id} and state = 'agreed' and not needs_second`)
  ).cents

test('small amounts on many accounts exceed the daily limit: the preview says which one', async () => {
  const { kim, one, other, third } = await begin()
  expect((await give(kim, giveBack(one))).state).toBe('done')
  const exactly = await show(kim, giveBack(other, { action: 'credit' }))
  expect(exactly).toMatchObject({
    counted: { givenCents: 0, givenDayCents: 14_900, limitDayCents: 30_000 },
    needs_second: false,
  })
  expect((await give(kim, giveBack(other))).state).toBe('done')
  expect(await show(kim, part(third, '2'))).toMatchObject({ needs_second: false })
  expect(await show(kim, part(third, '2.01'))).toMatchObject({
    counted: { givenCents: 0, givenDayCents: 29_800 },
    needs_second: true,
  })
  expect((await give(kim, part(third, '2.01'))).state).toBe('asked')
  expect(await show(await desk.as('money'), giveBack(third))).toMatchObject({ needs_second: false })
  await harness.db.run(sql`
    update approvals set decided_at = decided_at - interval '1 day' where asked_by = ${kim.id} and state = 'agreed'`)
  expect(await show(kim, extend(third, '1'))).toMatchObject({ counted: { givenDayCents: 0 } })
})

test('the daily limit counts refunds, credit, extensions, waivers and free access', async () => {
  harness.clock.set('2026-11-15T15:00:00Z')
  const pastDue = await makePastDue(harness)
  const { kim, one, other, third } = await begin()
  await give(kim, giveBack(one))
  await give(kim, part(other, '140', { action: 'credit' }))
  // $11.00 are left for the day.
  expect((await give(kim, extend(third, '3'))).state).toBe('asked')
  expect((await give(kim, part(third, '11.01', { action: 'credit' }))).state).toBe('asked')
  const { body } = await kim.send(giveAccess, { number: third.pin, reason: 'A partner of ours' })
  expect(body.data).toMatchObject({ said: expect.stringContaining('A second operator has to agree') })
  expect((await give(kim, waive(pastDue))).state).toBe('asked')
  expect(await givenBy(kim)).toBe(28_900)
})

test.each([
  ['two refunds', (one: Billed) => giveBack(one), (other: Billed) => giveBack(other)],
  ['a refund and an extension', (one: Billed) => giveBack(one), (other: Billed) => extend(other, '31')],
])(
  '%s of one operator on two accounts at once cannot both stay below the daily limit',
  async (_, first, second) => {
    const { kim, one, other, third: before } = await begin()
    await give(kim, part(before, '100'))
    const [what, also] = [first(one), second(other)]
    const [shown, alsoShown] = [await show(kim, what), await show(kim, also)]
    expect([shown.needs_second, alsoShown.needs_second]).toEqual([false, false])
    const both = await Promise.all([press(kim, what, shown), press(kim, also, alsoShown)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)?.body).toMatchObject({
      changed: ['You have given more back since. A second operator now has to agree.'],
      counted: { givenCents: 0 },
      needs_second: true,
    })
    expect(await givenBy(kim)).toBeLessThanOrEqual(30_000)
  },
)

test('free access and a refund of one operator at once cannot both stay below a limit', async () => {
  const { kim, one, other, third: before } = await begin()
  await harness.db.run(sql`
    update subscription_items set unit_price_cents = 1500
    where subscription_id = (select id from subscriptions where account_id = ${other.accountId})`)
  await give(kim, part(before, '100'))
  const shown = await show(kim, giveBack(one))
  const [refund, access] = await Promise.all([
    press(kim, giveBack(one), shown),
    kim.send(giveAccess, { number: other.pin, reason: 'A partner of ours' }),
  ])
  expect(access.status).toBe(200)
  expect([200, 409]).toContain(refund.status)
  expect(await givenBy(kim)).toBeLessThanOrEqual(30_000)
})
