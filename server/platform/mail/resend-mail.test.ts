import { afterAll, beforeAll, expect, test } from 'vitest'
import { tidy } from '#server/features/background/tidying/tidy.ts'
import { sql } from '#server/platform/db/sql.ts'
import { txOf } from '#server/platform/transaction.ts'
import { DAY } from '#server/ports/clock.ts'
import { addAccount, addAgent } from '#server/test-kit/accounts.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { addSentMail } from '#server/test-kit/returned-mails.ts'
import { noteBounce } from './note-bounce.ts'
import { queueMail } from './queue-mail.ts'
import { noteWorksAgain, resendMail } from './resend-mail.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const by = { actor: 'operator:tests', reason: 'The mailbox is back' }
const resend = (id: string, to?: string) =>
  harness.db.transaction((tx) => resendMail(tx, harness, { id, to }, by, harness.clock.now()))
const refusing = (text: string) => ({ errors: expect.stringContaining(text) })
/** How many flags were cleared. */
const unbounce = (email: string) =>
  harness.db.transaction((tx) => noteWorksAgain(tx, email, by, harness.clock.now()))
const lastAction = async () =>
  (
    await harness.db.one<{ action: string }>(sql`
    select action from audit where actor = ${by.actor} order by id desc limit 1`)
  ).action

const LINK = `https://example.com/pay/${'s'.repeat(43)}/`

/** A person, and a mail to them that was delivered. */
async function mailed(purpose: 'card-expires' | 'password-reset' | 'renewal-receipt' = 'card-expires') {
  const email = freshEmail()
  const { accountId, agentId } = await addAccount(harness.db, { email })
  const { jobs, config, clock } = harness
  await queueMail(
    txOf(harness.db, { jobs, config, now: clock.now() }),
    { accountId, email, firstName: 'Dana' },
    {
      purpose,
      subject: 'Your card expires',
      paragraphs: ['Your card expires soon.'],
      buttons: [
        { label: 'Pay now', url: LINK },
        { label: 'See your card', url: 'https://example.com/account/billing/' },
      ],
      closing: ['Questions? Call us.'],
    },
  )
  const { id } = await harness.db.one<{ id: number }>(sql`
    update mails set state = 'sent', settled_at = ${clock.now()}, plain = null, html = null
    where recipient = ${email} returning id`)
  return { email, accountId, agentId, id: String(id) }
}
const newestTo = (email: string) =>
  harness.db.one<{ id: number; state: string; plain: string; html: string; subject: string }>(sql`
    select id, state, plain, html, subject from mails where recipient = ${email} order by id desc limit 1`)
const bounce = (id: string) =>
  noteBounce(harness.db, Number(id), { kind: 'hard', reason: '550 5.1.1 unknown user' }, harness.clock.now())

const markOf = async (agentId: number) =>
  (
    await harness.db.one<{ bounce: string | null }>(sql`
      select case when mail_bounced_at is not null then mail_bounce end as bounce from agents where id = ${agentId}`)
  ).bounce

test('a delivered mail is rendered again and resent, without its one-time link', async () => {
  const { email, id } = await mailed()
  expect(await resend(id)).toEqual({ recipient: email })
  expect(await lastAction()).toBe('mail-resent')
  const mail = await newestTo(email)
  expect(mail).toMatchObject({ state: 'waiting', subject: 'Your card expires' })
  expect(mail.id).not.toBe(Number(id))
  expect(mail.plain).toContain('You get this email again. We first sent it on Nov 15, 2026')
  expect(mail.plain).toContain('Your card expires soon.')
  expect(mail.plain).toContain('https://example.com/account/billing/')
  expect(mail.plain).toContain('worked only once, so it is not in this one')
  expect(`${mail.plain}${mail.html}`).not.toContain(LINK)
  const kept = await harness.db.many(
    sql`select 1 from mails where content::text like ${`%${'s'.repeat(43)}%`}`,
  )
  expect(kept).toEqual([])
})

test('a mail that was only a link is not resent, nor one whose text was deleted after 90 days', async () => {
  const link = await mailed('password-reset')
  expect(await resend(link.id)).toMatchObject(refusing('nothing but a link that works once'))
  const old = await mailed()
  const begun = harness.clock.now()
  harness.clock.advance(91 * DAY)
  await tidy(harness)
  expect(await resend(old.id)).toMatchObject(refusing('Its text was deleted'))
  harness.clock.set(begun.toISOString())
})

