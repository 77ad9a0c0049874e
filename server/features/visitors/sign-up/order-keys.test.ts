// On PostgreSQL: two of its requests race.
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import * as paymentMessages from '#contract/billing/messages.ts'
import { changePlan } from '#contract/features/plan.ts'
import { lookUpEmail, saveUnfinishedSignUp, submitSignUp } from '#contract/features/sign-up/calls.ts'
import * as signUpMessages from '#contract/features/sign-up/messages.ts'
import { sql } from '#server/platform/db/sql.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { send } from '#server/test-kit/send.ts'
import { goodLegacySignUp, goodSignUp } from '#server/test-kit/sign-ups.ts'
import { subscribe } from '#server/test-kit/subscriptions.ts'

const DECLINED = '4000-0000-0000-0002'
const TIMES_OUT = '4000-0000-0000-0119'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

let keys = 0
const freshKey = () => {
  keys += 1
  return `order-key-${process.pid}-${keys}`
}
const charges = async () =>
  (await harness.db.one<{ count: number }>(sql`select count(*) as count from sandbox_charges`)).count

function signUpWith(changes: Parameters<typeof goodSignUp>[0] = {}) {
  const form = goodSignUp(changes)
  return { ...form, email: String(form.email) }
}

/** One visitor: cookies set by the server are sent with the next call. */
function visitor() {
  const address = freshIp()
  let cookie = ''
  const call = async (...[of, body]: [Parameters<typeof send>[1], object]) => {
    const answer = await send(harness, of, body, { address, headers: cookie ? { cookie } : {} })
    if (answer.cookies['sign-up']) cookie = `sign-up=${answer.cookies['sign-up']}`
    return answer
  }
  return {
    submit: (body: object) => call(submitSignUp, body),
    save: (body: object) => call(saveUnfinishedSignUp, body),
    lookUp: (email: string) => call(lookUpEmail, { email }),
    /** Submits, but neither the answer nor its cookie arrives at the browser. */
    submitAndLose: (body: ReturnType<typeof signUpWith>) =>
      send(harness, submitSignUp, body, { address, headers: cookie ? { cookie } : {} }),
  }
}

test('a request whose repeat is paid while it is being checked gets the same answer', async () => {
  const form = signUpWith()
  const before = await charges()
  const { maybe } = harness.db
  const read = vi.spyOn(harness.db, 'maybe')
  onTestFinished(() => read.mockRestore())
  let first: ReturnType<typeof send> | undefined
  read.mockImplementation(async (statement) => {
    const found = await maybe.call(harness.db, statement)
    if (!first && statement.values.includes(form.idempotency_key)) {
      first = visitor().submit(form)
      await first
    }
    return found
  })
  const late = await visitor().submit(form)
  expect(late).toMatchObject({ status: 200, body: { data: { status: 'registered' } } })
  expect(late.body).toEqual((await first)?.body)
  expect(await charges()).toBe(before + 1)
})

test('a sign-up refuses a key used for a plan change, at once and without hashing', async () => {
  const one = await subscribe(harness)
  const key = freshKey()
  const owner = await openBrowser(harness, one.email)
  const more = { triple_line_power_dialer_count: 1, hosted_lead_management_count: 1, fsbo_data_feature: 1 }
  const changed = await owner.call(changePlan, {
    ...more,
    now_cents: 2_500,
    next_cents: 17_400,
    idempotency_key: key,
  })
  expect(changed.status).toBe(200)
  const before = await charges()
  const hashes = countHashes()
  expect(await visitor().submit(goodSignUp({ idempotency_key: key }))).toMatchObject({
    status: 409,
    body: { data: { status: 'refused' } },
  })
  expect([await charges(), hashes.stop()]).toEqual([before, 0])
})

test('a plan change refuses a key used for a sign-up', async () => {
  const form = signUpWith()
  expect((await visitor().submit(form)).status).toBe(200)
  const one = await subscribe(harness)
  const owner = await openBrowser(harness, one.email)
  const more = { triple_line_power_dialer_count: 1, hosted_lead_management_count: 1, fsbo_data_feature: 1 }
  const amounts = { now_cents: 2_500, next_cents: 17_400, idempotency_key: form.idempotency_key }
  expect(await owner.call(changePlan, { ...more, ...amounts })).toMatchObject({ status: 409 })
})

