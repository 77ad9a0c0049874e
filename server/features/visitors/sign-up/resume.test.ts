// On PostgreSQL: two of its requests race.
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  lookUpEmail,
  requestResume,
  resumeSignUp,
  saveUnfinishedSignUp,
  submitSignUp,
} from '#contract/features/sign-up/calls.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY } from '#server/ports/clock.ts'
import { freshEmail, freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { addFraudAccount, HELD_CARD } from '#server/test-kit/held-sign-ups.ts'
import { send } from '#server/test-kit/send.ts'
import { goodSignUp } from '#server/test-kit/sign-ups.ts'
import { sendResumeBySupport } from './resume.ts'

let harness: Harness

beforeAll(async () => {
  harness = await openHarness({ works: true })
})
afterAll(() => harness.close())

const ask = (email: string, address = freshIp()) => send(harness, requestResume, { email }, { address })
const spend = (linkToken: string) =>
  send(harness, resumeSignUp, {}, { parts: { linkToken }, address: freshIp() })
const openPage = (linkToken: string) =>
  harness.app.inject({ method: 'GET', url: `/sign-up/resume/${linkToken}/` })
const mailsTo = (email: string) =>
  harness.db.many<{ plain: string; html: string }>(
    sql`select plain, html from mails where recipient = ${email} and purpose = 'resume-sign-up' order by id`,
  )

async function leaveUnfinished(changes: Parameters<typeof goodSignUp>[0] = {}) {
  const form = goodSignUp({ ...changes, password: 'canary-password', password2: 'canary-password' })
  await send(harness, saveUnfinishedSignUp, form, { address: freshIp() })
  return { ...form, email: form.email ?? '' }
}

async function linkFor(email: string): Promise<string> {
  const before = (await mailsTo(email)).length
  expect((await ask(email)).body).toEqual({ data: { status: 'sent' } })
  await expect.poll(async () => (await mailsTo(email)).length, { timeout: 20_000 }).toBe(before + 1)
  const mail = (await mailsTo(email)).at(-1)
  const token = /\/sign-up\/resume\/([\w-]+)\//.exec(mail?.plain ?? '')?.[1] ?? ''
  expect(mail?.html).toContain(`/sign-up/resume/${token}/`)
  return token
}

test('a link sent by our support does not say that the person asked for it', async () => {
  const { email } = await leaveUnfinished()
  const { db, jobs, clock } = harness
  const { id } = await db.one<{ id: number }>(sql`select id from unfinished_sign_ups where email = ${email}`)
  const sent = { id, actor: 'operator:ann@example.com', reason: 'They called' }
  await db.transaction((tx) => sendResumeBySupport(tx, { jobs, now: clock.now() }, sent))
  await expect.poll(async () => (await mailsTo(email)).length, { timeout: 20_000 }).toBe(1)
  const [mail] = await mailsTo(email)
  expect(mail?.plain).toContain('You started to sign up and did not finish.')
  expect(mail?.plain).not.toMatch(/\bask/)
})

test('a mailed link restores the input and the plan on any device, without secrets', async () => {
  const form = await leaveUnfinished({ triple_line_power_dialer_count: 2, same_billing_address: true })
  const token = await linkFor(form.email)
  const back = await spend(token)
  const { data } = back.body as { data: { wizard: string; address: string; form: Record<string, unknown> } }
  expect([back.status, data.wizard]).toEqual([200, 'new'])
  expect(data.address).toBe('/sign-up/step-1?triple=2&lead=1&back-url=pricing&plan-name=custom')
  expect(data.form).toMatchObject({
    email: form.email,
    full_name: 'Dana Whitfield',
    zip_code: '60601',
    howDidYouHearAboutUs: 'Google Search',
    first_security_question: '0',
    same_billing_address: true,
  })
  expect(Object.keys(data.form).filter((name) => /password|answer|number|cvv/.test(name))).toEqual([])
  expect(JSON.stringify(back.body)).not.toMatch(/canary|argon2|4111/)
  const known = { cookie: `sign-up=${back.cookies['sign-up']}` }
  const looked = await send(harness, lookUpEmail, { email: form.email }, { headers: known })
  expect(looked.body.data).toMatchObject({ status: 'free' })
})

test.each([
  ['4000-0000-0000-0119', 'is being confirmed with the bank right now'],
  [HELD_CARD, 'We are checking a sign-up with this email. Nothing has been charged.'],
])('while an order with card %s waits, the mail with the link says so', async (number, words) => {
  await addFraudAccount(harness)
  const form = await leaveUnfinished({ number })
  expect((await send(harness, submitSignUp, form, { address: freshIp() })).status).toBe(202)
  await linkFor(form.email)
  const [mail] = await mailsTo(form.email)
  expect(mail?.plain).toContain(words)
  expect(mail?.plain.match(/Nothing has been charged/g) ?? []).toHaveLength(number === HELD_CARD ? 1 : 0)
})

test('opening the link any number of times does not use it up; continuing does', async () => {
  const { email } = await leaveUnfinished()
  const token = await linkFor(email)
  for (let times = 0; times < 3; times += 1) {
    const page = await openPage(token)
    expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'no-store'])
    expect(page.body).not.toContain(email)
  }
  const both = await Promise.all([spend(token), spend(token)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404])
  const page = await openPage(token)
  expect(page.body).toContain('This link has already been used')
  expect(page.body).not.toContain(email)
})

test('a link expires after a day or a finished sign-up; an invented link is refused', async () => {
  const old = await leaveUnfinished()
  const oldToken = await linkFor(old.email)
  harness.clock.advance(DAY)
  expect((await spend(oldToken)).status).toBe(404)
  const finished = await leaveUnfinished()
  const finishedToken = await linkFor(finished.email)
  expect((await send(harness, submitSignUp, finished, { address: freshIp() })).status).toBe(200)
  expect((await openPage(finishedToken)).body).toContain('This link did not work')
  expect(await spend(finishedToken)).toMatchObject({
    status: 404,
    body: { errors: expect.stringContaining('did not work') },
  })
  expect((await spend('nonsense')).status).toBe(404)
})

test('known and unknown emails get the same answer; only the known one gets a mail', async () => {
  const stranger = freshEmail()
  const { email } = await leaveUnfinished()
  const [unknown, known] = [await ask(stranger), await ask(email)]
  expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
  await expect.poll(async () => (await mailsTo(email)).length, { timeout: 20_000 }).toBe(1)
  expect(await mailsTo(stranger)).toEqual([])
  expect(await ask('nonsense')).toMatchObject({
    status: 400,
    body: { errors: { email: ['Enter a valid email address'] } },
  })
})

test('requests are throttled by email, in any case, and by network', async () => {
  const email = freshEmail()
  for (let times = 0; times < 4; times += 1) expect((await ask(email)).status).toBe(200)
  expect(await ask(email.toUpperCase())).toMatchObject({
    status: 429,
    headers: { 'retry-after': expect.any(String) },
  })
})
