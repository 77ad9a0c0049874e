// On PostgreSQL: two of its requests race.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chooseNewPassword } from '#contract/features/password-reset.ts'
import { invitePerson } from '#contract/features/people.ts'
import { askForEmail, changeTimeZone, stopEmailChange } from '#contract/features/security.ts'
import { confirmEmail } from '#contract/features/security-links.ts'
import { signIn } from '#contract/features/sign-in.ts'
import { pages } from '#contract/pages.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { makeLink } from '#server/identity/links.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY, HOUR, MINUTE } from '#server/ports/clock.ts'
import { addAccount, addAgent, addSeats } from '#server/test-kit/accounts.ts'
import { freshEmail, freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { linkTokenIn, mailsTo } from '#server/test-kit/mails.ts'
import { postForm } from '#server/test-kit/post-form.ts'
import { send } from '#server/test-kit/send.ts'
import { signedInAs, valuesIn } from '#server/test-kit/signed-in.ts'

let harness: Harness

beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

async function person() {
  const email = freshEmail()
  const { accountId, agentId } = await addAccount(harness.db, { email })
  await addSeats(harness.db, accountId, 5)
  return { email, accountId, agentId, ...(await signedInAs(harness, { email })) }
}

async function asked() {
  const who = await person()
  const next = freshEmail()
  const answer = await who.send(askForEmail, { email: next, current_password: 'password1' })
  expect([answer.status, answer.body]).toEqual([200, { data: { status: 'sent' } }])
  const [mail] = await mailsTo(harness, next, 'email-change')
  return { ...who, next, token: linkTokenIn(mail) }
}

const confirm = (linkToken: string) =>
  send(harness, confirmEmail, {}, { parts: { linkToken }, address: freshIp() })

async function changeAt(linkToken: string) {
  const url = fillPath(pages['new-email'], { linkToken })
  return valuesIn((await harness.app.inject({ url, remoteAddress: freshIp() })).body).change
}

const enter = async (email: string) =>
  (await send(harness, signIn, { email, password: 'password1' }, { address: freshIp() })).status

const pageAt = async (linkToken: string) =>
  (
    await harness.app.inject({
      url: fillPath(pages['new-email'], { linkToken }),
      remoteAddress: freshIp(),
    })
  ).body

test('a new email counts once its mailed link is confirmed, and the old one is told', async () => {
  const { email, next, token, open } = await asked()
  expect(await mailsTo(harness, email, 'email-change-asked')).toMatchObject([
    { plain: expect.stringContaining(next) },
  ])
  expect(valuesIn((await open('/account/security/')).html)).toMatchObject({ waitingEmail: next, email })
  // Opening it repeatedly changes nothing.
  for (let times = 0; times < 2; times += 1)
    expect(await changeAt(token)).toMatchObject({ from: email, to: next, company: 'North Shore Realty' })
  expect([await enter(email), await enter(next)]).toEqual([200, 401])

  const answer = await confirm(token)
  expect([answer.status, answer.body]).toEqual([200, { data: { status: 'changed' } }])
  expect([await enter(email), await enter(next)]).toEqual([401, 200])
  expect(await mailsTo(harness, email, 'email-changed')).toMatchObject([
    { subject: 'Your email was changed', plain: expect.stringContaining(next) },
  ])
  expect(valuesIn((await open('/account/security/')).html)).toMatchObject({ waitingEmail: null, email: next })
})

test('without a script the link of a new email has a working button', async () => {
  const { next, token } = await asked()
  const { body } = await postForm(harness, fillPath(pages['new-email'], { linkToken: token }), {
    confirm: '1',
  })
  expect(body).toContain('Success!')
  expect(await enter(next)).toBe(200)
})

test('the link works once, for a day, and a newer one replaces it', async () => {
  const first = await asked()
  await confirm(first.token)
  expect(await confirm(first.token)).toMatchObject({
    status: 404,
    body: { errors: 'This link has already been used, and your email was changed.' },
  })
  expect(await pageAt(first.token)).toContain('This link has already been used')
  const second = await asked()
  harness.clock.advance(DAY)
  expect([await changeAt(second.token), (await confirm(second.token)).status]).toEqual([null, 404])
  expect(await pageAt(second.token)).not.toContain('has already been used')
  harness.clock.advance(-DAY)
  const third = await asked()
  await third.send(askForEmail, { email: freshEmail(), current_password: 'password1' })
  expect((await confirm(third.token)).body.errors).toContain('This link no longer works')
  for (const token of [third.token, 'x'.repeat(43)])
    expect(await pageAt(token)).not.toContain('has already been used')
})

test('of ten concurrent confirmations, one succeeds', async () => {
  const { token, email } = await asked()
  const tries = await Promise.all(Array.from({ length: 10 }, () => confirm(token)))
  expect(tries.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await mailsTo(harness, email, 'email-changed')).toHaveLength(1)
})

test('a change can be canceled before it is confirmed', async () => {
  const { token, email, open, send: sendAs } = await asked()
  expect((await sendAs(stopEmailChange, {})).body).toEqual({ data: { status: 'stopped' } })
  expect((await confirm(token)).status).toBe(404)
  expect(valuesIn((await open('/account/security/')).html)).toMatchObject({ waitingEmail: null, email })
})

test('a password reset cancels a change of email requested by a thief', async () => {
  const { token, agentId, email } = await asked()
  const linkToken = await makeLink(
    harness.db,
    { purpose: 'password-reset', agentId, lastsMs: HOUR },
    harness.clock.now(),
  )
  const passwords = { password: 'all mine again', password_confirm: 'all mine again' }
  await send(harness, chooseNewPassword, passwords, { parts: { linkToken }, address: freshIp() })
  expect((await confirm(token)).status).toBe(404)
  const still = await harness.db.one<{ email: string }>(sql`select email from agents where id = ${agentId}`)
  expect(still.email).toBe(email)
})

test('the change invalidates a password link mailed to the old email', async () => {
  const { token, agentId } = await asked()
  const linkToken = await makeLink(
    harness.db,
    { purpose: 'password-reset', agentId, lastsMs: HOUR },
    harness.clock.now(),
  )
  await confirm(token)
  const passwords = { password: 'no longer mine', password_confirm: 'no longer mine' }
  const answer = await send(harness, chooseNewPassword, passwords, {
    parts: { linkToken },
    address: freshIp(),
  })
  expect(answer.status).toBe(404)
})

test('asks for the password, and refuses an email already used in the account', async () => {
  const { send: sendAs, email, accountId } = await person()
  const colleague = freshEmail()
  await addAgent(harness.db, accountId, { email: colleague, role: 'user' })
  const ask = async (next: string, current_password = 'password1') =>
    (await sendAs(askForEmail, { email: next, current_password })).body.errors
  expect(await ask(freshEmail(), 'not mine')).toEqual({ current_password: ['Your password is incorrect.'] })
  expect(await ask(email)).toEqual({ email: ['This is already your email.'] })
  for (const taken of [colleague, colleague.toUpperCase()])
    expect(await ask(taken)).toEqual({ email: ['This person is already in your account.'] })
  expect(await ask('nonsense')).toEqual({ email: ['Enter a valid email address'] })
  expect(await mailsTo(harness, email, 'email-change-asked')).toEqual([])
})

test('an email invited meanwhile stays with the invited person', async () => {
  const { token, next, send: sendAs, open, agentId, email } = await asked()
  const waiting = async () => valuesIn((await open('/account/security/')).html).waitingEmail
  expect(await waiting()).toBe(next)
  expect((await sendAs(invitePerson, { email: next })).status).toBe(200)
  expect((await confirm(token)).status).toBe(404)
  expect((await confirm(token)).body.errors).toContain('This link no longer works')
  expect(await harness.db.one(sql`select email from agents where id = ${agentId}`)).toEqual({ email })
  expect(await waiting()).toBeNull()
})

test('the time zone changes what is shown, not when the account is charged', async () => {
  const { send: sendAs, open, accountId } = await person()
  const shown = async () => valuesIn((await open('/account/security/')).html)
  expect(await shown()).toMatchObject({ timeZone: 'US/Eastern', billingTimeZone: 'US/Central' })
  expect(await sendAs(changeTimeZone, { time_zone: 'US/Pacific' })).toMatchObject({
    status: 200,
    body: { data: { status: 'changed' } },
  })
  expect(await shown()).toMatchObject({
    timeZone: 'US/Pacific',
    billingTimeZone: 'US/Central',
    sessions: [{ since: expect.stringMatching(/^Nov 15, 2026, 7:\d\d AM$/) }],
  })
  const kept = await harness.db.one(
    sql`select time_zone as zone, anchor_date as anchor from subscriptions where account_id = ${accountId}`,
  )
  expect(kept).toEqual({ zone: 'US/Central', anchor: '2026-10-01' })
  expect(await sendAs(changeTimeZone, { time_zone: 'Mars/Olympus' })).toMatchObject({ status: 400 })
})

test('only the owner sets the time zone', async () => {
  const { accountId } = await person()
  const email = freshEmail()
  await addAgent(harness.db, accountId, { email, role: 'user' })
  const user = await signedInAs(harness, { email })
  expect((await user.open('/account/security/')).status).toBe(200)
  expect(await user.send(changeTimeZone, { time_zone: 'US/Pacific' })).toMatchObject({ status: 403 })
})

test('requesting one email after the other is slowed down', async () => {
  const { send: sendAs } = await person()
  const ask = () => sendAs(askForEmail, { email: freshEmail(), current_password: 'password1' })
  for (let times = 0; times < 6; times += 1) expect((await ask()).status).toBe(200)
  expect((await ask()).status).toBe(429)
  harness.clock.advance(HOUR + MINUTE)
})

test('two people of one account confirm the same email at once: one gets it, the other is told', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { accountId, agentId } = await person()
    const colleagueId = await addAgent(harness.db, accountId, { email: freshEmail(), role: 'user' })
    const email = freshEmail()
    const tokens = await Promise.all(
      [agentId, colleagueId].map((id) =>
        makeLink(
          harness.db,
          { purpose: 'email-change', agentId: id, accountId, subject: { email }, lastsMs: DAY },
          harness.clock.now(),
        ),
      ),
    )
    const answers = await Promise.all([...tokens, ...tokens].map(confirm))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404])
  }
  expect(harness.logged()).not.toContain('a bug answered 500')
})
