// On PostgreSQL: two of its requests race.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkResetLink } from '#contract/features/password-reset.ts'
import { handOver, invitePerson, removePerson, resendInvitation } from '#contract/features/people.ts'
import { signIn } from '#contract/features/sign-in.ts'
import { makeLink } from '#server/identity/links.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY } from '#server/ports/clock.ts'
import { addAccount, addAgent, addSeats } from '#server/test-kit/accounts.ts'
import { freshEmail, freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { mailsTo } from '#server/test-kit/mails.ts'
import { send } from '#server/test-kit/send.ts'
import { signedInAs, valuesIn } from '#server/test-kit/signed-in.ts'

let harness: Harness

beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

/** An owner and one user, in an account with the given number of seats. */
async function team(seats = 3) {
  const [ownerEmail, userEmail] = [freshEmail(), freshEmail()]
  const { accountId, agentId: ownerId, pin } = await addAccount(harness.db, { email: ownerEmail })
  await addSeats(harness.db, accountId, seats)
  const userId = await addAgent(harness.db, accountId, {
    email: userEmail,
    role: 'user',
    name: ['Priya', 'Raman'],
  })
  const owner = await signedInAs(harness, { email: ownerEmail })
  return { owner, ownerEmail, ownerId, userEmail, userId, accountId, pin }
}

test('lists everyone in the account, the owner first, and how many seats are taken', async () => {
  const { owner, userEmail } = await team()
  await owner.send(invitePerson, { email: 'new@example.com' })
  const { status, html } = await owner.open('/account/people/')
  expect(status).toBe(200)
  expect(valuesIn(html)).toMatchObject({
    seats: 3,
    people: [
      { name: 'Dana Whitfield', role: 'owner', is_you: true, status_id: 'active', has_joined: true },
      { name: 'Priya Raman', email: userEmail, role: 'user', is_you: false, has_joined: true },
      { name: '', email: 'new@example.com', status: 'Invited', status_id: 'free signup agent' },
    ],
  })
})

test('a user may look, but only the owner and admins change people', async () => {
  const { userEmail, ownerId, userId } = await team()
  const user = await signedInAs(harness, { email: userEmail })
  expect((await user.open('/account/people/')).status).toBe(200)
  const tries = [
    await user.send(invitePerson, { email: freshEmail() }),
    await user.send(removePerson, { agent_id: ownerId }),
  ]
  for (const answer of tries)
    expect([answer.status, answer.body]).toEqual([
      403,
      { errors: 'Only the owner or an admin of the account can do this.' },
    ])
  const answer = await user.send(handOver, { agent_id: userId, password: 'password1' })
  expect([answer.status, answer.body]).toEqual([
    403,
    { errors: 'Only the owner of the account can do this.' },
  ])
})

test('a removed person is signed out at once, cannot return, and is told', async () => {
  const { owner, userEmail, userId } = await team()
  const user = await signedInAs(harness, { email: userEmail })
  const answer = await owner.send(removePerson, { agent_id: userId })
  expect(answer).toMatchObject({ status: 200, body: { data: { people: [{ role: 'owner' }], seats: 3 } } })
  expect(await user.open('/account/people/')).toMatchObject({
    status: 302,
    location: '/login/?status=session_ended&next=%2Faccount%2Fpeople%2F',
  })
  const again = await send(harness, signIn, { email: userEmail, password: 'password1' })
  expect(again.status).toBe(401)
  expect(await mailsTo(harness, userEmail, 'person-removed')).toMatchObject([
    { subject: 'You no longer have access to North Shore Realty' },
  ])
  expect(
    await harness.db.maybe(sql`select 1 from sessions where agent_id = ${userId} and ended_at is null`),
  ).toBeUndefined()
  expect(await owner.send(removePerson, { agent_id: userId })).toMatchObject({
    status: 404,
    body: { errors: 'This person is no longer in your account. Please reload the page.' },
  })
})

test("a mailed link of a removed person stops working; the owner's still does", async () => {
  const { owner, ownerId, userId } = await team()
  const now = harness.clock.now()
  const [theirs, own] = await Promise.all(
    [userId, ownerId].map((agentId) =>
      makeLink(harness.db, { purpose: 'password-reset', agentId, lastsMs: DAY }, now),
    ),
  )
  expect(await owner.send(removePerson, { agent_id: userId })).toMatchObject({ status: 200 })
  const opened = async (linkToken = '') =>
    (await send(harness, checkResetLink, {}, { parts: { linkToken } })).status
  expect([await opened(theirs), await opened(own)]).toEqual([404, 200])
})

test('partners connected by a removed person lose access', async () => {
  const { owner, userId } = await team()
  await harness.db.run(sql`
    insert into clients (id, name, is_confidential, redirect_uris, scopes, default_scope, created_at)
    values ('partner', 'Partner', true, '{}', '{}', 'profile', now())`)
  await harness.db.run(
    sql`insert into grants (client_id, agent_id, scope, created_at) values ('partner', ${userId}, 'profile', now())`,
  )
  await owner.send(removePerson, { agent_id: userId })
  const open = await harness.db.many(
    sql`select 1 from grants where agent_id = ${userId} and revoked_at is null`,
  )
  expect(open).toEqual([])
})

test('an owner cannot be removed', async () => {
  const { owner, ownerId } = await team()
  expect(await owner.send(removePerson, { agent_id: ownerId })).toMatchObject({ status: 404 })
})

test('handing over asks for the password, swaps the roles and mails both', async () => {
  const { owner, ownerEmail, userEmail, userId, ownerId } = await team()
  expect(await owner.send(handOver, { agent_id: userId, password: 'not mine' })).toMatchObject({
    status: 400,
    body: { errors: { password: ['Your password is incorrect.'] } },
  })
  const answer = await owner.send(handOver, { agent_id: userId, password: 'password1' })
  expect(answer).toMatchObject({
    status: 200,
    body: {
      data: {
        people: [
          { id: userId, role: 'owner', is_you: false },
          { id: ownerId, role: 'user', is_you: true },
        ],
      },
    },
  })
  expect(await mailsTo(harness, ownerEmail, 'handed-over')).toMatchObject([
    { subject: `Priya Raman (${userEmail}) is now the owner of North Shore Realty` },
  ])
  expect(await mailsTo(harness, userEmail, 'handed-over')).toMatchObject([
    { subject: 'You are now the owner of North Shore Realty' },
  ])
  // The former owner is still signed in, as a user.
  expect((await owner.open('/account/people/')).status).toBe(200)
  expect(await owner.send(invitePerson, { email: freshEmail() })).toMatchObject({ status: 403 })
  const next = await signedInAs(harness, { email: userEmail })
  expect(await next.send(invitePerson, { email: freshEmail() })).toMatchObject({ status: 200 })
})

test('an invited person cannot become the owner, and nobody becomes it twice', async () => {
  const { owner, ownerId, userId, accountId } = await team()
  const invitedId = await addAgent(harness.db, accountId, {
    email: freshEmail(),
    role: 'user',
    isInvited: true,
  })
  const give = (agent_id: number) => owner.send(handOver, { agent_id, password: 'password1' })
  expect(await give(invitedId)).toMatchObject({
    status: 400,
    body: { errors: 'Only someone who has joined the account can become its owner.' },
  })
  expect(await give(ownerId)).toMatchObject({ status: 404 })
  const both = await Promise.all([give(userId), give(userId)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 403])
  const owners = await harness.db.many(
    sql`select id from agents where account_id = ${accountId} and role = 'owner' and removed_at is null`,
  )
  expect(owners).toEqual([{ id: userId }])
})

test('guessing the password in an open session is slowed down', async () => {
  const { owner, userId } = await team()
  const guess = () => owner.send(handOver, { agent_id: userId, password: 'a guess' })
  for (let times = 0; times < 8; times += 1) expect((await guess()).status).toBe(400)
  expect((await guess()).status).toBe(429)
})

test('every change of people is audited with who did it', async () => {
  const { owner, ownerId, userId, accountId } = await team()
  await owner.send(invitePerson, { email: freshEmail() })
  await owner.send(removePerson, { agent_id: userId })
  const noted = await harness.db.many(
    sql`select actor, action from audit where account_id = ${accountId} order by id`,
  )
  expect(noted).toEqual([
    { actor: `agent:${ownerId}`, action: 'person-invited' },
    { actor: `agent:${ownerId}`, action: 'person-removed' },
  ])
})

test('a past-due account can open billing, but not people', async () => {
  const email = freshEmail()
  await addAccount(harness.db, { email, status: 'past_due' })
  const owner = await signedInAs(harness, { email })
  expect(await owner.open('/account/people/')).toMatchObject({
    status: 302,
    location: '/account/billing/',
  })
  expect(await owner.send(invitePerson, { email: freshEmail() })).toMatchObject({ status: 403 })
})

test('visitors without a session see and change nothing', async () => {
  const { userId } = await team()
  const answer = await send(harness, resendInvitation, { agent_id: userId }, { address: freshIp() })
  expect([answer.status, answer.body]).toEqual([
    401,
    { errors: 'You have been signed out. Please sign in again.', step_up: [] },
  ])
})
