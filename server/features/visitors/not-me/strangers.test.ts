import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveOutgoingMail } from '#contract/features/outgoing-mail.ts'
import { changeRole, invitePerson, removePerson } from '#contract/features/people.ts'
import { join } from '#contract/features/people-links.ts'
import { confirmSmtpSettings } from '#contract/features/smtp-confirmation.ts'
import { removeStrangers } from '#server/accounts/remove-strangers.ts'
import { makeLink } from '#server/identity/links.ts'
import { sql } from '#server/platform/db/sql.ts'
import { transaction } from '#server/platform/transaction.ts'
import { DAY, HOUR } from '#server/ports/clock.ts'
import { addAccount, addAgent, addSeats } from '#server/test-kit/accounts.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import {
  chosen,
  joins,
  linkIn,
  pressNotMe,
  type ReportDone,
  resetPassword,
  tokenIn,
} from '#server/test-kit/not-me.ts'
import { addTestPartner, exchange, letIn, whoIs } from '#server/test-kit/partners.ts'
import { send } from '#server/test-kit/send.ts'
import { signedInAs } from '#server/test-kit/signed-in.ts'
import { subscribe } from '#server/test-kit/subscriptions.ts'

// A stranger signs in as the owner of an account with room for people.
let harness: Harness
beforeAll(async () => {
  harness = await openHarness({ works: true })
})
afterAll(() => harness.close())

async function newOwner(seats = 9) {
  const email = freshEmail()
  const ids = await addAccount(harness.db, { email })
  await addSeats(harness.db, ids.accountId, seats)
  return { email, ...ids }
}

const peopleOf = async (accountId: number) =>
  (
    await harness.db.many<{ email: string }>(
      sql`select email from agents where account_id = ${accountId} and removed_at is null order by id`,
    )
  ).map(({ email }) => email)
const mailTo = (email: string, purpose: string) =>
  harness.db.maybe<{ plain: string }>(sql`
    select regexp_replace(plain, '\\s+', ' ', 'g') as plain from mails
    where recipient = ${email} and purpose = ${purpose} order by id desc limit 1`)

test('people invited by a stranger, and by those, are removed and told', async () => {
  const { email, accountId } = await newOwner()
  const stranger = await signedInAs(harness, { email })
  const [accomplice, theirs, open] = [freshEmail(), freshEmail(), freshEmail()]
  await joins(harness, stranger, { email: accomplice, role: 'admin' })
  await stranger.send(invitePerson, { email: open, role: 'user' })
  const invitation = tokenIn(await linkIn(harness, open, 'invitation', '/invitation/'))
  const other = await signedInAs(harness, { email: accomplice })
  await joins(harness, other, { email: theirs })
  const last = await signedInAs(harness, { email: theirs })

  const { takenBack } = (await pressNotMe(harness, email, 'new-device')) as ReportDone
  expect(await peopleOf(accountId)).toEqual([email])
  expect(takenBack.removed.toSorted()).toEqual(
    [`Ada Okafor (${accomplice})`, `Ada Okafor (${theirs})`, open].toSorted(),
  )
  for (const person of [other, last]) expect((await person.open('/account/')).status).toBe(302)
  const joining = { full_name: 'Ada Okafor', ...chosen('password1') }
  expect((await send(harness, join, joining, { parts: { linkToken: invitation } })).status).toBe(404)
  for (const removed of [accomplice, theirs])
    expect((await mailTo(removed, 'person-removed'))?.plain).toContain(
      `Dana Whitfield (${email}) reported that somebody else used their access`,
    )
  expect(await mailTo(open, 'person-removed')).toBeUndefined()
  const told = (await mailTo(email, 'not-me'))?.plain
  for (const removed of [accomplice, theirs, open]) expect(told).toContain(removed)
  expect(await resetPassword(harness, email, 'maple otter')).toBe(200)
  const owner = await signedInAs(harness, { email, password: 'maple otter' })
  const { html } = await owner.open('/account/activity/')
  expect(html).toContain('Removed a person')
  expect(html).toContain('Withdrew an invitation')
})

test('people invited from an older session stay, and are listed with those whom they invited', async () => {
  const { email, accountId } = await newOwner()
  const owner = await signedInAs(harness, { email })
  for (let day = 0; day < 2; day += 1) {
    harness.clock.advance(40 * HOUR)
    await owner.open('/account/')
  }
  await signedInAs(harness, { email })
  await harness.db.run(sql`update sessions set shown_at = ${harness.clock.now()}`)
  const [joined, open] = [freshEmail(), freshEmail()]
  await joins(harness, owner, { email: joined, role: 'admin' })
  await owner.send(invitePerson, { email: open, role: 'user' })
  const theirs = freshEmail()
  await (await signedInAs(harness, { email: joined })).send(invitePerson, { email: theirs, role: 'user' })
  const { takenBack } = (await pressNotMe(harness, email, 'new-device')) as ReportDone
  expect(takenBack).toMatchObject({ removed: [], stillInvited: [theirs, open, `Ada Okafor (${joined})`] })
  expect(await peopleOf(accountId)).toEqual([email, joined, open, theirs])
  const told = (await mailTo(email, 'not-me'))?.plain
  expect(told).toContain(
    `Invited in your name before that, and not removed: ${theirs}, ${open} and Ada Okafor (${joined}). Remove anyone you do not know.`,
  )
})

