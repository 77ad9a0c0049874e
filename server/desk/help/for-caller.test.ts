// On PostgreSQL: two of its requests race.

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Status } from '#contract/accounts/statuses.ts'
import * as calls from '#contract/desk/help.ts'
import { cancel } from '#contract/features/cancel.ts'
import { pages } from '#contract/pages.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import { sql } from '#server/platform/db/sql.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { openDesk, type TestDesk } from '#server/test-kit/desk.ts'
import { doneIn, previewOf } from '#server/test-kit/desk-help.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { makePastDue } from '#server/test-kit/past-due.ts'
import { signedInAs } from '#server/test-kit/signed-in.ts'
import { subscribe } from '#server/test-kit/subscriptions.ts'

let harness: Harness
let desk: TestDesk

beforeAll(async () => {
  harness = await openHarness({ environment: { DESK_PORT: '3001' } })
  desk = await openDesk(harness)
})
afterAll(async () => {
  await desk.close()
  await harness.close()
})
beforeEach(() => harness.clock.set('2026-11-15T15:00:00Z'))

const reason = 'They named the last bill.'
/** As another form has it. */
const form = () => ({ caller: 'Dana’s partner Alex', reason, key: randomUUID() })
const why = 'It costs too much'

const shownIn = async (pin: string, query: string) => {
  const preview = await previewOf(desk, pin, query)
  if (preview.kind !== 'can' || !preview.shown) throw new Error(JSON.stringify(preview))
  return preview.shown
}
const whyNot = async (pin: string, query: string) => {
  const preview = await previewOf(desk, pin, query)
  return preview.kind === 'cannot' ? preview.why : preview.kind
}
const mailsOf = (accountId: number, purpose: string) =>
  harness.db.many<{ plain: string }>(sql`
    select plain from mails where account_id = ${accountId} and purpose = ${purpose} order by id`)
const entriesOf = (accountId: number, action: string) =>
  harness.db.many<{ actor: string; details: Record<string, unknown> }>(sql`
    select actor, details from audit where account_id = ${accountId} and action = ${action} order by id`)

async function subscribed() {
  const one = await subscribe(harness)
  const { pin } = await harness.db.one<{ pin: string }>(
    sql`select pin from accounts where id = ${one.accountId}`,
  )
  return { ...one, pin, at: { number: pin }, helper: await desk.as('helper') }
}

test('a caller cancels: service continues, the operator gets the reference, the owner one mail', async () => {
  const { pin, at, accountId, email, helper } = await subscribed()
  const preview = await previewOf(desk, pin, 'action=cancel')
  expect(preview).toMatchObject({ kind: 'can', shown: { ends_on: '2026-12-15' } })
  expect(JSON.stringify(preview)).toContain('December 14, 2026')
  expect(JSON.stringify(preview)).toContain(`${email} gets an email`)
  const sent = { why, ends_on: '2026-12-15', ...form() }
  const first = await helper.send(calls.cancelForCaller, sent, at)
  const both = await Promise.all([0, 1].map(() => helper.send(calls.cancelForCaller, sent, at)))
  expect(both.map(doneIn)).toEqual([doneIn(first), doneIn(first)])
  const reference = /C(?:-[0-9A-Z]{4}){7}/.exec(doneIn(first))?.[0] ?? 'none'
  const [mail, ...others] = await mailsOf(accountId, 'canceled')
  expect(others).toEqual([])
  for (const words of [
    reference,
    'December 14, 2026',
    'Our customer service did this at the request of a caller who gave the name “Dana’s partner Alex”.',
  ])
    expect(mail?.plain).toContain(words)
  expect(await entriesOf(accountId, 'cancel')).toEqual([
    {
      actor: `operator:${helper.email}`,
      details: { reference, caller: 'Dana’s partner Alex', reason },
    },
  ])
  const owner = await signedInAs(harness, { email })
  const log = (await owner.open(pages.activity)).html
  expect(log).toContain('Our support team')
  expect(log).toContain('Canceled the account')
  expect(log).not.toContain(reason)
  expect(await whyNot(pin, 'action=cancel')).toContain(reference)
  const other = await (await desk.as('money')).send(calls.cancelForCaller, { ...sent, ...form() }, at)
  expect([other.status, JSON.stringify(other.body)]).toEqual([400, expect.stringContaining(reference)])
  // The customer's own page gives the same receipt.
  const browser = await openBrowser(harness, email)
  expect((await browser.call(cancel, { reason: why, details: '' })).body).toMatchObject({
    data: { reference, last_day: '2026-12-14' },
  })
  harness.clock.set('2027-01-20T06:00:00Z')
  await renewDue(harness)
  expect(await harness.db.one(sql`select status from accounts where id = ${accountId}`)).toEqual({
    status: 'canceled',
  })
  expect(await whyNot(pin, 'action=cancel')).toMatch(/has ended.*C-/)
  expect(await whyNot(pin, 'action=undo-cancel')).toContain('There is no cancellation to undo')
})

