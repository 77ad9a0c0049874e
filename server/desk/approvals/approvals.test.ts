// On PostgreSQL: two of its requests race.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DeskAccountValues } from '#contract/desk/account.ts'
import { agreeToApproval, declineApproval, withdrawApproval } from '#contract/desk/approvals.ts'
import { previewMoney } from '#contract/desk/money.ts'
import { pages } from '#contract/pages.ts'
import { changeOperatorRole } from '#server/identity/operators/change-operators.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY, later } from '#server/ports/clock.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { openDesk, type TestDesk, type TestOperator } from '#server/test-kit/desk.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import {
  type Billed,
  entriesOf,
  extend,
  freshKey,
  give,
  giveBack,
  lastMailTo,
  type Outcome,
  part,
  press,
  renewed,
  show,
} from '#server/test-kit/money-desk.ts'
import { whileUnderWay } from '#server/test-kit/same-moment.ts'

let harness: Harness
let desk: TestDesk
beforeAll(async () => {
  harness = await openHarness({ environment: { DESK_REFUND_LIMIT: '250' } })
  desk = await openDesk(harness)
})
afterAll(async () => {
  await desk.close()
  await harness.close()
})

/** Three dialers: the renewal cost $427.00, above the limit of $250.00. */
const dear = () => renewed(harness, { triple: 3 })
const words = 'Seen and right'
const agree = (operator: TestOperator, { id }: Outcome) =>
  operator.send(agreeToApproval, { approval_id: id, words })
const decline = (operator: TestOperator, { id }: Outcome) =>
  operator.send(declineApproval, { approval_id: id, words })
const withdraw = (operator: TestOperator, { id }: Outcome) =>
  operator.send(withdrawApproval, { approval_id: id, words })
const givenOn = async ({ accountId }: Billed) =>
  (
    await harness.db.one<{ cents: number }>(sql`
      select coalesce(sum(total_cents), 0)::integer as cents from credit_notes
      where account_id = ${accountId} and state = 'issued'`)
  ).cents
const actionsOf = async (one: Billed) => (await entriesOf(harness, one)).map(({ action }) => action)
const takeRole = ({ id }: TestOperator) =>
  harness.db.run(sql`update operators set role = 'helper' where id = ${id}`)

async function asked(): Promise<{ one: Billed; kim: TestOperator; lee: TestOperator; request: Outcome }> {
  const one = await dear()
  const [kim, lee] = [await desk.as('money'), await desk.as('money')]
  return { one, kim, lee, request: await give(kim, giveBack(one)) }
}

test("the operators' timeline shows the reason and both operators; the customer’s log has no request", async () => {
  const { one, kim, lee, request } = await asked()
  expect((await agree(lee, request)).status).toBe(200)
  const { values } = await kim.get(`/desk/accounts/${one.pin}/?kinds=operator`)
  const { lines } = (values as unknown as DeskAccountValues).timeline
  const lineOf = (text: string) => lines.find((line) => line.text === text)
  expect(lineOf('Asked for the agreement of a second operator')).toMatchObject({
    who: kim.email,
    more: expect.stringContaining(`bill ${one.bill}`),
    reason: 'The lines were down',
  })
  expect(lineOf('Agreed to the request of another operator')).toMatchObject({
    who: lee.email,
    reason: words,
  })
  expect(lineOf('Refunded a bill')).toMatchObject({
    more: expect.stringContaining(`Agreed by ${lee.email}`),
    reason: 'The lines were down',
  })
  const owner = await openBrowser(harness, one.email)
  const { text } = await owner.open(pages.activity)
  expect(text).toContain('Refunded a bill')
  expect(text).not.toMatch(/second operator|another operator|The lines were down/)
})

test('above the limit nothing happens until a second operator agrees, then exactly as previewed', async () => {
  const { one, kim, lee, request } = await asked()
  expect(request.state).toBe('asked')
  expect(await givenOn(one)).toBe(0)
  const { values } = await lee.get(`/desk/approvals/?request=${request.id}`)
  expect(values).toMatchObject({
    chosen: { askedBy: `${kim.name} (${kim.email})`, may: 'decide', changed: [], state: 'asked' },
  })
  const { open } = (await lee.get(`/desk/accounts/${one.pin}/`)).values
  expect(open).toMatchObject([
    {
      text: `Refund $427.00 of bill ${one.bill} to Visa ending in 1111 is waiting for a second operator`,
      links: [{ href: `/desk/approvals/?request=${request.id}` }],
    },
  ])
  expect(await agree(lee, request)).toMatchObject({ status: 200, body: { data: { state: 'done' } } })
  expect(await givenOn(one)).toBe(42_700)
  expect((await lastMailTo(harness, one)).subject).toBe(`We refunded $427.00 of receipt ${one.bill}`)
  expect(await entriesOf(harness, one)).toMatchObject([
    { action: 'approval-asked', actor: `operator:${kim.email}`, details: { words: 'The lines were down' } },
    { action: 'approval-agreed', actor: `operator:${lee.email}`, details: { words } },
    {
      action: 'bill-refunded',
      actor: `operator:${kim.email}`,
      details: { words: 'The lines were down', agreedBy: `operator:${lee.email}` },
    },
  ])
  const { text } = await (await openBrowser(harness, one.email)).open(pages.activity)
  expect(text).toContain('Refunded a bill')
  expect(text).not.toMatch(/approval|operator:|@desk/)
})