test('other changes by the stranger and their people are listed, with where to revert them', async () => {
  const { email, accountId } = await newOwner()
  const colleague = freshEmail()
  const id = await addAgent(harness.db, accountId, { email: colleague, role: 'user', name: ['Sam', 'Lee'] })
  const stranger = await signedInAs(harness, { email })
  const accomplice = freshEmail()
  await joins(harness, stranger, { email: accomplice, role: 'admin' })
  expect((await stranger.send(changeRole, { agent_id: id, role: 'admin' })).status).toBe(200)
  const { takenBack } = (await pressNotMe(harness, email, 'new-device')) as ReportDone
  expect(takenBack.changes).toEqual([
    { wayBack: 'people', texts: [`Changed the role of a person: Sam Lee (${colleague}): Admin`] },
  ])
  const told = (await mailTo(email, 'not-me'))?.plain
  expect(told).toContain(`Changed the role of a person: Sam Lee (${colleague}): Admin.`)
  expect(told).toContain('/account/people/')
})

test("a removed person's dialers are free, their connections end, and their changes are listed", async () => {
  const partner = await addTestPartner(harness)
  const { email } = await subscribe(harness, { plan: { triple: 1, lead: 2 } })
  const stranger = await signedInAs(harness, { email })
  const accomplice = freshEmail()
  await joins(harness, stranger, { email: accomplice, role: 'admin' })
  const { id } = await harness.db.one<{ id: number }>(sql`select id from agents where email = ${accomplice}`)
  const other = await signedInAs(harness, { email: accomplice })
  const dialers = () => harness.db.many(sql`select 1 from dialer_assignments where agent_id = ${id}`)
  expect(await dialers()).toHaveLength(1)
  const app = await exchange(harness, partner, await letIn(harness, partner, { email: accomplice }))
  const server = { host: 'mail.example.com', port: '587', security: 'starttls', username: '' }
  const saved = await other.send(saveOutgoingMail, { ...server, from_address: accomplice })
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
  const { takenBack } = (await pressNotMe(harness, email, 'new-device')) as ReportDone
  expect((await whoIs(harness, app.body.access_token)).status).toBe(401)
  expect(await dialers()).toEqual([])
  expect(takenBack.changes.map(({ wayBack }) => wayBack).toSorted()).toEqual(['apps', 'mail'])
  await resetPassword(harness, email, 'maple otter')
  const owner = await signedInAs(harness, { email, password: 'maple otter' })
  // Of two seats, one is free again.
  await joins(harness, owner, { email: freshEmail() })
})

test('changes of somebody whom the stranger invited, and removed again, are listed', async () => {
  const { email } = await newOwner()
  const stranger = await signedInAs(harness, { email })
  const accomplice = freshEmail()
  await joins(harness, stranger, { email: accomplice, role: 'admin' })
  const other = await signedInAs(harness, { email: accomplice })
  const server = { host: 'mail.example.com', port: '587', security: 'starttls', username: '' }
  const saved = await other.send(saveOutgoingMail, { ...server, from_address: accomplice })
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
  const { id } = await harness.db.one<{ id: number }>(sql`select id from agents where email = ${accomplice}`)
  expect((await stranger.send(removePerson, { agent_id: id })).status).toBe(200)
  const { takenBack } = (await pressNotMe(harness, email, 'new-device')) as ReportDone
  expect(takenBack.changes).toEqual([
    { wayBack: 'people', texts: [`Removed a person: Ada Okafor (${accomplice})`] },
    { wayBack: 'mail', texts: ['Saved the mail server'] },
  ])
})

test('a mail server that a stranger has entered cannot be verified after the report', async () => {
  const { email, accountId, agentId } = await newOwner()
  const stranger = await signedInAs(harness, { email })
  const server = { host: 'mail.example.com', port: '587', security: 'starttls', username: '' }
  expect((await stranger.send(saveOutgoingMail, { ...server, from_address: email })).status).toBe(200)
  const { checkKey } = await harness.db.one<{ checkKey: string }>(
    sql`select check_key as "checkKey" from smtp_settings where account_id = ${accountId}`,
  )
  const purpose = 'smtp-confirmation'
  const link = { purpose, agentId, accountId, subject: { checkKey }, lastsMs: DAY } as const
  const linkToken = await makeLink(harness.db, link, harness.clock.now())
  await pressNotMe(harness, email, 'new-device')
  expect((await send(harness, confirmSmtpSettings, {}, { parts: { linkToken } })).status).toBe(404)
})

test('people invited by the owner after the report stay, even if the job comes later', async () => {
  const { email, accountId, agentId } = await newOwner()
  await signedInAs(harness, { email })
  const since = harness.clock.now()
  harness.clock.advance(HOUR)
  const until = harness.clock.now()
  await pressNotMe(harness, email, 'new-device')
  await resetPassword(harness, email, 'maple otter')
  const owner = await signedInAs(harness, { email, password: 'maple otter' })
  const colleague = freshEmail()
  await joins(harness, owner, { email: colleague })
  await transaction(harness, (tx) => removeStrangers(tx, { accountId, agentId, since, until }, undefined))
  expect(await peopleOf(accountId)).toEqual([email, colleague])
})

test('two hundred are removed at once, the others by a job', async () => {
  const { email, accountId, agentId } = await newOwner()
  await signedInAs(harness, { email })
  const now = harness.clock.now()
  await harness.db.run(sql`
    insert into agents (account_id, email, first_name, last_name, role, invited_by, invited_session_began, invited_at, created_at)
    select ${accountId}, 'many' || n || '-' || ${email}, '', '', 'user', ${agentId}, ${now}, ${now}, ${now}
    from generate_series(1, 405) n`)
  const { takenBack } = (await pressNotMe(harness, email, 'new-device')) as ReportDone
  expect([takenBack.removed.length, takenBack.removesMore]).toEqual([200, true])
  await expect.poll(() => peopleOf(accountId), { timeout: 20_000 }).toEqual([email])
})
