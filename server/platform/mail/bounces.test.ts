import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { DAY } from '#server/ports/clock.ts'
import { addAccount, addAgent } from '#server/test-kit/accounts.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { addSentMail, complaint, dsn, returnPathTo } from '#server/test-kit/returned-mails.ts'
import { noteEmailWorks } from './note-bounce.ts'
import { takeReturned } from './take-returned.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

async function personWithMail() {
  const email = freshEmail()
  const { accountId, agentId } = await addAccount(harness.db, { email })
  const mail = await addSentMail(harness, email, accountId)
  return { email, accountId, agentId, mail }
}

const take = (raw: string) => takeReturned(harness, raw, harness.clock.now())
const markOf = async (agentId: number) =>
  (
    await harness.db.one<{ bounce: string | null }>(sql`
      select case when mail_bounced_at is not null then mail_bounce end as bounce from agents where id = ${agentId}`)
  ).bounce
const auditOf = (agentId: number) =>
  harness.db.many(sql`select action from audit where agent_id = ${agentId} order by id`)

describe('a notice about a mail', () => {
  test('flags the email named by the return path, once however often it comes', async () => {
    const { agentId, mail } = await personWithMail()
    const notice = dsn({ to: `<${returnPathTo(harness, mail)}>` })
    for (const _ of [1, 2]) expect(await take(notice)).toBe('noted')
    expect(await markOf(agentId)).toBe('hard')
    expect(await auditOf(agentId)).toEqual([{ action: 'email-bounced' }])
    const kept = await harness.db.one(
      sql`select bounce, bounce_reason as reason from mails where id = ${mail.id}`,
    )
    expect(kept).toEqual({
      bounce: 'hard',
      reason: '5.1.1 550 No such user here (in reply to RCPT TO command)',
    })
  })

  test('is recognized by the message id as well, and flags everyone with this email', async () => {
    const { email, agentId, mail } = await personWithMail()
    const { accountId: other } = await addAccount(harness.db, { email: freshEmail() })
    const alsoId = await addAgent(harness.db, other, { email: email.toUpperCase(), role: 'user' })
    await take(dsn({ messageId: mail.messageId }))
    expect([await markOf(agentId), await markOf(alsoId)]).toEqual(['hard', 'hard'])
  })

  test('cannot be forged: a wrong tag or an unknown message id flags nobody', async () => {
    const { agentId, mail } = await personWithMail()
    const path = returnPathTo(harness, mail)
    const strangers = [
      path.replace(/.@/, (last) => (last === '0@' ? '1@' : '0@')),
      path.replace(/\d+-/, '1-'),
    ]
    for (const to of [...strangers, 'bounces@example.com', `bounces+${mail.id}@example.com`])
      expect(await take(dsn({ to }))).toBe('unknown mail')
    expect(await markOf(agentId)).toBeNull()
  })

  test('a return path in capitals is still recognized', async () => {
    const { agentId, mail } = await personWithMail()
    await take(dsn({ to: returnPathTo(harness, mail).toUpperCase() }))
    expect(await markOf(agentId)).toBe('hard')
  })

  test('about an email that the person has changed meanwhile flags nobody', async () => {
    const { agentId, mail } = await personWithMail()
    await harness.db.run(sql`update agents set email = ${freshEmail()} where id = ${agentId}`)
    expect(await take(dsn({ messageId: mail.messageId }))).toBe('noted')
    expect(await markOf(agentId)).toBeNull()
  })

  test('that arrives after the email has proved to work flags only if the mail is younger', async () => {
    const { email, accountId, agentId, mail } = await personWithMail()
    harness.clock.advance(1000)
    await noteEmailWorks(harness.db, email, undefined, harness.clock.now())
    harness.clock.advance(1000)
    await take(dsn({ messageId: mail.messageId }))
    expect(await markOf(agentId)).toBeNull()
    await take(dsn({ messageId: (await addSentMail(harness, email, accountId)).messageId }))
    expect(await markOf(agentId)).toBe('hard')
  })

  test('of a spam complaint flags, and a later one about the mailbox does not clear that', async () => {
    const { agentId, mail } = await personWithMail()
    await take(complaint(mail.messageId))
    await take(dsn({ messageId: mail.messageId }))
    expect(await markOf(agentId)).toBe('complaint')
    const { bounce } = await harness.db.one<{ bounce: string }>(
      sql`select bounce from mails where id = ${mail.id}`,
    )
    expect(bounce).toBe('complaint')
  })

  test('of a delay or a delivery is not a bounce', async () => {
    const { agentId, mail } = await personWithMail()
    for (const action of ['delayed', 'delivered', 'relayed', 'expanded', ''])
      expect(await take(dsn({ messageId: mail.messageId, action }))).toBe('no bounce')
    expect(await markOf(agentId)).toBeNull()
  })

  test('of the billing contact flags the contact, and nobody else', async () => {
    const { accountId, agentId } = await personWithMail()
    const contact = freshEmail()
    await harness.db.run(sql`update accounts set billing_contact = ${contact} where id = ${accountId}`)
    const mail = await addSentMail(harness, contact, accountId)
    await take(dsn({ messageId: mail.messageId }))
    const account = await harness.db.one<{ at: Date | null }>(sql`
      select billing_contact_bounced_at as at from accounts where id = ${accountId}`)
    expect(account.at).toEqual(harness.clock.now())
    expect(await markOf(agentId)).toBeNull()
  })

  test('of a billing contact is cleared once the email works, and a late notice does not restore it', async () => {
    const { email, accountId, mail } = await personWithMail()
    const { accountId: other } = await addAccount(harness.db, { email: freshEmail() })
    await harness.db.run(sql`
      update accounts set billing_contact = ${email.toUpperCase()} where id in (${accountId}, ${other})`)
    const late = await addSentMail(harness, email, accountId)
    const marked = () =>
      harness.db.many(sql`
        select id from accounts
        where billing_contact_bounced_at is not null and id in (${accountId}, ${other}) order by id`)
    await take(dsn({ messageId: mail.messageId }))
    await take(dsn({ messageId: (await addSentMail(harness, email, other)).messageId }))
    expect(await marked()).toEqual([{ id: accountId }, { id: other }])
    harness.clock.advance(1000)
    await noteEmailWorks(harness.db, email, undefined, harness.clock.now())
    expect(await marked()).toEqual([])
    const { rows } = await harness.db.one<{ rows: number }>(sql`
      select count(*)::int as rows from audit where account_id = ${other} and action = 'email-works' and agent_id is null`)
    expect(rows).toBe(1)
    await take(dsn({ messageId: late.messageId }))
    expect(await marked()).toEqual([])
  })
})