test("the limit is exact to the cent and includes the operator's last 24 hours on the account", async () => {
  const one = await dear()
  const [kim, lee] = [await desk.as('money'), await desk.as('money')]
  const needs = async (operator: TestOperator, amount: string) =>
    (await show(operator, part(one, amount))).needs_second
  expect([await needs(kim, '250.00'), await needs(kim, '250.01')]).toEqual([false, true])
  expect((await give(kim, part(one, '200'))).state).toBe('done')
  expect([await needs(kim, '50.00'), await needs(kim, '50.01')]).toEqual([false, true])
  expect(await needs(lee, '227')).toBe(false)
  // $427.00 for the 31 days from December 15: three of them are $41.33, and four are $55.10.
  expect((await show(kim, extend(one, '3'))).needs_second).toBe(false)
  expect((await show(kim, extend(one, '4'))).needs_second).toBe(true)
  expect((await give(kim, part(one, '50.01'))).state).toBe('asked')
  await harness.db.run(sql`
    update approvals set decided_at = decided_at - interval '23 hours 59 minutes' where account_id = ${one.accountId} and state = 'agreed'`)
  expect(await needs(kim, '50.02')).toBe(true)
  await harness.db.run(sql`
    update approvals set decided_at = decided_at - interval '1 minute' where account_id = ${one.accountId} and state = 'agreed'`)
  expect([await needs(kim, '227')]).toEqual([false])
})

test('two small refunds of one operator at once cannot both stay below the limit', async () => {
  const one = await dear()
  const kim = await desk.as('money')
  const what = part(one, '150', { action: 'credit' })
  const [first, second] = [await show(kim, what), await show(kim, part(one, '149'))]
  const both = await Promise.all([press(kim, what, first), press(kim, part(one, '149'), second)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await givenOn(one)).toBeLessThanOrEqual(15_000)
})

test('a pending request is shown and cannot be requested again', async () => {
  const { one, kim, lee, request } = await asked()
  const path = `/desk/accounts/${one.pin}/money/`
  const { values } = await lee.get(path)
  expect(values.waiting).toMatchObject([
    { says: `Refund $427.00 of bill ${one.bill} to Visa ending in 1111`, askedBy: expect.any(String) },
  ])
  const again = { ...giveBack(one), reason: 'not-used' as const }
  for (const operator of [kim, lee]) {
    const { status, body } = await operator.send(previewMoney, again)
    expect([status, body.errors]).toEqual([
      400,
      expect.stringMatching(/ has already asked for this, and it is waiting for a second operator\.$/),
    ])
  }
  expect((await withdraw(kim, request)).status).toBe(200)
  expect((await lee.get(path)).values.waiting).toEqual([])
  expect((await lee.send(previewMoney, again)).status).toBe(200)
})

test('of agreeing and withdrawing at the same moment, exactly one wins', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { one, kim, lee, request } = await asked()
    const moves = [() => agree(lee, request), () => withdraw(kim, request)]
    if (round % 2 === 1) moves.reverse()
    const answers = await Promise.all(moves.map((move) => move()))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const isDone = (await actionsOf(one)).includes('approval-agreed')
    expect(await givenOn(one)).toBe(isDone ? 42_700 : 0)
    expect(await actionsOf(one)).toEqual(
      isDone
        ? ['approval-asked', 'approval-agreed', 'bill-refunded']
        : ['approval-asked', 'approval-withdrawn'],
    )
  }
})

test('agreeing during a withdrawal waits, then reports that the request is closed', async () => {
  const { one, kim, lee, request } = await asked()
  const late = await whileUnderWay(
    harness,
    (tx) =>
      tx.run(sql`
        update approvals set state = 'withdrawn', decided_by = ${kim.id}, decided_at = ${harness.clock.now()}
        where id = ${request.id}`),
    () => agree(lee, request),
  )
  expect(late).toMatchObject({
    status: 409,
    body: { changed: [`This request is closed: Withdrawn by ${kim.name} (${kim.email}).`] },
  })
  expect(await givenOn(one)).toBe(0)
})

