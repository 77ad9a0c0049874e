// On PostgreSQL: two of its requests race.

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deskCalls } from '#contract/desk/desk-calls.ts'
import type { HelpValues } from '#contract/desk/help.ts'
import * as calls from '#contract/desk/help.ts'
import { resendMail } from '#contract/desk/mails.ts'
import { signIn } from '#contract/features/sign-in.ts'
import { pages } from '#contract/pages.ts'
import { sql } from '#server/platform/db/sql.ts'
import { scopes } from '#server/platform/idempotency.ts'
import { HOUR, MINUTE } from '#server/ports/clock.ts'
import { addAgent } from '#server/test-kit/accounts.ts'
import { openDesk, type TestDesk } from '#server/test-kit/desk.ts'
import { doneIn, lastEntry, newCaller, previewOf } from '#server/test-kit/desk-help.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { mailsTo } from '#server/test-kit/mails.ts'
import { makePastDue } from '#server/test-kit/past-due.ts'
import { addProtected } from '#server/test-kit/second-factor.ts'
import { send } from '#server/test-kit/send.ts'
import { signedInAs } from '#server/test-kit/signed-in.ts'

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

const reason = 'They called, and named the last bill.'
/** The fields of the actions for a caller. */
const ofCaller = { caller: 'Dana', why: 'Other', ends_on: '', months: 1, from: '', held_cents: 0 }
/** As another form has it. */
const form = () => ({ reason, key: randomUUID() })

test('every action needs the helper role and a reason, and rejects people of another account', async () => {
  const { agentId, accountId, at, helper, pin } = await newCaller(harness, desk)
  const reader = await desk.as('reader')
  const other = await newCaller(harness, desk)
  const all = deskCalls.filter(({ path }) => path.startsWith('/desk/api/accounts/:number/help/'))
  expect(new Set(all.map(({ who }) => who))).toEqual(new Set(['help', 'cancel']))
  for (const call of all) {
    const body = { agent_id: agentId, email: freshEmail(), role: 'user', ...ofCaller, ...form() }
    expect([call.path, (await reader.send(call, body, at)).status]).toEqual([call.path, 403])
    expect([call.path, (await helper.send(call, { ...body, reason: '' }, at)).status]).toEqual([
      call.path,
      400,
    ])
    const elsewhere = await helper.send(call, body, other.at)
    const isAboutOne = !/pay-link|invite|withdraw|cancel|hold/.test(call.path)
    if (isAboutOne) expect([call.path, elsewhere.status]).toEqual([call.path, 404])
  }
  expect((await reader.get(`/desk/accounts/${pin}/help/`)).status).toBe(403)
  const { count } = await harness.db.one<{ count: number }>(
    sql`select count(*)::int as count from audit where account_id = ${accountId}`,
  )
  expect(count).toBe(0)
})

test('the list of actions, and each action without a person, ask for what is missing', async () => {
  const { pin, helper } = await newCaller(harness, desk)
  expect((await helper.get(`/desk/accounts/${pin}/help/`)).html).toContain('What is needed?')
  for (const action of ['unlock', 'sessions', 'reset-link', 'recovery', 'hand-over', 'nonsense'])
    expect(await previewOf(desk, pin, `action=${action}&person=999999999`)).toEqual({ kind: 'choose' })
  expect(await previewOf(desk, pin, 'action=pay-link')).toMatchObject({ kind: 'cannot' })
  expect(await previewOf(desk, pin, 'action=withdraw-hand-over')).toMatchObject({ kind: 'cannot' })
})

test('unavailable actions are listed with a reason, and the chosen person stays chosen', async () => {
  const { pin, agentId, helper } = await newCaller(harness, desk)
  const help = async (query = '') =>
    (await helper.get(`/desk/accounts/${pin}/help/?${query}`)).values as unknown as HelpValues
  const whyNot = Object.fromEntries((await help()).actions.map(({ action, why }) => [action, why]))
  expect(whyNot).toEqual({
    'reset-link': null,
    unlock: null,
    sessions: null,
    invite: null,
    recovery: 'There is nobody in the account for whom this can be done.',
    'email-works': 'There is nobody in the account for whom this can be done.',
    invitation: 'There is nobody in the account for whom this can be done.',
    'hand-over': 'There is nobody in the account for whom this can be done.',
    'pay-link': 'The account has no bill that can be paid now.',
    'withdraw-hand-over': 'No hand-over to a new owner is open.',
    cancel: 'There is no active subscription to cancel.',
    'undo-cancel': 'There is no cancellation to undo, or its last day has passed.',
    hold: 'There is no active subscription to put on hold.',
    'end-hold': 'There is no active subscription, so nothing is on hold.',
  })
  const ofOwner = Object.fromEntries(
    (await help(`person=${agentId}`)).actions.map(({ action, why }) => [action, why]),
  )
  expect(ofOwner).toMatchObject({
    'reset-link': null,
    sessions: expect.stringMatching(/is not signed in anywhere/),
    'hand-over': 'This person already owns the account.',
  })
  expect(await help(`action=hand-over&person=${agentId}`)).toMatchObject({
    person: { id: agentId },
    people: [{ id: agentId, why: 'This person already owns the account.' }],
    preview: { kind: 'cannot', why: 'This person already owns the account.' },
  })
})