test('a caller cancels an unpaid month: it ends at once and cannot be undone', async () => {
  const { pin, accountId } = await makePastDue(harness)
  const helper = await desk.as('helper')
  const preview = await previewOf(desk, pin, 'action=cancel')
  expect(JSON.stringify(preview)).toContain('the account ends right away')
  const shown = await shownIn(pin, 'action=cancel')
  const done = await helper.send(
    calls.cancelForCaller,
    { why, ends_on: shown.ends_on ?? '', ...form() },
    { number: pin },
  )
  expect(doneIn(done)).toContain('The account has ended.')
  expect(await harness.db.one(sql`select status from accounts where id = ${accountId}`)).toEqual({
    status: 'canceled',
  })
  const undone = await helper.send(calls.undoCancelForCaller, form(), { number: pin })
  expect(undone.status).toBe(400)
})

test('an outdated preview is refused: another month began, or another price', async () => {
  const { pin, at, accountId, helper } = await subscribed()
  const body = { why, ends_on: '2026-11-15', ...form() }
  expect((await helper.send(calls.cancelForCaller, body, at)).status).toBe(409)
  const shown = await shownIn(pin, 'action=hold&months=2')
  const request = { months: 2, from: shown.from ?? '', held_cents: (shown.held_cents ?? 0) + 1, ...form() }
  expect((await helper.send(calls.holdForCaller, request, at)).status).toBe(409)
  const later = { ...request, held_cents: shown.held_cents ?? 0, from: '2027-01-15' }
  expect((await helper.send(calls.holdForCaller, later, at)).status).toBe(409)
  expect(await entriesOf(accountId, 'cancel')).toEqual([])
  expect(await entriesOf(accountId, 'held')).toEqual([])
})

test('during a payment nobody cancels or pauses, and the operator is told to wait', async () => {
  const { pin, subscriptionId } = await makePastDue(harness)
  const [at, helper] = [{ number: pin }, await desk.as('helper')]
  await harness.db.run(sql`
    update periods set state = 'charging' where subscription_id = ${subscriptionId} and state = 'past_due'`)
  for (const action of ['cancel', 'hold&months=1'])
    expect(await whyNot(pin, `action=${action}`)).toContain('A payment is being confirmed right now')
  const body = { why, ends_on: '2026-11-15', ...form() }
  expect((await helper.send(calls.cancelForCaller, body, at)).status).toBe(400)
})

test('a caller undoes the cancellation until its last day has passed', async () => {
  const { pin, at, accountId, helper } = await subscribed()
  expect((await helper.send(calls.undoCancelForCaller, form(), at)).status).toBe(400)
  await helper.send(calls.cancelForCaller, { why, ends_on: '2026-12-15', ...form() }, at)
  expect(JSON.stringify(await previewOf(desk, pin, 'action=undo-cancel'))).toContain(
    'The next charge is $149.00 on December 15, 2026.',
  )
  const { html } = await helper.get(`/desk/accounts/${pin}/`)
  expect(html).toContain(`/desk/accounts/${pin}/help/?action=undo-cancel`)
  const sent = form()
  const first = await helper.send(calls.undoCancelForCaller, sent, at)
  expect(doneIn(await helper.send(calls.undoCancelForCaller, sent, at))).toBe(doneIn(first))
  const mails = await mailsOf(accountId, 'cancel-undone')
  expect(mails).toHaveLength(1)
  expect(mails[0]?.plain).toContain('gave the name “Dana’s partner Alex”')
  expect(await entriesOf(accountId, 'undo-cancel')).toMatchObject([
    { details: { caller: sent.caller, reason } },
  ])
  expect((await helper.send(calls.undoCancelForCaller, form(), at)).status).toBe(400)
})

