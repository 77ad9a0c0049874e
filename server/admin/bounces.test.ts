import { afterAll, beforeAll, expect, test } from 'vitest'
import { tidy } from '#server/features/background/tidying/tidy.ts'
import { sql } from '#server/platform/db/sql.ts'
import { noteBounce } from '#server/platform/mail/note-bounce.ts'
import { queueMailTo } from '#server/platform/mail/queue-mail.ts'
import { DAY } from '#server/ports/clock.ts'
import { addAccount, addAgent } from '../test-kit/accounts.ts'
import { freshEmail } from '../test-kit/fresh.ts'
import { type Harness, openHarness } from '../test-kit/harness.ts'
import { operatorOf } from '../test-kit/operator.ts'
import { addSentMail, dsn } from '../test-kit/returned-mails.ts'
import { runCommand } from './run-command.ts'

let harness: Harness
let operator: ReturnType<typeof operatorOf>
beforeAll(async () => {
  harness = await openHarness()
  operator = operatorOf(harness)
})
afterAll(() => harness.close())

const LINK = `https://example.com/pay/${'s'.repeat(43)}/`

/** A person, and a mail to them that was delivered. */
async function mailed(purpose: 'card-expires' | 'password-reset' | 'renewal-receipt' = 'card-expires') {
  const email = freshEmail()
  const { accountId, agentId, pin } = await addAccount(harness.db, { email })
  const { jobs, config, clock } = harness
  await queueMailTo(
    harness.db,
    { jobs, config, now: clock.now() },
    purpose,
    { accountId, email, firstName: 'Dana' },
    {
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
  return { email, accountId, agentId, pin, id: String(id) }
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

test('a mail that was delivered is made anew and sent again, without the link that works once', async () => {
  const { email, id } = await mailed()
  expect((await operator.run('mail', 'resend', id)).text).toContain(`Email ${id} to ${email} is being sent.`)
  expect(await operator.lastAuditEntry()).toBe('mail-resent')
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

test('a mail that was only a link is not sent again, nor one whose text is gone after 90 days', async () => {
  const link = await mailed('password-reset')
  expect(await operator.refused('mail', 'resend', link.id)).toContain('nothing but a link that works once')
  const old = await mailed()
  const begun = harness.clock.now()
  harness.clock.advance(91 * DAY)
  await tidy(harness)
  expect(await operator.refused('mail', 'resend', old.id)).toContain('Its text was deleted')
  harness.clock.set(begun.toISOString())
})

test('a mail to an email that came back goes to another person of the account instead, and to no stranger', async () => {
  const { email, accountId, id } = await mailed()
  await bounce(id)
  expect(await operator.refused('mail', 'resend', id)).toContain(`Emails to ${email} bounce`)
  const other = freshEmail()
  await addAgent(harness.db, accountId, { email: other, role: 'user' })
  expect(await operator.refused('mail', 'resend', id, '--to', 'stranger@example.com')).toContain('is neither')
  await operator.run('mail', 'resend', id, '--to', other.toUpperCase())
  expect((await newestTo(other)).plain).toContain('Your card expires soon.')
})

test('what the law needs is sent again although the email came back', async () => {
  const { email, id } = await mailed('renewal-receipt')
  await bounce(id)
  await operator.run('mail', 'resend', id)
  expect(await newestTo(email)).toMatchObject({ state: 'waiting' })
})

test('a mail that bounced while it was sent is sent again as a new one, which can bounce again', async () => {
  const { email, agentId, id } = await mailed()
  await harness.db.run(sql`
    update mails set state = 'failed', plain = 'Your card expires soon.', html = '<p>Hello</p>' where id = ${id}`)
  await bounce(id)
  await operator.run('mail', 'unbounce', email, '--reason', 'the mailbox is back')
  harness.clock.advance(1000)
  await operator.run('mail', 'resend', id)
  const again = await newestTo(email)
  expect(again.id).not.toBe(Number(id))
  expect(again).toMatchObject({ state: 'waiting', plain: expect.stringContaining('Your card expires soon.') })
  await bounce(String(again.id))
  expect(await markOf(agentId)).toBe('hard')
  const first = await harness.db.one(sql`select state, bounce from mails where id = ${id}`)
  expect(first).toEqual({ state: 'failed', bounce: 'hard' })
})

test('a bounced mail that cannot be made anew is sent as it is, and can bounce again', async () => {
  const { email, agentId, id } = await mailed('password-reset')
  await harness.db.run(sql`
    update mails set state = 'failed', plain = ${LINK}, html = '<p>Hello</p>' where id = ${id}`)
  await bounce(id)
  await operator.run('mail', 'unbounce', email, '--reason', 'the mailbox is back')
  harness.clock.advance(1000)
  await operator.run('mail', 'resend', id)
  expect(await newestTo(email)).toMatchObject({ id: Number(id), state: 'waiting', plain: LINK })
  expect(await markOf(agentId)).toBeNull()
  await bounce(id)
  expect(await markOf(agentId)).toBe('hard')
})

test('emails that came back are listed with the reason, and the mark is taken away with a reason', async () => {
  const { email, pin, agentId, id } = await mailed()
  await bounce(id)
  const rows = (await operator.run('mail', 'bounced')).rows('people')
  expect(rows.find((row) => row.email === email)).toMatchObject({
    pin,
    kind: 'hard',
    reason: '550 5.1.1 unknown user',
    withheld: 0,
  })
  expect((await operator.run('mail', 'bounced', '--since', '2030-01-01')).rows('people')).toEqual([])
  expect((await operator.run('account', 'show', pin)).rows('mails')).toMatchObject([{ bounce: 'hard' }])

  expect(await operator.refused('mail', 'unbounce', email)).toContain('Give a reason')
  await operator.run('mail', 'unbounce', email.toUpperCase(), '--reason', 'the mailbox is back')
  expect(await operator.lastAuditEntry()).toBe('bounce-cleared')
  expect(await harness.db.one(sql`select mail_bounced_at as at from agents where id = ${agentId}`)).toEqual({
    at: null,
  })
  expect(await operator.refused('mail', 'unbounce', email, '--reason', 'again')).toContain('has bounced')
  // A notice about the same mail that comes once more changes nothing.
  await bounce(id)
  expect(await operator.refused('mail', 'unbounce', email, '--reason', 'again')).toContain('has bounced')
})

test('an email that is not marked is left as it is, so that a notice that comes later still marks it', async () => {
  const { email, agentId, id } = await mailed()
  expect(await operator.refused('mail', 'unbounce', email, '--reason', 'called')).toContain('has bounced')
  expect(await harness.db.one(sql`select mail_works_at as at from agents where id = ${agentId}`)).toEqual({
    at: null,
  })
  await bounce(id)
  expect(await markOf(agentId)).toBe('hard')
})

test('the mark of a billing contact is listed and taken away, too', async () => {
  const { accountId } = await mailed()
  const contact = freshEmail()
  await harness.db.run(sql`update accounts set billing_contact = ${contact} where id = ${accountId}`)
  await bounce(String((await addSentMail(harness, contact, accountId)).id))
  const { text, rows } = await operator.run('mail', 'bounced')
  expect(
    rows('contacts').map(({ email }) => email),
    text,
  ).toContain(contact)
  await operator.run('mail', 'unbounce', contact, '--reason', 'it works')
  expect((await operator.run('mail', 'bounced')).rows('contacts')).toEqual([])
})

test('a message that came back is taken in from the pipe of a mail server', async () => {
  const { email, accountId, agentId } = await mailed()
  const { messageId } = await addSentMail(harness, email, accountId)
  const pipe = (input: string) => runCommand(harness, ['mail', 'returned', '-'], 'operator:mail', input)
  expect(await pipe(dsn({ messageId }))).toEqual({ said: 'Noted.' })
  expect(await pipe(dsn({ messageId: 'unknown@x' }))).toMatchObject({
    said: expect.stringContaining('of ours'),
  })
  expect(await pipe('Hello')).toMatchObject({ said: expect.stringContaining('does not say') })
  expect(await pipe(' ')).toMatchObject({ refused: 'invalid-fields' })
  const { is } = await harness.db.one<{ is: boolean }>(
    sql`select mail_bounced_at is not null as is from agents where id = ${agentId}`,
  )
  expect(is).toBe(true)
})
