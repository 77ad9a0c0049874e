import { afterAll, beforeAll, expect, test } from 'vitest'
import { emailTestInvalid } from '#contract/accounts/people-messages.ts'
import { chooseNewPassword } from '#contract/features/password-reset.ts'
import { askForEmail, testEmail } from '#contract/features/security.ts'
import { confirmEmail, confirmEmailWorks } from '#contract/features/security-links.ts'
import { signIn } from '#contract/features/sign-in.ts'
import { pages } from '#contract/pages.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { makeLink } from '#server/identity/links.ts'
import { sql } from '#server/platform/db/sql.ts'
import { noteBounce } from '#server/platform/mail/note-bounce.ts'
import { DAY } from '#server/ports/clock.ts'
import { addAccount, addAgent } from '#server/test-kit/accounts.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { freshEmail, freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { linkTokenIn, mailsTo } from '#server/test-kit/mails.ts'
import { addSentMail } from '#server/test-kit/returned-mails.ts'
import { send } from '#server/test-kit/send.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

async function bounced(given: { status?: 'active' | 'past_due' | 'canceled' } = {}, at = harness) {
  const email = freshEmail()
  const { accountId, agentId } = await addAccount(at.db, { email, ...given })
  const mail = await addSentMail(at, email, accountId)
  at.clock.advance(1000)
  await noteBounce(at.db, mail.id, { kind: 'hard', reason: '550 5.1.1 unknown' }, at.clock.now())
  return { email, accountId, agentId }
}

const redirectOf = async (email: string, next = '', at = harness) =>
  (
    (await send(at, signIn, { email, password: 'password1', next }, { address: freshIp() })).body.data as {
      redirect_url: string
    }
  ).redirect_url
const isMarked = async (agentId: number) =>
  (
    await harness.db.one<{ is: boolean }>(
      sql`select mail_bounced_at is not null as is from agents where id = ${agentId}`,
    )
  ).is
const notice = (email: string) => `Our emails to ${email} are bouncing. `

test('after a bounce the next sign-in leads to its page, and every page has a notice', async () => {
  const { email } = await bounced()
  expect(await redirectOf(email)).toBe(pages['email-bounced'])
  const browser = await openBrowser(harness, email)
  const shown = await browser.open(pages['email-bounced'])
  expect(shown.text).toContain('We cannot reach you by email')
  expect(shown.text).toContain(`href="${pages.account}"`)
  for (const page of [pages.account, pages.billing, pages.security])
    expect((await browser.open(page)).text, page).toContain(notice(email))
})

test('someone on the way to an account page gets there, with the notice', async () => {
  const { email } = await bounced()
  expect(await redirectOf(email, pages.people)).toBe(pages.people)
})

test.each([
  ['past_due', pages.billing],
  ['canceled', pages.reactivate],
] as const)('an owner who is %s sees the notice, and can change the email', async (status, home) => {
  const { email } = await bounced({ status })
  expect(await redirectOf(email)).toBe(home)
  const browser = await openBrowser(harness, email)
  expect((await browser.open(home)).text).toContain(notice(email))
  expect((await browser.open(pages['email-bounced'])).text).toContain('We cannot reach you by email')
  const next = freshEmail()
  expect((await browser.call(askForEmail, { email: next, current_password: 'password1' })).status).toBe(200)
  expect(await mailsTo(harness, next, 'email-change')).toHaveLength(1)
})

test("with the provider's dialer, the page comes first and links on to it", async () => {
  const own = await openHarness({ environment: { DIALER_URL: 'https://dialer.example.com' } })
  try {
    const { email } = await bounced({}, own)
    expect(await redirectOf(email, '', own)).toBe(pages['email-bounced'])
    const browser = await openBrowser(own, email)
    expect((await browser.open(pages['email-bounced'])).text).toContain('href="https://dialer.example.com"')
  } finally {
    await own.close()
  }
})

test('the email is changed although the old one is unreadable, and the notice disappears', async () => {
  const { email, agentId } = await bounced()
  const browser = await openBrowser(harness, email)
  const next = freshEmail()
  await browser.call(askForEmail, { email: next, current_password: 'password1' })
  const [mail] = await mailsTo(harness, next, 'email-change')
  const changed = await browser.call(confirmEmail, {}, { linkToken: linkTokenIn(mail) })
  expect(changed.status).toBe(200)
  expect(await isMarked(agentId)).toBe(false)
  expect((await browser.open(pages.account)).text).not.toContain('are bouncing')
  expect((await browser.open(pages['email-bounced'])).text).toContain(`Our emails to ${next} are arriving.`)
  expect(await redirectOf(next)).toBe(pages.account)
})