test('a caller pauses the plan at the price shown, and ends the pause; the owner gets a mail for each', async () => {
  const { pin, at, accountId, helper } = await subscribed()
  expect(await previewOf(desk, pin, 'action=hold')).toEqual({ kind: 'choose' })
  expect(await whyNot(pin, 'action=end-hold')).toBe('No hold is open that could be ended.')
  expect((await helper.send(calls.endHoldForCaller, form(), at)).status).toBe(400)
  const { from = '', held_cents = 0 } = await shownIn(pin, 'action=hold&months=2')
  expect(from).toBe('2026-12-15')
  const sent = { months: 2, from, held_cents, ...form() }
  const first = await helper.send(calls.holdForCaller, sent, at)
  expect(doneIn(first)).toContain('from December 15, 2026 through February 14, 2027')
  expect(doneIn(await helper.send(calls.holdForCaller, sent, at))).toBe(doneIn(first))
  const again = await helper.send(calls.holdForCaller, { ...sent, ...form() }, at)
  expect([again.status, again.body]).toMatchObject([
    400,
    { errors: expect.stringContaining('The plan is on hold') },
  ])
  const mails = await mailsOf(accountId, 'held')
  expect(mails).toHaveLength(1)
  expect(mails[0]?.plain).toContain('Our customer service did this')
  expect(await entriesOf(accountId, 'held')).toMatchObject([{ details: { from, reason } }])
  const ended = await helper.send(calls.endHoldForCaller, form(), at)
  expect(doneIn(ended)).toContain('December 15, 2026')
  const [mail] = await mailsOf(accountId, 'hold-ended')
  expect(mail?.plain).toContain('is removed. Your full plan continues at its regular price.')
  expect(mail?.plain).toContain('Our customer service did this')
})

test('a name that mail clients would link is omitted from the mail, and kept in the audit log', async () => {
  const { at, accountId, helper } = await subscribed()
  const caller = 'win at evil.example.com'
  await helper.send(calls.cancelForCaller, { why, ends_on: '2026-12-15', ...form(), caller }, at)
  const [mail] = await mailsOf(accountId, 'canceled')
  expect(mail?.plain).toContain('at the request of a caller. If you did not ask for it')
  expect(mail?.plain).not.toContain('evil')
  expect(await entriesOf(accountId, 'cancel')).toMatchObject([{ details: { caller } }])
})

test('without a caller, a reason to leave or the permission, nothing happens', async () => {
  const { at, accountId, helper } = await subscribed()
  const sent = { why, ends_on: '2026-12-15', ...form() }
  const wrong = await helper.send(calls.cancelForCaller, { ...sent, caller: '', why: '' }, at)
  expect([wrong.status, wrong.body]).toMatchObject([
    400,
    { errors: { caller: ['Enter the name that the caller gave'], why: [expect.any(String)] } },
  ])
  const reader = await desk.as('reader')
  expect((await reader.send(calls.cancelForCaller, sent, at)).status).toBe(403)
  expect(await entriesOf(accountId, 'cancel')).toEqual([])
})

const statuses: Status[] = [
  'free signup agent',
  'free agent',
  'pending',
  'waiting for reactivation',
  'expired',
  'canceled',
]

test.each(statuses)(
  'an account without an active subscription (%s) says what is unavailable',
  async (status) => {
    const { pin, at, accountId, subscriptionId, helper } = await subscribed()
    await harness.db.run(sql`
    update subscriptions set ended_at = ${harness.clock.now()}, next_at = null where id = ${subscriptionId}`)
    await harness.db.run(sql`update accounts set status = ${status} where id = ${accountId}`)
    const told = async (call: (typeof calls)['cancelForCaller' | 'undoCancelForCaller'], body: object) =>
      (await helper.send(call, body, at)).status
    expect(await told(calls.cancelForCaller, { why, ends_on: '2026-12-15', ...form() })).toBe(400)
    expect(await told(calls.undoCancelForCaller, form())).toBe(400)
    const request = { months: 1, from: '2026-12-15', held_cents: 4_900, ...form() }
    expect((await helper.send(calls.holdForCaller, request, at)).status).toBe(400)
    expect((await helper.send(calls.endHoldForCaller, form(), at)).status).toBe(400)
    for (const action of ['cancel', 'undo-cancel', 'hold', 'end-hold'])
      expect(await previewOf(desk, pin, `action=${action}`)).toMatchObject({ kind: 'cannot' })
  },
)