test('a mail to a bounced email goes to another person of the account instead, never a stranger', async () => {
  const { email, accountId, id } = await mailed()
  await bounce(id)
  expect(await resend(id)).toMatchObject(refusing(`Emails to ${email} bounce`))
  const other = freshEmail()
  await addAgent(harness.db, accountId, { email: other, role: 'user' })
  expect(await resend(id, 'stranger@example.com')).toMatchObject(refusing('is neither'))
  await resend(id, other.toUpperCase())
  expect((await newestTo(other)).plain).toContain('Your card expires soon.')
})

test('legally required mails are resent despite a bounce', async () => {
  const { email, id } = await mailed('renewal-receipt')
  await bounce(id)
  await resend(id)
  expect(await newestTo(email)).toMatchObject({ state: 'waiting' })
})

test('a mail that bounced while being sent is resent as a new one, which can bounce again', async () => {
  const { email, agentId, id } = await mailed()
  await harness.db.run(sql`
    update mails set state = 'failed', plain = 'Your card expires soon.', html = '<p>Hello</p>' where id = ${id}`)
  await bounce(id)
  expect(await unbounce(email)).toBe(1)
  harness.clock.advance(1000)
  await resend(id)
  const again = await newestTo(email)
  expect(again.id).not.toBe(Number(id))
  expect(again).toMatchObject({ state: 'waiting', plain: expect.stringContaining('Your card expires soon.') })
  await bounce(String(again.id))
  expect(await markOf(agentId)).toBe('hard')
  const first = await harness.db.one(sql`select state, bounce from mails where id = ${id}`)
  expect(first).toEqual({ state: 'failed', bounce: 'hard' })
})

test('a bounced mail that cannot be rendered again is resent unchanged, and can bounce again', async () => {
  const { email, agentId, id } = await mailed('password-reset')
  await harness.db.run(sql`
    update mails set state = 'failed', plain = ${LINK}, html = '<p>Hello</p>' where id = ${id}`)
  await bounce(id)
  expect(await unbounce(email)).toBe(1)
  harness.clock.advance(1000)
  await resend(id)
  expect(await newestTo(email)).toMatchObject({ id: Number(id), state: 'waiting', plain: LINK })
  expect(await markOf(agentId)).toBeNull()
  await bounce(id)
  expect(await markOf(agentId)).toBe('hard')
})

test("clearing an email's flag is final: a late notice about the same mail does not restore it", async () => {
  const { email, agentId, id } = await mailed()
  await bounce(id)
  expect(await unbounce(email.toUpperCase())).toBe(1)
  expect(await lastAction()).toBe('bounce-cleared')
  expect(await markOf(agentId)).toBeNull()
  expect(await unbounce(email)).toBe(0)
  await bounce(id)
  expect(await unbounce(email)).toBe(0)
})

test('an email without a flag is left alone, so that a later notice still flags it', async () => {
  const { email, agentId, id } = await mailed()
  expect(await unbounce(email)).toBe(0)
  expect(await harness.db.one(sql`select mail_works_at as at from agents where id = ${agentId}`)).toEqual({
    at: null,
  })
  await bounce(id)
  expect(await markOf(agentId)).toBe('hard')
})

test('the flag of a billing contact is cleared as well', async () => {
  const { accountId } = await mailed()
  const contact = freshEmail()
  await harness.db.run(sql`update accounts set billing_contact = ${contact} where id = ${accountId}`)
  await bounce(String((await addSentMail(harness, contact, accountId)).id))
  const marked = () =>
    harness.db.one(sql`
      select billing_contact_bounced_at is not null as is from accounts where id = ${accountId}`)
  expect(await marked()).toEqual({ is: true })
  expect(await unbounce(contact)).toBe(1)
  expect(await marked()).toEqual({ is: false })
})

test('a failed mail is resent once; one still in delivery, or unknown, is not', async () => {
  const { id } = await mailed()
  await harness.db.run(sql`
    update mails set state = 'failed', last_error = '550 no such user', plain = 'Text', html = 'Text' where id = ${id}`)
  const jobs = () =>
    harness.db.many(sql`select 1 from pgboss.job where name = 'deliver-mail' and data->>'mailId' = ${id}`)
  const before = (await jobs()).length
  expect(await resend(id)).toMatchObject({ recipient: expect.any(String) })
  expect(await jobs()).toHaveLength(before + 1)
  expect(await resend(id)).toMatchObject(refusing('already waiting to be sent'))
  for (const none of ['999999', 'x', '1; drop table mails'])
    expect(await resend(none)).toMatchObject({ errors: `There is no email ${none}.` })
})