test('the same key with another body reports what happened to the first order', async () => {
  const corrected = { same_billing_address: false, street_address: '5 Elm Street', locality: 'Mobile' }
  const billing = { ...corrected, region: 'AL', postal_code: '36602' }
  for (const [number, status] of [
    [undefined, 'registered'],
    [DECLINED, 'refused'],
    [TIMES_OUT, 'confirming'],
  ] as const) {
    const form = signUpWith(number ? { number } : {})
    const { submit } = visitor()
    await submit(form)
    const before = await charges()
    expect(await submit({ ...form, ...billing })).toMatchObject({ status: 409, body: { data: { status } } })
    expect(await charges()).toBe(before)
  }
})

test('a paid visitor is told so under any key and in any tab, and never to use another email', async () => {
  const form = signUpWith()
  const buyer = visitor()
  const before = { status: 'free', message: '', pin: '', email: form.email }
  expect((await buyer.lookUp(form.email)).body).toEqual({ data: before })
  expect((await buyer.submitAndLose(form)).status).toBe(200)

  const again = await buyer.submit({ ...form, idempotency_key: freshKey() })
  expect(again).toMatchObject({
    status: 409,
    body: { errors: paymentMessages.signUpPaid, data: { status: 'registered' } },
  })
  expect(await buyer.save(form)).toMatchObject({ status: 409, body: { data: { status: 'registered' } } })
  const legacy = goodLegacySignUp({ email: form.email })
  expect(await buyer.save(legacy)).toMatchObject({ status: 409, body: { data: { status: 'registered' } } })
  expect(await buyer.lookUp(form.email)).toMatchObject({
    body: { data: { status: 'busy.active', order: 'registered' } },
  })
})

test('only the visitor who sent it learns of a payment being confirmed', async () => {
  const form = signUpWith({ number: TIMES_OUT })
  const buyer = visitor()
  await buyer.lookUp(form.email)
  await buyer.submitAndLose(form)
  const before = await charges()
  expect(await buyer.submit({ ...form, idempotency_key: freshKey() })).toMatchObject({
    status: 409,
    body: { errors: paymentMessages.signUpConfirming, data: { status: 'confirming' } },
  })
  expect(await buyer.lookUp(form.email)).toMatchObject({ body: { data: { order: 'confirming' } } })

  const stranger = visitor()
  expect((await stranger.lookUp(form.email)).body.data).not.toHaveProperty('order')
  expect(await stranger.submit({ ...form, idempotency_key: freshKey() })).toMatchObject({
    status: 400,
    body: { errors: { emails_form: { email: [paymentMessages.paymentUnderWay] } } },
  })
  expect(await charges()).toBe(before)
})

test("a stranger with a running account's email is told to sign in; for an ended one, as specified", async () => {
  const running = await subscribe(harness)
  const ended = await subscribe(harness, { status: 'canceled' })
  const errorsFor = async (email: string) =>
    (await visitor().submit(goodSignUp({ email, confirmEmail: email }))).body.errors
  expect(await errorsFor(running.email)).toEqual({ emails_form: { email: [signUpMessages.emailHasAccount] } })
  expect(await errorsFor(ended.email)).toEqual({ emails_form: { email: [signUpMessages.emailTaken] } })
  const saved = await visitor().save(goodSignUp({ email: running.email, confirmEmail: running.email }))
  expect(saved).toMatchObject({
    status: 400,
    body: { errors: { emails_form: { email: [signUpMessages.emailHasAccount] } } },
  })
})

test('two tabs of one visitor paying at once under two keys make one charge', async () => {
  const form = signUpWith()
  const buyer = visitor()
  await buyer.lookUp(form.email)
  const before = await charges()
  const both = await Promise.all([
    buyer.submitAndLose(form),
    buyer.submitAndLose({ ...form, idempotency_key: freshKey() }),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(both.find(({ status }) => status === 409)?.body).toMatchObject({
    data: { status: expect.stringMatching(/^(?:registered|confirming)$/) },
  })
  expect(await charges()).toBe(before + 1)
})

test('after a day the visitor is answered like everyone else', async () => {
  const form = signUpWith()
  const buyer = visitor()
  await buyer.submit(form)
  harness.clock.advance(24 * 60 * 60 * 1000 + 1)
  const { data } = (await buyer.lookUp(form.email)).body as { data: object }
  expect(data).toMatchObject({ status: 'busy.active' })
  expect(data).not.toHaveProperty('order')
})

function countHashes() {
  const { passwords } = harness
  const real = passwords.hash
  let count = 0
  passwords.hash = (text) => {
    count += 1
    return real(text)
  }
  return {
    stop: () => {
      passwords.hash = real
      return count
    },
  }
}