test('someone who guessed too often can retry at once, on the network that was refused', async () => {
  const { email, agentId, accountId, helper, at } = await newCaller(harness, desk)
  const guess = async (password: string) =>
    (await send(harness, signIn, { email, password }, { address: '203.0.113.40' })).status
  for (let tries = 0; tries < 8; tries += 1) expect(await guess('wrong one')).toBe(401)
  expect(await guess('password1')).toBe(429)
  harness.clock.advance(MINUTE)
  expect(doneIn(await helper.send(calls.unlockSignIn, { agent_id: agentId, ...form() }, at))).toContain(
    'again',
  )
  expect(await guess('wrong one')).toBe(401)
  expect(await guess('password1')).toBe(200)
  expect(await lastEntry(harness, accountId)).toMatchObject({
    actor: `operator:${helper.email}`,
    action: 'sign-in-unlocked',
    agentId,
    reason,
  })
})

test('of two people with the same name, preview and answer say whose email it is', async () => {
  const { email, agentId, accountId, helper, at, pin } = await newCaller(harness, desk)
  const other = freshEmail()
  const otherId = await addAgent(harness.db, accountId, {
    email: other,
    role: 'user',
    name: ['Dana', 'Whitfield'],
  })
  const both = [`Dana Whitfield (${email})`, `Dana Whitfield (${other})`]
  expect(await previewOf(desk, pin, `action=hand-over&person=${otherId}`)).toMatchObject({
    happens: expect.arrayContaining([
      `Then ${both[1]} owns the account, and ${both[0]} stays as a user. The plan and the card stay the same.`,
    ]),
  })
  const dones: string[] = []
  for (const agent_id of [agentId, otherId])
    dones.push(doneIn(await helper.send(calls.unlockSignIn, { agent_id, ...form() }, at)))
  expect(dones).toEqual(both.map((who) => `${who} can try to sign in again at once.`))
})

test('ending the sessions of a person or of everyone appears in their own log', async () => {
  const { email, agentId, accountId, helper, at, pin } = await newCaller(harness, desk)
  const userEmail = freshEmail()
  await addAgent(harness.db, accountId, { email: userEmail, role: 'user' })
  const owner = await signedInAs(harness, { email })
  const user = await signedInAs(harness, { email: userEmail })
  expect(await previewOf(desk, pin, `action=sessions&person=${agentId}`)).toMatchObject({
    kind: 'can',
    happens: [expect.stringContaining('1 session.'), expect.anything()],
  })
  await helper.send(calls.endSessions, { agent_id: agentId, ...form() }, at)
  expect([(await owner.open(pages.account)).status, (await user.open(pages.account)).status]).toEqual([
    302, 200,
  ])
  const done = doneIn(await helper.send(calls.endSessions, form(), at))
  expect(done).toBe('Everyone was signed out: 1 session ended.')
  expect((await user.open(pages.account)).status).toBe(302)
  expect(await previewOf(desk, pin, 'action=sessions&person=everyone')).toEqual({
    kind: 'cannot',
    why: 'Nobody in the account is signed in anywhere.',
  })
  const again = await signedInAs(harness, { email })
  expect((await again.open(pages.activity)).html).toContain('Signed out all devices')
  expect(await previewOf(desk, pin, 'action=sessions&person=everyone')).toMatchObject({ kind: 'can' })
})

