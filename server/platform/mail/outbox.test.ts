import { afterEach, expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { makeDue } from '#server/test-kit/due-jobs.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { carrierTo, openPost, type Post } from '#server/test-kit/post.ts'
import { insertMail } from './outbox.ts'

const letter = {
  purpose: 'ready' as const,
  recipient: 'dana@example.com',
  subject: 'Your link',
  plain: 'https://example.com/secret-link',
  html: '<p>https://example.com/secret-link</p>',
}
let harness: Harness
let post: Post | undefined

afterEach(async () => {
  await harness.close()
  await post?.close()
  post = undefined
})

const queueTestMail = (fails = false, recipient = letter.recipient) =>
  harness.db.transaction(async (tx) => {
    await insertMail(
      tx,
      { jobs: harness.jobs, now: harness.clock.now(), sender: 'Desk <desk@example.com>' },
      { ...letter, recipient },
    )
    if (fails) throw new Error('the caller failed')
  })
const states = async () =>
  (await harness.db.many<{ state: string }>(sql`select state from mails`)).map((mail) => mail.state)
/** The next attempt is half a minute away, and later ones further: makes each at once. */
const statesWithoutWaiting = async () => {
  await makeDue(harness.db, 'deliver-mail')
  return states()
}

test('a mail is delivered over SMTP once, and its body is deleted from the outbox', async () => {
  post = await openPost()
  harness = await openHarness({ works: true, carrier: carrierTo(post.port) })
  await queueTestMail()
  await expect.poll(states, { timeout: 40_000 }).toEqual(['sent'])
  expect(post.received).toHaveLength(1)
  expect(post.received[0]).toContain('Subject: Your link')
  expect(await harness.db.one(sql`select plain, html from mails`)).toEqual({ plain: null, html: null })
})

test('a mail of a failed transaction never exists', async () => {
  harness = await openHarness({ works: true })
  await expect(queueTestMail(true)).rejects.toThrow('the caller failed')
  await queueTestMail()
  await expect.poll(states, { timeout: 40_000 }).toEqual(['kept'])
})

test('an unreachable mail server is retried, and the reason is readable until delivery', async () => {
  post = await openPost({ refusing: 1 })
  harness = await openHarness({ works: true, carrier: carrierTo(post.port) })
  await queueTestMail()
  const tried = () =>
    harness.db.one<{ tries: number; error: string | null }>(sql`select tries, last_error as error from mails`)
  await expect
    .poll(tried, { timeout: 40_000 })
    .toMatchObject({ tries: 1, error: expect.stringContaining('450') })
  expect(await states()).toEqual(['waiting'])
  await expect.poll(statesWithoutWaiting, { timeout: 40_000 }).toEqual(['sent'])
  expect(post.received).toHaveLength(1)
  expect(await tried()).toEqual({ tries: 2, error: null })
})

test('a mail without an answer after the last try is marked as failed', async () => {
  harness = await openHarness({ works: true, carrier: carrierTo(1) })
  await queueTestMail()
  await expect.poll(statesWithoutWaiting, { timeout: 50_000 }).toEqual(['failed'])
})

test('a mail server that is silent about one recipient delays no other mail', async () => {
  post = await openPost({ silentTo: 'silent@example.com' })
  harness = await openHarness({ works: true, carrier: carrierTo(post.port) })
  await queueTestMail(false, 'silent@example.com')
  await expect.poll(() => post?.heldBack, { timeout: 20_000 }).toEqual(['silent@example.com'])
  await queueTestMail()
  await expect.poll(() => post?.received.length, { timeout: 5_000 }).toBe(1)
  expect(post.received[0]).toContain('To: dana@example.com')
  post.speak()
  await expect.poll(states, { timeout: 20_000 }).toEqual(['sent', 'sent'])
})
