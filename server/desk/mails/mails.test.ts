// On PostgreSQL: two of its requests race.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type DeskMailValues, resendMail } from '#contract/desk/mails.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addAgent } from '#server/test-kit/accounts.ts'
import { openDesk, type TestDesk } from '#server/test-kit/desk.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { makePastDue } from '#server/test-kit/past-due.ts'

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
const form = () => ({ reason, key: randomUUID() })

const mailsTo = (email: string, purpose: string) =>
  harness.db.many<{ id: number }>(sql`
    select id from mails where recipient = ${email} and purpose = ${purpose} order by id`)

/** What resending would do. */
async function againOf(id: number | undefined, to = '') {
  const { values } = await (await desk.as('helper')).get(`/desk/mails/${id}/?${new URLSearchParams({ to })}`)
  return (values as unknown as DeskMailValues).again
}

/** For example of an unpaid sign-up. */
async function addMailOfNobody(email: string): Promise<number> {
  const { id } = await harness.db.one<{ id: number }>(sql`
    insert into mails (purpose, recipient, subject, plain, html, state, last_error, tries, message_id, created_at, settled_at)
    values ('welcome', ${email}, 'Welcome', 'Hello', '<p>Hello</p>', 'failed', 'No such host', 10, ${randomUUID()},
      ${harness.clock.now()}, ${harness.clock.now()})
    returning id`)
  return id
}

test('an email without an account is shown and resent, once per form, by permitted roles', async () => {
  const email = freshEmail()
  const mail_id = await addMailOfNobody(email)
  const [reader, helper] = [await desk.as('reader'), await desk.as('helper')]
  const shown = await reader.get(`/desk/mails/${mail_id}/`)
  expect(shown.html).toContain('Email that belongs to no account')
  expect(shown.values).toMatchObject({
    account: null,
    mail: { recipient: email, problem: 'No such host' },
    others: [],
    again: { kind: 'cannot', why: 'Needs the role Helper.' },
  })
  expect(await againOf(mail_id)).toMatchObject({
    happens: [`“Welcome” is sent to ${email} again.`, 'It is the same email, word for word.'],
  })
  const body = { mail_id, ...form() }
  expect((await reader.send(resendMail, body)).status).toBe(403)
  expect((await helper.send(resendMail, { ...body, reason: '' })).status).toBe(400)
  expect((await helper.send(resendMail, { ...body, to: freshEmail() })).status).toBe(400)
  expect((await helper.send(resendMail, { ...body, mail_id: 99_999_999 })).status).toBe(404)
  const answers = [await helper.send(resendMail, body), await helper.send(resendMail, body)]
  for (const { status, body: answer } of answers)
    expect([status, answer]).toMatchObject([
      200,
      {
        data: {
          said: `The email is being sent to ${email}.`,
          values: { mail: { fate: { text: 'Queued' } }, again: { kind: 'cannot' } },
        },
      },
    ])
  const entries = await harness.db.many(sql`
    select account_id as "accountId", details from audit where action = 'mail-resent' and details->>'mail' = ${String(mail_id)}`)
  expect(entries).toEqual([{ accountId: null, details: { mail: mail_id, reason } }])
  for (const path of ['/desk/mails/99999999/', '/desk/mails/x/', `/desk/mails/${'9'.repeat(30)}/`])
    expect((await reader.get(path)).status).toBe(404)
})

test('a mail to an unusable recipient can go to another person, and the preview says so', async () => {
  const { accountId, agentId, email } = await makePastDue(harness)
  const nextEmail = freshEmail()
  await addAgent(harness.db, accountId, { email: nextEmail, role: 'user' })
  const [mail] = await mailsTo(email, 'payment-failed')
  await harness.db.run(
    sql`update mails set state = 'sent', settled_at = created_at, purpose = 'ready' where id = ${mail?.id ?? 0}`,
  )
  await harness.db.run(sql`
    update agents set mail_bounced_at = ${harness.clock.now()}, mail_bounce = 'hard' where id = ${agentId}`)
  expect(await againOf(mail?.id)).toMatchObject({ kind: 'cannot' })
  expect(await againOf(mail?.id, nextEmail)).toMatchObject({
    kind: 'can',
    happens: [expect.stringContaining(`is sent to ${nextEmail} instead of ${email}.`), expect.any(String)],
  })
})

test('a mail is resent unchanged or rendered again, only to people of the account, and once', async () => {
  const { accountId, email } = await makePastDue(harness)
  const helper = await desk.as('helper')
  const [mail] = await mailsTo(email, 'payment-failed')
  const mail_id = mail?.id ?? 0
  const again = { mail_id, ...form() }
  expect((await helper.send(resendMail, again)).status).toBe(400)
  await harness.db.run(sql`
    update mails set state = 'sent', settled_at = created_at, plain = null, html = null where id = ${mail_id}`)
  expect((await helper.send(resendMail, { ...again, to: freshEmail() })).status).toBe(400)
  expect(await againOf(mail_id)).toMatchObject({ kind: 'can' })
  const manager = freshEmail()
  await addAgent(harness.db, accountId, { email: manager, role: 'billing' })
  expect(await againOf(mail_id, manager)).toMatchObject({
    happens: [expect.stringContaining(`is sent to ${manager} instead of ${email}.`), expect.anything()],
  })
  expect(await againOf(mail_id, freshEmail())).toMatchObject({
    happens: [expect.stringContaining(`is sent to ${email} again`), expect.anything()],
  })
  expect((await helper.send(resendMail, again)).status).toBe(200)
  expect(await mailsTo(email, 'payment-failed')).toHaveLength(2)
  await harness.db.run(sql`
    update mails set state = 'failed', settled_at = created_at where account_id = ${accountId} and state = 'waiting'`)
  const [, second] = await mailsTo(email, 'payment-failed')
  const both = await Promise.all(
    [0, 1].map(() => helper.send(resendMail, { mail_id: second?.id ?? 0, ...form() })),
  )
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
})

test('a bill is not resent to someone who has left the account; their removal notice is', async () => {
  const { accountId, email } = await makePastDue(harness)
  const left = freshEmail()
  const helper = await desk.as('helper')
  const [mail] = await mailsTo(email, 'payment-failed')
  const mail_id = mail?.id ?? 0
  await harness.db.run(
    sql`update mails set state = 'sent', settled_at = created_at, recipient = ${left} where id = ${mail_id}`,
  )
  expect(await againOf(mail_id)).toEqual({
    kind: 'cannot',
    why: `${left} is neither a person of this account nor its billing contact.`,
  })
  const again = { mail_id, ...form() }
  expect((await helper.send(resendMail, again)).status).toBe(400)
  expect((await helper.send(resendMail, { ...again, to: email })).status).toBe(200)
  await harness.db.run(sql`
    update mails set state = 'failed', purpose = 'person-removed' where id = ${mail_id} and account_id = ${accountId}`)
  expect(await againOf(mail_id)).toMatchObject({ kind: 'can' })
})
