import { afterEach, expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { DAY } from '#server/ports/clock.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { makeDue } from '#server/test-kit/due-jobs.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { carrierTo, openPost, type Post } from '#server/test-kit/post.ts'
import { dsn } from '#server/test-kit/returned-mails.ts'
import { insertMail } from './outbox.ts'
import type { MailPurpose } from './purposes.ts'
import { takeReturned } from './take-returned.ts'

let harness: Harness
let post: Post

async function open(
  behaviour: Parameters<typeof openPost>[0] = {},
  environment: Record<string, string> = {},
) {
  post = await openPost(behaviour)
  harness = await openHarness({ works: true, carrier: carrierTo(post.port), environment })
  const email = freshEmail()
  const { accountId, agentId } = await addAccount(harness.db, { email })
  const send = (purpose: MailPurpose, recipient = email) =>
    harness.db.transaction((tx) =>
      insertMail(
        tx,
        { jobs: harness.jobs, now: harness.clock.now(), sender: 'Desk <desk@example.com>' },
        {
          purpose,
          recipient,
          accountId,
          subject: 'Hello',
          plain: 'https://example.com/link',
          html: '<p>Hello</p>',
        },
      ),
    )
  const isMarked = async () =>
    (
      await harness.db.one<{ is: boolean }>(
        sql`select mail_bounced_at is not null as is from agents where id = ${agentId}`,
      )
    ).is
  return { email, accountId, agentId, send, isMarked }
}

afterEach(async () => {
  await harness.close()
  await post.close()
})

const states = async () =>
  (await harness.db.many<{ state: string }>(sql`select state from mails order by id`)).map(
    ({ state }) => state,
  )

test('a recipient refused for good by the mail server is a bounce: flagged and not retried', async () => {
  const { send, isMarked } = await open({ refusesRecipient: '550 5.1.1 No such user' })
  await send('ready')
  await expect.poll(states, { timeout: 20_000 }).toEqual(['failed'])
  expect(await isMarked()).toBe(true)
  const mail = await harness.db.one(sql`select tries, bounce, last_error as error from mails`)
  expect(mail).toEqual({ tries: 1, bounce: 'hard', error: '550 5.1.1 No such user' })
})

test('a mail server that refuses to relay for us flags nobody, and is retried', async () => {
  const { send, isMarked } = await open({ refusesRecipient: '550 5.7.1 Relaying denied' })
  await send('ready')
  const tried = () => harness.db.one(sql`select tries, state, last_error as error from mails`)
  await expect
    .poll(tried, { timeout: 20_000 })
    .toMatchObject({ tries: 1, state: 'waiting', error: expect.stringContaining('Relaying denied') })
  expect(await isMarked()).toBe(false)
})

/** Makes the next try due until the newest mail is given up. */
async function untilGivenUp() {
  const newest = async () => {
    await makeDue(harness.db, 'deliver-mail')
    return harness.db.one(sql`select state, tries from mails order by id desc limit 1`)
  }
  await expect.poll(newest, { timeout: 60_000 }).toEqual({ state: 'failed', tries: 11 })
}

test('a full mailbox is retried to the end; after three such days the email is flagged', async () => {
  const { send, isMarked } = await open({ refusesRecipient: '552 5.2.2 Mailbox full' })
  for (const _ of [1, 2, 3]) {
    expect(await isMarked()).toBe(false)
    await send('ready')
    await untilGivenUp()
    harness.clock.advance(DAY)
  }
  expect(await isMarked()).toBe(true)
  const mails = await harness.db.many(sql`select bounce, bounce_reason as reason from mails`)
  expect(mails).toEqual([1, 2, 3].map(() => ({ bounce: 'soft', reason: '552 5.2.2 Mailbox full' })))
}, 200_000)

test('a refusal that is about us is not a bounce, even after the last try', async () => {
  const { send } = await open({ refusesRecipient: '550 5.7.1 Relaying denied' })
  await send('ready')
  await untilGivenUp()
  expect(await harness.db.one(sql`select bounce, last_error as error from mails`)).toEqual({
    bounce: null,
    error: '550 5.7.1 Relaying denied',
  })
}, 100_000)

test('the envelope sender identifies the mail, and a bounce to it flags the email', async () => {
  const { send, isMarked } = await open({}, { MAIL_BOUNCES_TO: 'bounces@desk.example.com' })
  await send('ready')
  await expect.poll(states, { timeout: 20_000 }).toEqual(['sent'])
  const [sender = ''] = post.senders
  expect(sender).toMatch(/^bounces\+\d+-[0-9a-f]{20}@desk\.example\.com$/)
  expect(post.received[0]).toContain('From: Desk <desk@example.com>')
  await takeReturned(harness, dsn({ to: sender }), harness.clock.now())
  expect(await isMarked()).toBe(true)
})

test('a flagged email gets only mandatory mails; others are recorded as withheld, without text', async () => {
  const { agentId, accountId, send } = await open()
  await harness.db.run(sql`
    update agents set mail_bounced_at = ${harness.clock.now()}, mail_bounce = 'hard' where id = ${agentId}`)
  await harness.db.run(sql`
    update accounts set billing_contact = 'contact@example.com', billing_contact_bounced_at = ${harness.clock.now()}
    where id = ${accountId}`)
  for (const purpose of [
    'ready',
    'renewal-receipt',
    'password-changed',
    'password-reset',
    'card-expires',
  ] as const)
    await send(purpose)
  await send('renewal-receipt-copy', 'Contact@example.com')
  await send('person-joined', 'other@example.com')
  await expect
    .poll(states, { timeout: 30_000 })
    .toEqual(['withheld', 'sent', 'sent', 'sent', 'withheld', 'withheld', 'sent'])
  expect(post.received).toHaveLength(4)
  const kept = await harness.db.many(sql`select plain, html from mails where state = 'withheld'`)
  expect(kept).toEqual([1, 2, 3].map(() => ({ plain: null, html: null })))
})
