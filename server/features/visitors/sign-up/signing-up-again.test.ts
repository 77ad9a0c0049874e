import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { cancel } from '#contract/features/cancel.ts'
import { findAccounts, signIn } from '#contract/features/sign-in.ts'
import { lookUpEmail, saveUnfinishedSignUp, submitSignUp } from '#contract/features/sign-up/calls.ts'
import { pages } from '#contract/pages.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { freshEmail, freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { send } from '#server/test-kit/send.ts'
import { goodSignUp } from '#server/test-kit/sign-ups.ts'
import { subscribe } from '#server/test-kit/subscriptions.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())
beforeEach(() => harness.clock.set('2026-11-15T15:00:00Z'))

const lookUp = async (email: string) =>
  ((await send(harness, lookUpEmail, { email }, { address: freshIp() })).body.data as { status: string })
    .status
const signUp = (email: string) => send(harness, submitSignUp, goodSignUp({ email }), { address: freshIp() })

/** Canceled in November; ended on December 15, 2026 at 06:00 UTC. */
async function ended() {
  const one = await subscribe(harness)
  await (await openBrowser(harness, one.email)).call(cancel, { reason: 'It costs too much', details: '' })
  harness.clock.set('2026-12-15T06:00:00Z')
  await renewDue(harness)
  return one
}

test('ninety days after its end an email is free again; until then it is reactivated', async () => {
  const { email } = await ended()
  harness.clock.set('2027-03-15T05:59:00Z')
  expect(await lookUp(email)).toBe('busy.cancelled')
  expect((await signUp(email)).body).toMatchObject({
    errors: { emails_form: { email: ['This email is already taken. Please use different email.'] } },
  })
  harness.clock.set('2027-03-15T06:00:00Z')
  expect(await lookUp(email)).toBe('free')
  const form = goodSignUp({ email })
  expect((await send(harness, saveUnfinishedSignUp, form, { address: freshIp() })).status).toBe(200)
  expect((await signUp(email)).body).toMatchObject({ data: { status: 'registered' } })
})

test('a failed reactivation does not extend the ninety days', async () => {
  const { email, accountId } = await ended()
  harness.clock.set('2027-03-15T06:00:00Z')
  await harness.db.run(
    sql`update accounts set status_since = ${new Date('2027-03-10T06:00:00Z')} where id = ${accountId}`,
  )
  expect(await lookUp(email)).toBe('free')
})

test('an account closed for fraud keeps its email for good', async () => {
  const email = freshEmail()
  await addAccount(harness.db, { email, status: 'canceled', isFraud: true })
  harness.clock.set('2028-11-15T15:00:00Z')
  expect(await lookUp(email)).toBe('busy.cancelled')
  expect((await signUp(email)).status).toBe(400)
})

test.each([
  { isFraud: true, account: 'closed for fraud' },
  { isFraud: false, account: 'canceled within ninety days' },
])('an account that was $account keeps its email while someone signs up with it', async ({ isFraud }) => {
  const email = freshEmail()
  const body = goodSignUp({ email })
  expect((await send(harness, saveUnfinishedSignUp, body, { address: freshIp() })).status).toBe(200)
  await addAccount(harness.db, { email, status: 'canceled', isFraud })
  harness.clock.set('2026-12-15T15:00:00Z')
  const taken = {
    errors: { emails_form: { email: ['This email is already taken. Please use different email.'] } },
  }
  // Call 3 still reports the unfinished sign-up: its owner gets a link by mail.
  expect(await lookUp(email)).toBe('busy.pending')
  const saved = await send(harness, saveUnfinishedSignUp, body, { address: freshIp() })
  expect([saved.status, saved.body]).toEqual([400, taken])
  const paid = await signUp(email)
  expect([paid.status, paid.body]).toEqual([400, taken])
  expect(await harness.db.many(sql`select id from orders where email_key = ${email}`)).toEqual([])
})

test('with an old and a new account one is chosen; the old one has its invoices and a link', async () => {
  const { email, pin } = await ended()
  harness.clock.set('2027-03-15T06:00:00Z')
  const tooLate = await (await openBrowser(harness, email)).open(pages.reactivate)
  expect(tooLate.text).toContain('sign up again with the same email')

  const { pin: newPin } = (await signUp(email)).body.data as { pin: string }
  await harness.db.run(sql`update accounts set status = 'active' where pin = ${newPin}`)
  const listed = await send(harness, findAccounts, { email }, { address: freshIp() })
  expect(listed.body.login_data_list).toMatchObject([
    { pin, status_id: 'canceled' },
    { pin: newPin, status_id: 'active' },
  ])
  const enter = (account: string) =>
    send(harness, signIn, { email, password: 'password1', pin: account }, { address: freshIp() })
  expect((await enter(newPin)).body).toMatchObject({ data: { redirect_url: '/account/' } })
  const old = await enter(pin)
  expect(old.body).toMatchObject({ data: { redirect_url: '/account/reactivate/' } })
  const page = await harness.app.inject({
    url: pages.reactivate,
    headers: { cookie: `session=${old.cookies.session}` },
  })
  expect(page.body).toContain(`Sign out and sign in to account number ${newPin}`)
  expect(page.body).not.toContain('sign up again with the same email')
})

test('a sign-up that is paid while it is being saved leaves nothing unfinished', async () => {
  const form = goodSignUp()
  const { hash } = harness.passwords
  vi.spyOn(harness.passwords, 'hash').mockImplementationOnce(async (secret) => {
    expect((await send(harness, submitSignUp, form, { address: freshIp() })).status).toBe(200)
    return hash(secret)
  })
  expect(await send(harness, saveUnfinishedSignUp, form, { address: freshIp() })).toMatchObject({
    status: 400,
    body: { errors: { emails_form: { email: [expect.stringContaining('already exists')] } } },
  })
  expect(await harness.db.many(sql`select 1 from unfinished_sign_ups where email = ${form.email}`)).toEqual(
    [],
  )
})
