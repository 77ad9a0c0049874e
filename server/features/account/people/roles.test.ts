// On PostgreSQL: two of its requests race.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Role } from '#contract/accounts/roles.ts'
import { payOpen } from '#contract/features/billing.ts'
import { saveBillingDetails } from '#contract/features/details.ts'
import {
  changeRole,
  handOver,
  invitePerson,
  removePerson,
  withdrawInvitation,
} from '#contract/features/people.ts'
import { changePlan } from '#contract/features/plan.ts'
import { signIn } from '#contract/features/sign-in.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addAccount, addAgent, addSeats } from '#server/test-kit/accounts.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { mailsTo } from '#server/test-kit/mails.ts'
import { send } from '#server/test-kit/send.ts'
import { signedInAs, valuesIn } from '#server/test-kit/signed-in.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const OWNER_ONLY = 'Only the owner of the account can do this.'

async function team(seats = 8) {
  const email = freshEmail()
  const { accountId, agentId: ownerId } = await addAccount(harness.db, { email })
  await addSeats(harness.db, accountId, seats)
  return { owner: await signedInAs(harness, { email }), ownerId, ownerEmail: email, accountId }
}

async function add(accountId: number, role: Role, name: [string, string] = ['Sam', 'Lee']) {
  const email = freshEmail()
  const id = await addAgent(harness.db, accountId, { email, role, name })
  return { id, email, person: await signedInAs(harness, { email }) }
}

async function roleOf(id: number): Promise<string> {
  const { role } = await harness.db.one<{ role: string }>(sql`select role from agents where id = ${id}`)
  return role
}

test('a new role applies from the next request, is mailed, and logged', async () => {
  const { owner, accountId, ownerId } = await team()
  const sam = await add(accountId, 'user')
  expect((await sam.person.open('/account/plan/')).location).toBe('/account/')
  const answer = await owner.send(changeRole, { agent_id: sam.id, role: 'admin' })
  expect(answer).toMatchObject({ status: 200, body: { data: { people: [{}, { role: 'admin' }] } } })
  expect((await sam.person.open('/account/plan/')).status).toBe(200)
  expect(await mailsTo(harness, sam.email, 'role-changed')).toMatchObject([
    { subject: 'You are now an admin of North Shore Realty' },
  ])
  await owner.send(changeRole, { agent_id: sam.id, role: 'billing' })
  expect((await sam.person.open('/account/plan/')).location).toBe('/account/')
  expect((await sam.person.open('/account/billing/')).status).toBe(200)
  const noted = await harness.db.many(sql`
    select actor, details from audit where account_id = ${accountId} and action = 'role-changed' order by id`)
  expect(noted).toMatchObject([
    { actor: `agent:${ownerId}`, details: { agentId: sam.id, formerRole: 'user', role: 'admin' } },
    { details: { formerRole: 'admin', role: 'billing' } },
  ])
  for (const reader of [owner, sam.person])
    expect((await reader.open('/account/activity/')).html).toContain('Changed the role of a person')
  expect((await owner.open('/account/activity/')).html).toMatch(/Sam Lee \(.+@.+\): Billing manager/)
})

test('setting the same role changes nothing and sends no mail', async () => {
  const { owner, accountId } = await team()
  const sam = await add(accountId, 'user')
  expect((await owner.send(changeRole, { agent_id: sam.id, role: 'user' })).status).toBe(200)
  expect(await mailsTo(harness, sam.email, 'role-changed')).toEqual([])
})

test('an admin invites and removes users, but not the owner, admins or roles', async () => {
  const { accountId, ownerId } = await team()
  const admin = await add(accountId, 'admin')
  const [peer, payer, user] = [
    await add(accountId, 'admin'),
    await add(accountId, 'billing'),
    await add(accountId, 'user'),
  ]
  const { person } = admin
  expect((await person.send(invitePerson, { email: freshEmail() })).status).toBe(200)
  expect((await person.send(removePerson, { agent_id: user.id })).status).toBe(200)
  const refused = [
    await person.send(invitePerson, { email: freshEmail(), role: 'admin' }),
    await person.send(invitePerson, { email: freshEmail(), role: 'billing' }),
    await person.send(removePerson, { agent_id: peer.id }),
    await person.send(removePerson, { agent_id: payer.id }),
    await person.send(changeRole, { agent_id: admin.id, role: 'admin' }),
    await person.send(changeRole, { agent_id: ownerId, role: 'user' }),
    await person.send(handOver, { agent_id: admin.id, password: 'password1' }),
  ]
  for (const { status, body } of refused) expect([status, body]).toEqual([403, { errors: OWNER_ONLY }])
  expect(await person.send(removePerson, { agent_id: ownerId })).toMatchObject({ status: 404 })
  expect([await roleOf(ownerId), await roleOf(admin.id), await roleOf(peer.id)]).toEqual([
    'owner',
    'admin',
    'admin',
  ])
})

test('no role change makes an owner, and the owner keeps theirs until a hand-over', async () => {
  const { owner, accountId, ownerId } = await team()
  const sam = await add(accountId, 'user')
  const made = await owner.send(changeRole, { agent_id: sam.id, role: 'owner' })
  expect([made.status, made.body]).toEqual([400, { errors: { role: ['Choose one of the listed options'] } }])
  expect(await owner.send(changeRole, { agent_id: ownerId, role: 'user' })).toMatchObject({
    status: 400,
    body: { errors: 'The owner of the account keeps this role until the account is handed over.' },
  })
  expect((await owner.send(handOver, { agent_id: sam.id, password: 'password1' })).status).toBe(200)
  expect([await roleOf(ownerId), await roleOf(sam.id)]).toEqual(['user', 'owner'])
})