describe('a mailbox that refuses for a passing reason', () => {
  const full = (messageId: string) => dsn({ messageId, status: '4.2.2', diagnostic: 'smtp; 452 4.2.2 full' })

  test('is flagged once mails bounced on three days within two weeks', async () => {
    const { email, accountId, agentId, mail } = await personWithMail()
    for (const messageId of [mail.messageId, (await addSentMail(harness, email, accountId)).messageId])
      await take(full(messageId))
    harness.clock.advance(DAY)
    await take(full((await addSentMail(harness, email, accountId)).messageId))
    expect(await markOf(agentId)).toBeNull()
    harness.clock.advance(DAY)
    await take(full((await addSentMail(harness, email, accountId)).messageId))
    expect(await markOf(agentId)).toBe('soft')
  })

  test('is not flagged if the days are further apart', async () => {
    const { email, accountId, agentId, mail } = await personWithMail()
    await take(full(mail.messageId))
    for (const _ of [1, 2, 3]) {
      harness.clock.advance(8 * DAY)
      await take(full((await addSentMail(harness, email, accountId)).messageId))
    }
    expect(await markOf(agentId)).toBeNull()
  })
})

describe('hostile input', () => {
  const { messageId } = { messageId: 'x@example.com' }
  test.each([
    ['nothing', ''],
    ['only line breaks', '\r\n'.repeat(100_000)],
    ['no boundary', dsn({ messageId }).replace(/boundary="[^"]*"/, '')],
    ['an empty boundary', dsn({ messageId }).replace(/boundary="[^"]*"/, 'boundary=""')],
    ['a cut message', dsn({ messageId }).slice(0, 700)],
    [
      'a thousand parts',
      `${dsn({ messageId }).slice(0, 400)}${'--B01.1479/mx.example.com\r\n\r\n'.repeat(50_000)}`,
    ],
    [
      'a long boundary that is nearly there again and again',
      `Content-Type: multipart/report; boundary=${'a'.repeat(20_000)}\n\n${`\n--${'a'.repeat(19_999)}b`.repeat(5)}${'a'.repeat(140_000)}`,
    ],
    ['endless folding', `Content-Type: multipart/report;${'\r\n '.repeat(200_000)}boundary=x\r\n\r\n`],
    ['endless header', `To: ${'a+1-'.repeat(500_000)}\r\n\r\n`],
    ['endless blanks in a report', dsn({ messageId, diagnostic: `smtp; ${' '.repeat(200_000)}x` })],
    ['binary', Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 7919) % 256)).toString('latin1')],
    ['U+0000', dsn({ messageId: 'a\0b', diagnostic: 'smtp; 550 \0' })],
    [
      'prototype names',
      `__proto__: x\r\nconstructor: y\r\nContent-Type: multipart/report; boundary=__proto__\r\n\r\n`,
    ],
  ])('%s is read quickly and flags nobody', async (_name, raw) => {
    const started = performance.now()
    expect(await take(raw)).not.toBe('noted')
    expect(performance.now() - started).toBeLessThan(2_000)
  })
})