test('a test email proves that the email works: opening its link does nothing, its button does', async () => {
  const { email, agentId } = await bounced()
  const browser = await openBrowser(harness, email)
  const { accountId: other } = await addAccount(harness.db, { email: freshEmail() })
  const alsoId = await addAgent(harness.db, other, { email, role: 'user' })
  await harness.db.run(sql`update agents set mail_bounced_at = now() where id = ${alsoId}`)
  expect((await browser.call(testEmail)).body).toEqual({ data: { status: 'sent' } })
  const [mail] = await mailsTo(harness, email, 'email-test')
  const linkToken = linkTokenIn(mail)
  const anyone = await openBrowser(harness)
  expect((await anyone.open(pages['email-works'], { linkToken })).text).toContain('Does this email work?')
  expect(await isMarked(agentId)).toBe(true)

  const answer = await anyone.call(confirmEmailWorks, {}, { linkToken })
  expect(answer.body).toEqual({ data: { status: 'works' } })
  expect([await isMarked(agentId), await isMarked(alsoId)]).toEqual([false, false])
  const { action } = await harness.db.one<{ action: string }>(
    sql`select action from audit where agent_id = ${agentId} order by id desc limit 1`,
  )
  expect(action).toBe('email-works')
  expect((await anyone.call(confirmEmailWorks, {}, { linkToken })).status).toBe(404)
  expect((await anyone.open(pages['email-works'], { linkToken })).text).toContain('already been used')
})

test("a test email's link ends after a day, with the next test, or with a change of email", async () => {
  const { email, agentId } = await bounced()
  const browser = await openBrowser(harness, email)
  const tested = async () => {
    await browser.call(testEmail)
    return linkTokenIn((await mailsTo(harness, email, 'email-test')).at(-1))
  }
  const first = await tested()
  const second = await tested()
  expect((await browser.call(confirmEmailWorks, {}, { linkToken: first })).status).toBe(404)
  await harness.db.run(sql`update agents set email = ${freshEmail()} where id = ${agentId}`)
  const changed = await browser.call(confirmEmailWorks, {}, { linkToken: second })
  expect([changed.status, changed.body.errors]).toEqual([404, emailTestInvalid])
  await harness.db.run(sql`update agents set email = ${email} where id = ${agentId}`)
  const third = await tested()
  harness.clock.advance(DAY + 1000)
  expect((await browser.call(confirmEmailWorks, {}, { linkToken: third })).status).toBe(404)
  expect(await isMarked(agentId)).toBe(true)
})

test('a fourth test email within an hour is refused, and a bounced test is reported', async () => {
  const { email } = await bounced()
  const browser = await openBrowser(harness, email)
  for (const _ of [1, 2, 3]) expect((await browser.call(testEmail)).status).toBe(200)
  expect((await browser.call(testEmail)).status).toBe(429)
  const mail = await harness.db.one<{ id: number }>(sql`
    select max(id) as id from mails where recipient = ${email} and purpose = 'email-test'`)
  await noteBounce(harness.db, mail.id, { kind: 'hard', reason: '550 5.1.1' }, harness.clock.now())
  expect((await browser.open(pages['email-bounced'])).text).toContain('The last test email bounced, too.')
})

test('the link of a test email works without a script', async () => {
  const { email, agentId } = await bounced()
  await (await openBrowser(harness, email)).call(testEmail)
  const [mail] = await mailsTo(harness, email, 'email-test')
  const url = fillPath(pages['email-works'], { linkToken: linkTokenIn(mail) })
  const boundary = 'x'
  const response = await harness.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: `--${boundary}\r\ncontent-disposition: form-data; name="confirm"\r\n\r\n1\r\n--${boundary}--\r\n`,
    remoteAddress: freshIp(),
  })
  expect(response.body).toContain('Your email works')
  expect(await isMarked(agentId)).toBe(false)
})

test('a new password by a mailed link proves that the email works', async () => {
  const { agentId } = await bounced()
  const link = { purpose: 'password-reset', agentId, lastsMs: DAY } as const
  const linkToken = await makeLink(harness.db, link, harness.clock.now())
  const body = { password: 'another password 7', password_confirm: 'another password 7' }
  const answer = await send(harness, chooseNewPassword, body, { parts: { linkToken }, address: freshIp() })
  expect([answer.status, answer.body]).toEqual([200, { data: { status: 'changed' } }])
  expect(await isMarked(agentId)).toBe(false)
})