test('nobody agrees to their own request, and two who agree at once execute it once', async () => {
  const { one, kim, lee, request } = await asked()
  expect((await agree(kim, request)).body.errors).toBe(
    'You asked for this yourself. Another operator has to decide.',
  )
  expect((await decline(kim, request)).body.errors).toContain('You asked for this yourself')
  expect((await withdraw(lee, request)).body.errors).toBe(
    'Only the operator who asked for this can withdraw it.',
  )
  const max = await desk.as('admin')
  const both = await Promise.all([agree(lee, request), agree(max, request)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await givenOn(one)).toBe(42_700)
})

test('an operator admitted by another within the last week cannot be either of the two', async () => {
  const { one, kim, lee, request } = await asked()
  const max = await desk.as('admin')
  const letIn = (whom: { id: number }, by: { id: number }, days: number) =>
    harness.db.run(sql`
      update operators set let_in_by = ${by.id}, let_in_at = ${later(harness.clock.now(), -days * DAY)} where id = ${whom.id}`)
  // By the requester; by a third one; and the requester by the approver.
  for (const [whom, by, says] of [
    [lee, kim, 'gave you your link'],
    [lee, max, 'gave you your link'],
    [kim, lee, `gave ${kim.name} (${kim.email}) their link`],
  ] as const) {
    await letIn(whom, by, 6)
    const refused = await agree(lee, request)
    expect([refused.status, await givenOn(one)]).toEqual([400, 0])
    expect(String(refused.body.errors)).toContain(says)
    await letIn(whom, by, 8)
  }
  expect((await agree(lee, request)).status).toBe(200)
})

test('the command line does not clear who admitted an operator', async () => {
  const [kim, lee] = [await desk.as('money'), await desk.as('money')]
  const now = harness.clock.now()
  await harness.db.run(
    sql`update operators set let_in_by = ${kim.id}, let_in_at = ${now} where id = ${lee.id}`,
  )
  await changeOperatorRole(harness, { email: lee.email, role: 'money', actor: 'operator:shell' })
  expect(
    await harness.db.one(sql`select let_in_by as by, let_in_at as at from operators where id = ${lee.id}`),
  ).toEqual({ by: kim.id, at: now })
})

test('a role removed in mid-session counts at once, even while it is being removed', async () => {
  const { one, kim, lee, request } = await asked()
  const seen = await show(kim, part(one, '5'))
  const late = await whileUnderWay(
    harness,
    (tx) => tx.run(sql`update operators set role = 'helper' where id = ${lee.id}`),
    () => agree(lee, request),
  )
  expect(late.status).toBe(403)
  await takeRole(kim)
  expect((await press(kim, part(one, '5'), seen)).status).toBe(403)
  const max = await desk.as('money')
  expect((await agree(max, request)).body.errors).toBe(
    `${kim.name} (${kim.email}) may no longer give money back, so this cannot be agreed to. Decline it.`,
  )
  expect((await decline(max, request)).status).toBe(200)
  expect(await givenOn(one)).toBe(0)
})

test('a change since the request is reported, and the request can no longer be agreed to', async () => {
  const { one, lee, request } = await asked()
  await give(lee, part(one, '20'))
  const { values } = await lee.get(`/desk/approvals/?request=${request.id}`)
  const changed = [
    `Left of bill ${one.bill}: $427.00 before, $407.00 now.`,
    'The amount: $427.00 before, $407.00 now.',
  ]
  expect(values).toMatchObject({ chosen: { changed } })
  expect(await agree(lee, request)).toMatchObject({ status: 409, body: { changed } })
  expect(await givenOn(one)).toBe(2_000)
})

test('a request expires after 24 hours', async () => {
  const { kim, lee, request } = await asked()
  await harness.db.run(sql`
    update approvals set expires_at = asked_at where id = ${request.id}`)
  const closed = { status: 409, body: { changed: ['This request is closed: Expired.'] } }
  expect(await agree(lee, request)).toMatchObject(closed)
  expect(await decline(lee, request)).toMatchObject(closed)
  expect(await withdraw(kim, request)).toMatchObject(closed)
})

test('a resent decision with a lost answer has the same outcome', async () => {
  const { one, lee, request } = await asked()
  expect([(await agree(lee, request)).body, (await agree(lee, request)).body]).toEqual([
    { data: { state: 'done' } },
    { data: { state: 'done' } },
  ])
  expect(await givenOn(one)).toBe(42_700)
  const other = await asked()
  expect((await decline(other.lee, other.request)).body).toEqual({ data: { state: 'declined' } })
  expect((await decline(other.lee, other.request)).body).toEqual({ data: { state: 'declined' } })
  expect(await actionsOf(other.one)).toEqual(['approval-asked', 'approval-declined'])
})

test('readers and helpers see approvals, but cannot request, agree, decline or withdraw', async () => {
  const { one, request } = await asked()
  for (const role of ['reader', 'helper'] as const) {
    const operator = await desk.as(role)
    const { status, values } = await operator.get(`/desk/approvals/?request=${request.id}`)
    expect(status).toBe(200)
    expect(values).toMatchObject({ chosen: { may: null } })
    for (const decide of [agree, decline, withdraw])
      expect((await decide(operator, request)).status).toBe(403)
  }
  expect(await givenOn(one)).toBe(0)
  expect((await (await desk.as('reader')).get('/desk/approvals/?request=999999')).status).toBe(404)
})

test('repeating a request under its key requests once', async () => {
  const one = await dear()
  const kim = await desk.as('money')
  const [what, key] = [giveBack(one), freshKey()]
  const shown = await show(kim, what)
  const twice = await Promise.all([press(kim, what, shown, key), press(kim, what, shown, key)])
  expect(twice[0]?.body).toEqual(twice[1]?.body)
  expect(await actionsOf(one)).toEqual(['approval-asked'])
})
