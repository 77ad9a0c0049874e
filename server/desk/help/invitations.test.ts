import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as calls from '#contract/desk/help.ts'
import { join } from '#contract/features/people-links.ts'
import { pages } from '#contract/pages.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { sql } from '#server/platform/db/sql.ts'
import { HOUR } from '#server/ports/clock.ts'
import { openDesk, type TestDesk } from '#server/test-kit/desk.ts'
import { doneIn, lastEntry, newCaller, previewOf } from '#server/test-kit/desk-help.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { mailsTo } from '#server/test-kit/mails.ts'
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
/** As another form has it. */
const form = () => ({ reason, key: randomUUID() })

test('an invitation for the owner takes a seat, and is refused beyond the plan', async () => {
  const { accountId, helper, at, pin, email: ownerEmail } = await newCaller(harness, desk, 2)
  const email = freshEmail()
  expect(await previewOf(desk, pin, 'action=invite')).toMatchObject({ kind: 'can' })
  // A role that is sent along gives nothing.
  const asAdmin = { email, role: 'admin', ...form() }
  expect((await helper.send(calls.inviteForOwner, asAdmin, at)).status).toBe(200)
  expect(await harness.db.one(sql`select role from agents where email = ${email}`)).toEqual({ role: 'user' })
  const [mail] = await mailsTo(harness, email, 'invitation')
  expect(mail?.plain).toContain('Our support team invites you for Dana Whitfield to join')
  expect(await lastEntry(harness, accountId)).toMatchObject({ action: 'person-invited', reason })
  const linkToken = /\/([\w-]{20,})\//.exec(mail?.plain ?? '')?.[1] ?? ''
  const page = await harness.app.inject({ url: fillPath(pages.invitation, { linkToken }) })
  expect(page.body).toContain('Our support team invited you to join')
  const joining = { full_name: 'Sam Lee', password: 'maple otter', password_confirm: 'maple otter' }
  expect((await send(harness, join, joining, { parts: { linkToken } })).status).toBe(200)
  const [joined] = await mailsTo(harness, ownerEmail, 'person-joined')
  expect(joined?.plain).toContain('accepted an invitation that our support team sent for you')
  const more = { email: freshEmail(), ...form() }
  expect((await helper.send(calls.inviteForOwner, more, at)).status).toBe(400)
  expect(await previewOf(desk, pin, 'action=invite')).toMatchObject({ kind: 'cannot' })
})

test('a resent invitation ends the former link, keeps seat and role, and the owner is told', async () => {
  const { accountId, helper, at, pin, email: ownerEmail } = await newCaller(harness, desk, 2)
  const email = freshEmail()
  await helper.send(calls.inviteForOwner, { email, ...form() }, at)
  const { id } = await harness.db.one<{ id: number }>(sql`select id from agents where email = ${email}`)
  expect(await previewOf(desk, pin, `action=invitation&person=${id}`)).toMatchObject({
    kind: 'can',
    happens: expect.arrayContaining([expect.stringContaining('The link they have, which works until')]),
  })
  harness.clock.advance(8 * 24 * HOUR)
  const nextWeek = await desk.as('helper')
  const { values } = await nextWeek.get(`/desk/accounts/${pin}/`)
  expect(values.people).toMatchObject([{}, { invitation: { isOver: true, why: null } }])
  expect(await previewOf(desk, pin, `action=invitation&person=${id}`)).toMatchObject({
    happens: expect.arrayContaining(['The link they have has expired.']),
  })
  const sent = { agent_id: id, ...form() }
  const first = doneIn(await nextWeek.send(calls.resendInvitation, sent, at))
  expect(first).toBe(`${email} gets the invitation again. The former link no longer works.`)
  expect(doneIn(await nextWeek.send(calls.resendInvitation, sent, at))).toBe(first)
  const mails = await mailsTo(harness, email, 'invitation')
  expect(mails).toHaveLength(2)
  const [former, fresh] = mails.map(({ plain }) => /\/([\w-]{20,})\//.exec(plain)?.[1] ?? '')
  expect(fresh).not.toBe(former)
  const joining = { full_name: 'Sam Lee', password: 'maple otter', password_confirm: 'maple otter' }
  const joinBy = async (linkToken = '') =>
    (await send(harness, join, joining, { parts: { linkToken } })).status
  expect([await joinBy(former), await joinBy(fresh)]).toEqual([404, 200])
  expect(await harness.db.one(sql`select role from agents where id = ${id}`)).toEqual({ role: 'user' })
  const entries = await harness.db.many(sql`
    select actor, details from audit where account_id = ${accountId} and action = 'invitation-resent'`)
  expect(entries).toEqual([{ actor: `operator:${nextWeek.email}`, details: { agentId: id, reason } }])
  const owner = await signedInAs(harness, { email: ownerEmail })
  const log = (await owner.open(pages.activity)).html
  expect(log).toContain('Sent an invitation again')
  expect(log).not.toContain(reason)
  const again = await nextWeek.send(calls.resendInvitation, { agent_id: id, ...form() }, at)
  expect([again.status, again.body]).toEqual([400, { errors: 'This person has already joined the account.' }])
})

test("an ended account's invitation is not resent, and one person gets five an hour", async () => {
  const { accountId, helper, at, pin } = await newCaller(harness, desk, 2)
  const email = freshEmail()
  await helper.send(calls.inviteForOwner, { email, ...form() }, at)
  const { id } = await harness.db.one<{ id: number }>(sql`select id from agents where email = ${email}`)
  const resend = async () =>
    (await (await desk.as('helper')).send(calls.resendInvitation, { agent_id: id, ...form() }, at)).status
  for (const status of ['pending', 'expired', 'canceled', 'waiting for reactivation', 'free signup agent']) {
    await harness.db.run(sql`update accounts set status = ${status} where id = ${accountId}`)
    expect([status, await resend()]).toEqual([status, 400])
    expect(await previewOf(desk, pin, `action=invitation&person=${id}`)).toMatchObject({ kind: 'cannot' })
  }
  await harness.db.run(sql`update accounts set status = 'past_due' where id = ${accountId}`)
  harness.clock.advance(2 * HOUR)
  for (let sent = 0; sent < 5; sent += 1) expect(await resend()).toBe(200)
  expect(await resend()).toBe(429)
})

test('resending an invitation that cannot be resent counts as well', async () => {
  // The owner has joined already.
  const { helper, at, agentId } = await newCaller(harness, desk, 2)
  const statuses = []
  for (let sent = 0; sent < 6; sent += 1)
    statuses.push((await helper.send(calls.resendInvitation, { agent_id: agentId, ...form() }, at)).status)
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
})

test('a resend with a lost answer can be repeated without using up the limit', async () => {
  const { helper, at } = await newCaller(harness, desk, 2)
  const email = freshEmail()
  await helper.send(calls.inviteForOwner, { email, ...form() }, at)
  const { id } = await harness.db.one<{ id: number }>(sql`select id from agents where email = ${email}`)
  const sent = { agent_id: id, ...form() }
  const statuses = []
  for (let time = 0; time < 7; time += 1)
    statuses.push((await helper.send(calls.resendInvitation, sent, at)).status)
  expect(statuses).toEqual(statuses.map(() => 200))
  expect((await helper.send(calls.resendInvitation, { agent_id: id, ...form() }, at)).status).toBe(200)
})
