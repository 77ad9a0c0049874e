// On PostgreSQL: two of its requests race.

import { afterAll, beforeAll, expect, test } from 'vitest'
import * as calls from '#contract/desk/access.ts'
import { pages } from '#contract/pages.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { openDesk, type TestDesk } from '#server/test-kit/desk.ts'
import { standingOf } from '#server/test-kit/disputes.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { makePastDue } from '#server/test-kit/past-due.ts'
import { signedInAs } from '#server/test-kit/signed-in.ts'
import { subscribe } from '#server/test-kit/subscriptions.ts'

let harness: Harness
let desk: TestDesk
beforeAll(async () => {
  harness = await openHarness({ environment: { DESK_REFUND_LIMIT: '9000', DESK_REFUND_LIMIT_DAY: '90000' } })
  desk = await openDesk(harness)
})
afterAll(async () => {
  await desk.close()
  await harness.close()
})

test('free access is granted and ended with a reason, and the second of two operators is told', async () => {
  const one = await subscribe(harness)
  const [helper, money, admin] = [await desk.as('helper'), await desk.as('money'), await desk.as('admin')]
  const path = `/desk/accounts/${one.pin}/access/`
  const body = { number: one.pin, reason: 'A partner of ours' }
  expect((await helper.get(path)).status).toBe(403)
  expect((await helper.send(calls.giveAccess, body)).status).toBe(403)
  expect((await money.get(path)).values).toMatchObject({
    isFree: false,
    againstGiving: null,
    againstEnding: 'The account has no free access.',
  })
  expect((await money.send(calls.giveAccess, body)).status).toBe(403)
  const answers = await Promise.all([admin.send(calls.giveAccess, body), admin.send(calls.giveAccess, body)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await standingOf(harness, one)).status).toBe('free agent')
  expect((await money.send(calls.endAccess, body)).status).toBe(403)
  const ended = await admin.send(calls.endAccess, body)
  expect(ended.body).toMatchObject({ data: { said: 'The plan is charged again from its next month.' } })
  expect((await admin.send(calls.endAccess, body)).status).toBe(409)
  expect((await admin.send(calls.endAccess, { ...body, number: '999999' })).status).toBe(404)
})

test('an open bill prevents free access until it is waived; the page then offers no money buttons', async () => {
  const open = await makePastDue(harness)
  const [money, admin] = [await desk.as('money'), await desk.as('admin')]
  const path = `/desk/accounts/${open.pin}/access/`
  const { status, body } = await admin.send(calls.giveAccess, {
    number: open.pin,
    reason: 'A partner of ours',
  })
  expect([status, body]).toEqual([409, { errors: 'Waive or collect the open bill first.' }])
  expect((await standingOf(harness, open)).status).toBe('past_due')
  expect((await admin.get(path)).values).toMatchObject({
    againstGiving: 'Waive or collect the open bill first.',
  })
  const free = `/desk/accounts/${(await subscribe(harness)).pin}/access/`
  expect((await admin.get(free)).html).toContain('Give free access')
  expect((await money.get(free)).html).not.toContain('Give free access')
})

test('a fraud mark closes the account and can be removed; the customer sees neither name nor reason', async () => {
  const one = await subscribe(harness)
  const before = await standingOf(harness, one)
  const money = await desk.as('money')
  const body = { number: one.pin, reason: 'Chargeback in November' }
  expect((await money.send(calls.markFraud, body)).status).toBe(200)
  expect(await standingOf(harness, one)).toMatchObject({ status: 'canceled', isMarked: true })
  const again = await money.send(calls.markFraud, body)
  expect([again.status, again.body]).toEqual([409, { errors: 'The account is marked for fraud already.' }])
  expect((await money.get(`/desk/accounts/${one.pin}/access/`)).values).toMatchObject({
    fraud: { reason: 'Chargeback in November', isByDispute: false },
    againstGiving: 'The account is marked for fraud. Remove the mark first.',
  })
  const undone = await money.send(calls.undoFraud, { ...body, reason: 'It was a mistake' })
  expect(undone.body).toMatchObject({
    data: { said: 'The fraud mark was removed. The account is now Active.' },
  })
  expect(await standingOf(harness, one)).toEqual(before)
  expect((await money.send(calls.undoFraud, body)).status).toBe(409)
  const owner = await signedInAs(harness, { email: one.email })
  const { html } = await owner.open(pages.activity)
  expect(html).toContain('Opened the account again')
  expect(html).not.toContain(money.email)
  expect(html).not.toContain('Chargeback in November')
})

test.each([
  ['expired', 'Expired'],
  ['free signup agent', 'Free sign-up'],
] as const)('removing a fraud mark leaves an account that was %s unchanged', async (status, shown) => {
  const { pin } = await addAccount(harness.db, { email: freshEmail(), status })
  const money = await desk.as('money')
  const body = { number: pin, reason: 'Somebody else was meant' }
  expect((await money.send(calls.markFraud, body)).status).toBe(200)
  const undone = await money.send(calls.undoFraud, body)
  expect(undone.body).toMatchObject({ data: { said: expect.stringContaining(`is now ${shown}.`) } })
  expect(await harness.db.one(sql`select status from accounts where pin = ${pin}`)).toEqual({ status })
})

test('an account number that is too long matches no account', async () => {
  const { pin } = await subscribe(harness)
  const money = await desk.as('money')
  const answer = await money.send(calls.markFraud, { number: `${pin}7`, reason: 'A stolen card' })
  expect(answer).toMatchObject({ status: 400, body: { errors: { number: [expect.any(String)] } } })
  expect(await harness.db.one(sql`select fraud_marked_at as at from accounts where pin = ${pin}`)).toEqual({
    at: null,
  })
})