test('a reset link is mailed to the person and shown to no operator', async () => {
  const { email, agentId, helper, at, pin, accountId } = await newCaller(harness, desk)
  const answer = await helper.send(calls.sendResetLink, { agent_id: agentId, ...form() }, at)
  const [mail] = await mailsTo(harness, email, 'password-reset')
  const token = /confirm\/([\w-]+)\//.exec(mail?.plain ?? '')?.[1] ?? 'none'
  expect(mail?.plain).toContain('/password-reset/confirm/')
  expect(JSON.stringify(answer.body)).not.toContain(token)
  for (const path of [`/desk/accounts/${pin}/`, `/desk/mails/${mail?.id}/`])
    expect((await helper.get(path)).html).not.toContain(token)
  expect(await lastEntry(harness, accountId)).toMatchObject({ action: 'reset-link-sent', agentId, reason })
  const invited = await addAgent(harness.db, accountId, {
    email: freshEmail(),
    role: 'user',
    isInvited: true,
  })
  expect((await helper.send(calls.sendResetLink, { agent_id: invited, ...form() }, at)).status).toBe(400)
})

test('operators together send at most twenty mails by hand per account and hour', async () => {
  const { email, agentId, helper, at } = await newCaller(harness, desk)
  const mailBy = (operator: typeof helper, one = form()) =>
    operator.send(calls.sendResetLink, { agent_id: agentId, ...one }, at)
  const last = form()
  for (let sent = 0; sent < 19; sent += 1) expect((await mailBy(helper)).status).toBe(200)
  // What sends nothing does not count.
  expect((await helper.send(calls.sendPayLink, form(), at)).status).toBe(400)
  const done = await mailBy(helper, last)
  expect(done.status).toBe(200)
  expect((await mailBy(await desk.as('helper'))).status).toBe(429)
  expect((await mailBy(helper, last)).body).toEqual(done.body)
  expect(await mailsTo(harness, email, 'password-reset')).toHaveLength(20)
})

test('a mail resent at the limit is reported as sent when its answer was lost', async () => {
  const { email, agentId, helper, at } = await newCaller(harness, desk)
  for (let sent = 0; sent < 19; sent += 1)
    await helper.send(calls.sendResetLink, { agent_id: agentId, ...form() }, at)
  const { id } = await harness.db.one<{ id: number }>(sql`
    select id from mails where recipient = ${email} order by id limit 1`)
  await harness.db.run(sql`update mails set state = 'failed' where id = ${id}`)
  const again = { mail_id: id, to: '', ...form() }
  const answers = [await helper.send(resendMail, again), await helper.send(resendMail, again)]
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect((await helper.send(resendMail, { ...again, ...form() })).status).toBe(429)
})

test('a pay link goes to everyone who pays, and opens the page of the open bill', async () => {
  const { pin, accountId, email } = await makePastDue(harness)
  const [manager, user, contact] = [freshEmail(), freshEmail(), freshEmail()]
  await addAgent(harness.db, accountId, { email: manager, role: 'billing' })
  await addAgent(harness.db, accountId, { email: user, role: 'user' })
  await harness.db.run(sql`update accounts set billing_contact = ${contact} where id = ${accountId}`)
  const helper = await desk.as('helper')
  const preview = await previewOf(desk, pin, 'action=pay-link')
  for (const one of [email, manager, contact]) expect(JSON.stringify(preview)).toContain(one)
  expect((await helper.send(calls.sendPayLink, form(), { number: pin })).status).toBe(200)
  expect(await mailsTo(harness, user, 'pay-link')).toEqual([])
  for (const one of [email, manager, contact]) {
    const [mail] = await mailsTo(harness, one, 'pay-link')
    const path = /\/pay\/[\w-]+\//.exec(mail?.plain ?? '')?.[0] ?? ''
    const page = await harness.app.inject({ url: path })
    expect([page.statusCode, page.body.includes('Pay')]).toEqual([200, true])
  }
})

test('support starts the removal of a lost second factor in 24 hours; a second start is refused', async () => {
  const { email } = await addProtected(harness)
  const found = await harness.db.one<{ agentId: number; accountId: number; pin: string }>(sql`
    select g.id as "agentId", a.id as "accountId", a.pin from agents g join accounts a on a.id = g.account_id
    where g.email = ${email}`)
  const helper = await desk.as('helper')
  const again = () => ({ agent_id: found.agentId, ...form() })
  const body = again()
  const first = doneIn(await helper.send(calls.recoverFactor, body, { number: found.pin }))
  harness.clock.advance(HOUR / 2)
  // The same form, resent after a lost answer, gets the same answer.
  expect(doneIn(await helper.send(calls.recoverFactor, body, { number: found.pin }))).toBe(first)
  const other = await desk.as('helper')
  const refused = await other.send(calls.recoverFactor, again(), { number: found.pin })
  const why = `This was already requested. The second factor will be removed on ${/ is removed on (.+), unless/.exec(first)?.[1]}.`
  expect([refused.status, refused.body]).toEqual([400, { errors: why }])
  expect(await previewOf(desk, found.pin, `action=recovery&person=${found.agentId}`)).toMatchObject({
    kind: 'cannot',
    why,
  })
  expect(await mailsTo(harness, email, 'second-factor-recovery')).toHaveLength(1)
  expect(await lastEntry(harness, found.accountId)).toMatchObject({
    action: 'second-factor-recovery-asked',
    reason,
  })
})

