import { afterEach, expect, test } from 'vitest'
import { recoverPasskeys } from '#contract/features/passkeys.ts'
import { askForFactorRecovery, cancelFactorRecovery } from '#contract/features/second-step.ts'
import { askForEmail } from '#contract/features/security.ts'
import { confirmEmail } from '#contract/features/security-links.ts'
import { finishRecoveries } from '#server/identity/recover-second-factor.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY, HOUR } from '#server/ports/clock.ts'
import { freshEmail, freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { linkTokenIn, mailsTo } from '#server/test-kit/mails.ts'
import { addPasskeyPerson } from '#server/test-kit/passkeys.ts'
import { carrierTo, openPost, type Post } from '#server/test-kit/post.ts'
import { addProtected, type Protected, typePassword } from '#server/test-kit/second-factor.ts'
import { send } from '#server/test-kit/send.ts'

let harness: Harness
let post: Post | undefined
afterEach(async () => {
  await harness.close()
  await post?.close()
  post = undefined
})

const MAIL = 'second-factor-recovery'
const secondStep = { data: { redirect_url: '/login/second-step/' } }

/** Changes the email through the real calls. */
async function moveTo(person: Protected['person'], email: string) {
  await person.send(askForEmail, { email, current_password: 'password1' })
  const [mail] = await mailsTo(harness, email, 'email-change')
  const confirmed = await send(harness, confirmEmail, {}, { parts: { linkToken: linkTokenIn(mail) } })
  expect(confirmed.status).toBe(200)
}

async function sayLost(email: string) {
  const { cookies } = await typePassword(harness, email)
  const headers = { cookie: `second-step=${cookies['second-step']}` }
  expect((await send(harness, askForFactorRecovery, {}, { address: freshIp(), headers })).status).toBe(200)
}

test('after a change of email, the former one also gets the mail, and its link cancels as well', async () => {
  harness = await openHarness()
  const { email: former, person } = await addProtected(harness)
  const email = freshEmail()
  await moveTo(person, email)
  await sayLost(email)
  const [mail] = await mailsTo(harness, former, MAIL)
  expect(mail?.plain).toContain('within the last 30 days')
  // A link that leads to a password reset must not go to an email that was given up.
  expect(mail?.plain).not.toContain('/not-me/')
  expect(await mailsTo(harness, email, MAIL)).toHaveLength(1)
  const parts = { linkToken: linkTokenIn(mail) }
  expect((await send(harness, cancelFactorRecovery, {}, { parts })).status).toBe(200)
  harness.clock.advance(25 * HOUR)
  await finishRecoveries(harness)
  expect((await typePassword(harness, email)).body).toEqual(secondStep)
})

test('both mails are delivered over SMTP, and both emails learn that it is off', async () => {
  post = await openPost()
  harness = await openHarness({ works: true, carrier: carrierTo(post.port) })
  const { received } = post
  const { email: former, agentId, person } = await addProtected(harness)
  const [second, email] = [freshEmail(), freshEmail()]
  // Two changes in a row still include the first email.
  for (const [place, next] of [second, email].entries()) {
    await person.send(askForEmail, { email: next, current_password: 'password1' })
    await expect
      .poll(() => received.some((text) => text.includes(`To: ${next}`)), { timeout: 20_000 })
      .toBe(true)
    const linkToken = linkInMail(received, next, '/account/email/')
    expect((await send(harness, confirmEmail, {}, { parts: { linkToken } })).status, `${place}`).toBe(200)
  }
  await sayLost(email)
  const told = (subject: string) =>
    received
      .filter((text) => text.includes(`Subject: ${subject}`))
      .map((text) => /^To: (.+?)\r?$/m.exec(text)?.[1])
      .sort()
  const everyone = [former, second, email].sort()
  await expect
    .poll(() => told('Two-step verification will be turned off'), { timeout: 20_000 })
    .toEqual(everyone)
  harness.clock.advance(24 * HOUR)
  await finishRecoveries(harness)
  await expect.poll(() => told('Two-step verification was turned off'), { timeout: 20_000 }).toEqual(everyone)
  const left = await harness.db.many(sql`select 1 from second_factors where agent_id = ${agentId}`)
  expect(left).toHaveLength(0)
})

test('an email given up more than 30 days ago gets nothing', async () => {
  harness = await openHarness()
  const { email: former, person } = await addProtected(harness)
  const email = freshEmail()
  await moveTo(person, email)
  harness.clock.advance(30 * DAY)
  await sayLost(email)
  expect(await mailsTo(harness, former, MAIL)).toHaveLength(0)
})

test('an email set by someone else and then undone gets nothing', async () => {
  harness = await openHarness()
  const { email, person } = await addProtected(harness)
  const strange = freshEmail()
  await moveTo(person, strange)
  const [notice] = await mailsTo(harness, email, 'email-changed')
  const { statusCode } = await harness.app.inject({
    method: 'POST',
    url: `/not-me/${linkTokenIn(notice)}/`,
    headers: { 'content-type': 'multipart/form-data; boundary=x', origin: harness.config.publicUrl },
    payload: '--x\r\ncontent-disposition: form-data; name="confirm"\r\n\r\n1\r\n--x--\r\n',
  })
  expect(statusCode).toBe(200)
  const kept = await harness.db.many<{ email: string }>(sql`select email from former_emails`)
  expect(kept).toEqual([])
})

function linkInMail(received: string[], to: string, path: string): string {
  const text = received.find((mail) => mail.includes(`To: ${to}`)) ?? ''
  return new RegExp(`${path}([\\w-]{20,})/`).exec(text.replaceAll(/=\r?\n/g, ''))?.[1] ?? ''
}

test('for lost passkeys without an app, the former email also gets both mails, without a sign-in link', async () => {
  harness = await openHarness()
  const { email: former, person } = await addPasskeyPerson(harness)
  const email = freshEmail()
  await moveTo(person, email)
  expect((await person.send(recoverPasskeys, { current_password: 'password1' })).status).toBe(200)
  const [mail] = await mailsTo(harness, former, 'passkey-recovery')
  expect(mail?.plain).toContain('within the last 30 days')
  expect(mail?.plain).not.toContain('/not-me/')
  expect(await mailsTo(harness, email, 'passkey-recovery')).toHaveLength(1)
  harness.clock.advance(24 * HOUR)
  await finishRecoveries(harness)
  const [removed] = await mailsTo(harness, former, 'passkeys-removed')
  expect(removed?.plain).toContain('within the last 30 days')
  expect(removed?.plain).not.toContain('/not-me/')
  expect(await mailsTo(harness, email, 'passkeys-removed')).toHaveLength(1)
})
