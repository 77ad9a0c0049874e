import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccessValues, endAccess, giveAccess } from '#contract/desk/access.ts'
import { agreeToApproval } from '#contract/desk/approvals.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY } from '#server/ports/clock.ts'
import { openDesk, type TestDesk, type TestOperator } from '#server/test-kit/desk.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { type Billed, entriesOf, extend, give, giveBack, renewed, show } from '#server/test-kit/money-desk.ts'

let harness: Harness
let desk: TestDesk
beforeAll(async () => {
  harness = await openHarness({ environment: { DESK_REFUND_LIMIT: '2000', DESK_REFUND_LIMIT_DAY: '10000' } })
  desk = await openDesk(harness)
})
afterAll(async () => {
  await desk.close()
  await harness.close()
})

const reason = 'A partner of ours'
const above = 'This is above the limit. A second operator has to agree to it under Approvals within a day.'

async function saidTo(operator: TestOperator, { pin }: Billed): Promise<unknown> {
  const { body } = await operator.send(giveAccess, { number: pin, reason })
  return (body.data as { said: string } | undefined)?.said ?? body.errors
}

const statusOf = async ({ accountId }: Billed) =>
  (await harness.db.one<{ status: string }>(sql`select status from accounts where id = ${accountId}`)).status
const requestOf = async ({ accountId }: Billed) =>
  (
    await harness.db.one<{ id: number }>(sql`
      select id from approvals where account_id = ${accountId} and state = 'asked'`)
  ).id
const agree = (operator: TestOperator, id: number) =>
  operator.send(agreeToApproval, { approval_id: id, words: 'Seen and right' })

async function pageOf(operator: TestOperator, { pin }: Billed): Promise<AccessValues & { html: string }> {
  const { values, html } = await operator.get(`/desk/accounts/${pin}/access/`)
  return { ...(values as AccessValues), html }
}

test('free access above the limit waits for a second operator: until then nothing is free', async () => {
  const one = await renewed(harness, { triple: 3 })
  const [kim, lee] = [await desk.as('admin'), await desk.as('money')]
  expect(await pageOf(kim, one)).toMatchObject({
    counted: { valueCents: 12 * 42_700, limitCents: 200_000, limitDayCents: 1_000_000 },
  })
  expect(await saidTo(kim, one)).toBe(above)
  const already = `${kim.name} (${kim.email}) has already asked for this, and it is waiting for a second operator.`
  expect(await saidTo(kim, one)).toBe(already)
  expect(await pageOf(kim, one)).toMatchObject({ isFree: false, againstGiving: already })
  expect(await statusOf(one)).toBe('active')
  const id = await requestOf(one)
  const { values, html } = await lee.get(`/desk/approvals/?request=${id}`)
  expect(values).toMatchObject({ chosen: { valueCents: 12 * 42_700, changed: [], may: 'decide' } })
  expect(html).toContain('Make the plan free of charge')
  expect(html).toContain('$0.00 on January 15, 2027 (now: $427.00 on January 15, 2027)')
  expect((await agree(kim, id)).status).toBe(400)
  expect((await agree(lee, id)).body).toEqual({ data: { state: 'done' } })
  expect(await statusOf(one)).toBe('free agent')
  expect((await entriesOf(harness, one)).at(-1)).toMatchObject({
    action: 'access-given',
    actor: `operator:${kim.email}`,
    details: { before: 'active', reason, agreedBy: `operator:${lee.email}` },
  })
})

test('free access counts as twelve months, plus what the operator gave the account within 24 hours', async () => {
  const one = await renewed(harness)
  const [kim, lee] = [await desk.as('admin'), await desk.as('admin')]
  expect(await saidTo(kim, one)).toBe('The plan is free of charge from now on.')
  // Twelve months at $149.00. With another $212.00 the limit of $2,000.00 would be reached exactly.
  const givenCents = 12 * 14_900
  const extended = (await show(lee, extend(one, '31'))).preview.valueCents
  expect(await show(kim, giveBack(one))).toMatchObject({ counted: { givenCents }, needs_second: false })
  expect((await give(kim, giveBack(one))).state).toBe('done')
  expect(givenCents + 14_900 + extended).toBeGreaterThan(200_000)
  expect(await show(kim, extend(one, '31'))).toMatchObject({ needs_second: true })
  expect(await show(lee, extend(one, '31'))).toMatchObject({
    counted: { givenCents: 0 },
    needs_second: false,
  })
  const other = await renewed(harness)
  const mia = await desk.as('admin')
  await give(mia, giveBack(other))
  await give(mia, extend(other, '31'))
  expect(await saidTo(mia, other)).toBe(above)
})

test('days of a free month are valued at their price after free access', async () => {
  const one = await renewed(harness)
  const kim = await desk.as('admin')
  const before = (await show(kim, extend(one, '20'))).preview.valueCents
  expect(await saidTo(kim, one)).toBe('The plan is free of charge from now on.')
  expect((await show(kim, extend(one, '20'))).preview.valueCents).toBe(before)
  expect((await kim.send(endAccess, { number: one.pin, reason })).status).toBe(200)
})

test('a request expires if the plan, or the role of its operator, has changed', async () => {
  const [one, other] = [await renewed(harness, { triple: 3 }), await renewed(harness, { triple: 3 })]
  const [kim, lee] = [await desk.as('admin'), await desk.as('money')]
  await saidTo(kim, one)
  await saidTo(kim, other)
  await harness.db.run(sql`
    update subscription_items set quantity = 4 where item = 'triple'
      and subscription_id = (select id from subscriptions where account_id = ${one.accountId})`)
  expect(await agree(lee, await requestOf(one))).toMatchObject({
    status: 409,
    body: { changed: expect.arrayContaining(['A month of the plan: $427.00 before, $566.00 now.']) },
  })
  await harness.db.run(sql`update operators set role = 'money' where id = ${kim.id}`)
  expect((await agree(lee, await requestOf(other))).body).toEqual({
    errors: `${kim.name} (${kim.email}) may no longer give free access, so this cannot be agreed to. Decline it.`,
  })
  expect(await statusOf(other)).toBe('active')
  harness.clock.advance(28 * DAY)
  await renewDue(harness)
  expect(
    await harness.db.many(sql`
      select total_cents as cents from invoices where account_id = ${other.accountId} order by id desc limit 1`),
  ).toEqual([{ cents: 42_700 }])
})