test('a bounced email works again once an operator says so', async () => {
  const { email, agentId, accountId, helper, at, pin } = await newCaller(harness, desk)
  expect((await helper.send(calls.noteEmailWorks, { agent_id: agentId, ...form() }, at)).status).toBe(400)
  expect(
    await harness.db.one(sql`select mail_works_at as at from agents where id = ${agentId}`),
    'a refused request changes nothing',
  ).toEqual({ at: null })
  await harness.db.run(sql`
    update agents set mail_bounced_at = ${harness.clock.now()}, mail_bounce = 'hard' where id = ${agentId}`)
  const { html } = await helper.get(`/desk/accounts/${pin}/`)
  expect(html).toContain(`Emails to ${email} bounce`)
  expect(doneIn(await helper.send(calls.noteEmailWorks, { agent_id: agentId, ...form() }, at))).toContain(
    email,
  )
  expect(await lastEntry(harness, accountId)).toMatchObject({ action: 'bounce-cleared', reason })
})

test("a billing contact's bounced email works again once an operator says so", async () => {
  const { accountId, helper, at, pin } = await newCaller(harness, desk)
  const contact = freshEmail()
  await harness.db.run(sql`update accounts set billing_contact = ${contact} where id = ${accountId}`)
  const query = 'action=email-works&person=contact'
  expect(await previewOf(desk, pin, query)).toEqual({
    kind: 'cannot',
    why: 'No email to the billing contact has bounced.',
  })
  expect((await helper.send(calls.noteEmailWorks, form(), at)).status).toBe(400)
  await harness.db.run(
    sql`update accounts set billing_contact_bounced_at = ${harness.clock.now()} where id = ${accountId}`,
  )
  expect(await previewOf(desk, pin, query)).toMatchObject({
    kind: 'can',
    happens: [`All emails are sent to ${contact} again.`, expect.any(String)],
  })
  const { html } = await helper.get(`/desk/accounts/${pin}/`)
  expect(html).toContain(`/desk/accounts/${pin}/help/?${query.replace('&', '&amp;')}`)
  expect(doneIn(await helper.send(calls.noteEmailWorks, form(), at))).toBe(
    `${contact} gets all emails again.`,
  )
  expect(await lastEntry(harness, accountId)).toMatchObject({ action: 'bounce-cleared', reason })
})

test('a form resent after a lost answer, or twice at once, mails once and answers the same', async () => {
  const { email, agentId, accountId, helper, at } = await newCaller(harness, desk)
  const sent = { agent_id: agentId, ...form() }
  const both = await Promise.all([0, 1].map(() => helper.send(calls.sendResetLink, sent, at)))
  const again = await helper.send(calls.sendResetLink, { ...sent, reason: 'Typed again' }, at)
  expect([...both, again].map(doneIn)).toEqual(Array(3).fill(`${email} gets a link to set a new password.`))
  expect(await mailsTo(harness, email, 'password-reset')).toHaveLength(1)
  const { count } = await harness.db.one<{ count: number }>(sql`
    select count(*)::int as count from audit where account_id = ${accountId} and action = 'reset-link-sent'`)
  expect(count).toBe(1)
})

test('a key is refused for another action, account or operator, and is free again after a refusal', async () => {
  const { agentId, accountId, helper, at } = await newCaller(harness, desk)
  const sent = { agent_id: agentId, ...form() }
  expect((await helper.send(calls.noteEmailWorks, sent, at)).status).toBe(400)
  expect((await helper.send(calls.unlockSignIn, sent, at)).status).toBe(200)
  const other = await newCaller(harness, desk)
  const taken = [
    await helper.send(calls.sendResetLink, sent, at),
    await helper.send(calls.unlockSignIn, { ...sent, agent_id: other.agentId }, other.at),
    await (await desk.as('admin')).send(calls.unlockSignIn, sent, at),
  ]
  expect(taken.map(({ status }) => status)).toEqual([409, 409, 409])
  expect(taken[0]?.body).toMatchObject({ errors: scopes['desk-form'].otherBody })
  expect(await lastEntry(harness, accountId)).toMatchObject({ action: 'sign-in-unlocked' })
})