test('an invitation has its role and inviter, and only someone who could give it withdraws it', async () => {
  const { owner, ownerEmail, accountId } = await team()
  const admin = await add(accountId, 'admin', ['Ada', 'Stone'])
  const [asBilling, asUser] = [freshEmail(), freshEmail()]
  const answer = await owner.send(invitePerson, { email: asBilling, role: 'billing' })
  const { people } = (answer.body as { data: { people: { id: number; email: string; role: string }[] } }).data
  const invited = people.find(({ email }) => email === asBilling)
  expect(invited?.role).toBe('billing')
  expect(await admin.person.send(withdrawInvitation, { agent_id: invited?.id ?? 0 })).toMatchObject({
    status: 403,
  })
  await admin.person.send(invitePerson, { email: asUser })
  expect(await mailsTo(harness, asUser, 'invitation')).toMatchObject([
    { subject: expect.stringMatching(/^Ada Stone \(.+@.+\) invited you to join North Shore Realty$/) },
  ])
  expect(await mailsTo(harness, asBilling, 'invitation')).toMatchObject([
    {
      subject: `Dana Whitfield (${ownerEmail}) invited you to join North Shore Realty`,
      plain: expect.stringContaining(' as a billing manager on the product.'),
    },
  ])
  expect(await mailsTo(harness, ownerEmail, 'role-changed')).toEqual([])
})

test('removing a role while its holder acts: only the first of the two succeeds', async () => {
  const { owner, accountId } = await team()
  const [one, other] = [await add(accountId, 'admin'), await add(accountId, 'user')]
  const [demoted, removed] = await Promise.all([
    owner.send(changeRole, { agent_id: one.id, role: 'user' }),
    one.person.send(removePerson, { agent_id: other.id }),
  ])
  expect(demoted.status).toBe(200)
  expect([200, 403]).toContain(removed.status)
  const left = await harness.db.maybe(sql`select 1 from agents where id = ${other.id} and removed_at is null`)
  expect(left === undefined).toBe(removed.status === 200)
  expect((await one.person.send(removePerson, { agent_id: other.id })).status).toBe(403)
})

test('handing over while roles change leaves exactly one owner', async () => {
  const { owner, accountId } = await team()
  const [one, other] = [await add(accountId, 'admin'), await add(accountId, 'user')]
  const outcomes = await Promise.all([
    owner.send(handOver, { agent_id: one.id, password: 'password1' }),
    owner.send(changeRole, { agent_id: one.id, role: 'billing' }),
    owner.send(handOver, { agent_id: other.id, password: 'password1' }),
    owner.send(removePerson, { agent_id: other.id }),
  ])
  for (const { status } of outcomes) expect([200, 400, 403, 404]).toContain(status)
  const owners = await harness.db.many(sql`
    select id from agents where account_id = ${accountId} and role = 'owner' and removed_at is null`)
  expect(owners).toHaveLength(1)
})

test.each([
  ['past_due', 'billing', '/account/billing/'],
  ['24h_past_due', 'billing', '/account/billing/'],
  ['past_due', 'admin', '/login/?status=subscription_canceled'],
  ['canceled', 'billing', '/login/?status=subscription_canceled'],
  ['canceled', 'admin', '/login/?status=subscription_canceled'],
  ['active', 'billing', '/account/'],
  ['active', 'admin', '/account/'],
] as const)('while the account is %s, its %s is redirected to %s', async (status, role, redirect) => {
  const email = freshEmail()
  const { accountId } = await addAccount(harness.db, { email: freshEmail(), status })
  await addAgent(harness.db, accountId, { email, role })
  const { body } = await send(harness, signIn, { email, password: 'password1' })
  expect(body).toEqual({ data: { redirect_url: redirect } })
})

test('an admin changes the plan, but neither sees nor pays bills', async () => {
  const { accountId } = await team()
  const { person } = await add(accountId, 'admin')
  expect((await person.open('/account/plan/')).html).not.toContain('>Billing</a>')
  expect((await person.open('/account/billing/')).location).toBe('/account/')
  expect((await person.send(payOpen, { open_cents: 0 })).status).toBe(403)
})

test('a billing manager sees only the money of the account', async () => {
  const { accountId } = await team()
  const { person } = await add(accountId, 'billing')
  const menu = (await person.open('/account/')).html
  for (const label of ['Overview', 'Billing', 'Details', 'Security', 'Activity'])
    expect(menu).toContain(`>${label}<`)
  for (const label of ['People', 'Outgoing mail', 'Plan']) expect(menu).not.toContain(`>${label}</a>`)
  const details = valuesIn((await person.open('/account/details/')).html)
  expect(details).toMatchObject({ accountDetails: null, billingDetails: { same_address: true } })
  expect(await person.send(saveBillingDetails, { same_address: true, tax_number: '12-3' })).toMatchObject({
    status: 200,
  })
  expect(await person.send(changePlan, {})).toMatchObject({
    status: 403,
    body: { errors: 'Only the owner or an admin of the account can do this.' },
  })
  expect(await person.send(invitePerson, { email: freshEmail() })).toMatchObject({ status: 403 })
})
