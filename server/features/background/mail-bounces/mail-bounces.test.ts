import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeMailNotice } from '#contract/features/mail-bounces.ts'
import { sql } from '#server/platform/db/sql.ts'
import { signWebhook } from '#server/platform/webhook-signature.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { addSentMail, dsn, returnPathTo } from '#server/test-kit/returned-mails.ts'

const SECRET = `whsec_${Buffer.from('a secret of the mail provider that is long enough').toString('base64')}`
const NEXT_SECRET = 'the next secret of the mail provider is long enough'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness({ environment: { MAIL_WEBHOOK_SECRET: `${SECRET},${NEXT_SECRET}` } })
})
afterAll(() => harness.close())

type Sent = { secret?: string; now?: Date; headers?: Record<string, string>; to?: Harness }

function post(
  notice: unknown,
  { secret = SECRET, now = harness.clock.now(), headers = {}, to = harness }: Sent = {},
) {
  const payload = typeof notice === 'string' ? notice : JSON.stringify(notice)
  const signed = signWebhook({ id: 'msg_1', body: payload, now }, [secret])
  return to.app.inject({
    method: 'POST',
    url: takeMailNotice.path,
    headers: {
      'content-type': 'application/json',
      'webhook-id': signed.id,
      'webhook-timestamp': signed.timestamp,
      'webhook-signature': signed.signature,
      ...headers,
    },
    payload,
  })
}

async function personWithMail() {
  const email = freshEmail()
  const { accountId, agentId } = await addAccount(harness.db, { email })
  return { agentId, mail: await addSentMail(harness, email, accountId) }
}

const isMarked = async (agentId: number) =>
  (
    await harness.db.one<{ is: boolean }>(
      sql`select mail_bounced_at is not null as is from agents where id = ${agentId}`,
    )
  ).is
const bounced = (messageId: string, status = '5.1.1') => ({
  type: 'mail.bounced',
  timestamp: '2026-11-15T15:00:00Z',
  data: {
    message_id: `<${messageId}>`,
    status,
    reason: '550 unknown user',
    recipient: 'ignored@example.com',
  },
})

test('a signed bounce notice flags the email', async () => {
  const { agentId, mail } = await personWithMail()
  const response = await post(bounced(mail.messageId))
  expect([response.statusCode, response.json()]).toEqual([200, { data: { status: 'taken' } }])
  expect(await isMarked(agentId)).toBe(true)
})

test('so do a spam complaint and a notice with the whole message', async () => {
  const one = await personWithMail()
  await post({ type: 'mail.complained', data: { message_id: one.mail.messageId } })
  const other = await personWithMail()
  await post({ type: 'mail.returned', data: { message: dsn({ to: returnPathTo(harness, other.mail) }) } })
  expect([await isMarked(one.agentId), await isMarked(other.agentId)]).toEqual([true, true])
})

test('a full mailbox, or an event that we ignore, flags nobody', async () => {
  const { agentId, mail } = await personWithMail()
  expect((await post(bounced(mail.messageId, '4.2.2'))).statusCode).toBe(200)
  expect((await post({ type: 'mail.opened', data: { message_id: mail.messageId } })).statusCode).toBe(200)
  expect(await isMarked(agentId)).toBe(false)
})

test('the next secret signs as well, and one valid signature of several is enough', async () => {
  const one = await personWithMail()
  await post(bounced(one.mail.messageId), { secret: NEXT_SECRET })
  const other = await personWithMail()
  const notice = JSON.stringify(bounced(other.mail.messageId))
  const { signature } = signWebhook({ id: 'msg_1', body: notice, now: harness.clock.now() }, [SECRET])
  await post(notice, { headers: { 'webhook-signature': `v1,c3RyYW5nZQ== v1a,x ${signature}` } })
  expect([await isMarked(one.agentId), await isMarked(other.agentId)]).toEqual([true, true])
})

test.each<[string, Sent]>([
  ['signed by somebody else', { secret: 'a secret that nobody has configured here, ever' }],
  ['six minutes old', { now: new Date('2026-11-15T14:54:00Z') }],
  ['six minutes early', { now: new Date('2026-11-15T15:06:00Z') }],
  ['without a signature', { headers: { 'webhook-signature': '' } }],
  ['with another id', { headers: { 'webhook-id': 'msg_2' } }],
  ['without a time', { headers: { 'webhook-timestamp': 'now' } }],
])('a notice %s is refused and does nothing', async (_name, sent) => {
  harness.clock.set('2026-11-15T15:00:00Z')
  const { agentId, mail } = await personWithMail()
  expect((await post(bounced(mail.messageId), sent)).statusCode).toBe(401)
  expect(await isMarked(agentId)).toBe(false)
})

test('a signed notice that cannot be interpreted is accepted and logged', async () => {
  const odd = ['', '{', 'null', '[]', '7', '{}', '{"type":"mail.bounced"}', '{"type":7,"data":{}}']
  for (const body of [...odd, '{"type":"mail.bounced","data":{"__proto__":{"a":1}}}', bounced('a\0b')])
    expect((await post(body)).statusCode, String(body)).toBe(200)
  expect((await post(bounced('nobody-knows@example.com'))).statusCode).toBe(200)
  expect(harness.logged()).toContain('a signed notice of the mail provider did nothing')
})

test('a notice beyond half a megabyte is refused before it is read', async () => {
  const huge = { type: 'mail.returned', data: { message: 'x'.repeat(600_000) } }
  expect((await post(huge)).statusCode).toBe(413)
})

test('without a configured secret the URL answers as unknown, even to an empty signature', async () => {
  const bare = await openHarness()
  try {
    const unknown = await bare.app.inject({ method: 'POST', url: '/rest/mail/nothing/', payload: {} })
    const response = await post(bounced('x'), { to: bare, secret: '' })
    expect([response.statusCode, response.json()]).toEqual([404, unknown.json()])
  } finally {
    await bare.close()
  }
})
