// On PostgreSQL: two of its requests race.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkResetLink, chooseNewPassword, requestPasswordReset } from '#contract/features/password-reset.ts'
import { signIn } from '#contract/features/sign-in.ts'
import { sql } from '#server/platform/db/sql.ts'
import { HOUR, MINUTE } from '#server/ports/clock.ts'
import { addAccount, addAgent } from '#server/test-kit/accounts.ts'
import { freshEmail, freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { send } from '#server/test-kit/send.ts'

let harness: Harness

beforeAll(async () => {
  harness = await openHarness({ works: true })
})
afterAll(() => harness.close())

type Mail = { plain: string; subject: string; html: string }
const mailsTo = (email: string, purpose = 'password-reset') =>
  harness.db.many<Mail>(
    sql`select subject, plain, html from mails where recipient = ${email} and purpose = ${purpose} order by id`,
  )
const linksIn = (mail: Mail | undefined) =>
  [...(mail?.plain ?? '').matchAll(/confirm\/([\w-]+)\//g)].map(([, token]) => token ?? '')
const passwords = (password: string, password_confirm = password) => ({ password, password_confirm })

async function askForLinks(email: string, pin?: string): Promise<string[]> {
  const before = (await mailsTo(email)).length
  const answer = await send(
    harness,
    requestPasswordReset,
    { email, ...(pin ? { pin } : {}) },
    { address: freshIp() },
  )
  expect([answer.status, answer.body]).toEqual([200, { data: { status: 'sent' } }])
  await expect.poll(() => mailsTo(email), { timeout: 40_000 }).toHaveLength(before + 1)
  return linksIn((await mailsTo(email)).at(-1))
}

test('a mailed link sets a new password once, signs the person out, and a notice follows [WIR-22, WIR-23, WIR-24]', async () => {
  const email = freshEmail()
  const { agentId } = await addAccount(harness.db, { email })
  const { cookies } = await send(harness, signIn, { email, password: 'password1' })
  const [linkToken = ''] = await askForLinks(email)

  const opened = () => send(harness, checkResetLink, {}, { parts: { linkToken } })
  expect([(await opened()).status, (await opened()).body]).toEqual([200, { data: { valid: true } }])
  const changed = await send(harness, chooseNewPassword, passwords('a new password'), {
    parts: { linkToken },
  })
  expect([changed.status, changed.body]).toEqual([200, { data: { status: 'changed' } }])

  expect(await opened()).toMatchObject({
    status: 404,
    body: { error: expect.stringContaining('the link did not work') },
  })
  expect(
    await send(harness, chooseNewPassword, passwords('another one'), { parts: { linkToken } }),
  ).toMatchObject({ status: 404, body: { errors: expect.stringContaining('already been used') } })
  expect(
    await harness.db.maybe(sql`select 1 from sessions where agent_id = ${agentId} and ended_at is null`),
  ).toBeUndefined()
  const account = await harness.app.inject({ url: '/account/', cookies: { session: cookies.session ?? '' } })
  expect(account.headers.location).toBe('/login/?status=session_ended&next=%2Faccount%2F')
  expect(await send(harness, signIn, { email, password: 'password1' })).toMatchObject({ status: 401 })
  expect(await send(harness, signIn, { email, password: 'a new password' })).toMatchObject({ status: 200 })
  expect(await mailsTo(email, 'password-changed')).toMatchObject([{ subject: 'Your password was changed' }])
})

test('a new password signs out its person and nobody else in the account', async () => {
  const [email, ownerEmail] = [freshEmail(), freshEmail()]
  const { accountId, agentId } = await addAccount(harness.db, { email: ownerEmail })
  const user = await addAgent(harness.db, accountId, { email, role: 'user' })
  await send(harness, signIn, { email, password: 'password1' })
  await send(harness, signIn, { email: ownerEmail, password: 'password1' })
  const [linkToken = ''] = await askForLinks(email)
  await send(harness, chooseNewPassword, passwords('a new password'), { parts: { linkToken } })
  const open = await harness.db.many<{ id: number }>(
    sql`select agent_id as id from sessions where agent_id in (${agentId}, ${user}) and ended_at is null`,
  )
  expect(open).toEqual([{ id: agentId }])
})

test('known and unknown emails get the same answer; the unknown one gets no mail', async () => {
  const [known, unknown] = [freshEmail(), freshEmail()]
  await addAccount(harness.db, { email: known })
  const other = await send(harness, requestPasswordReset, { email: unknown })
  await askForLinks(known)
  expect([other.status, other.body]).toEqual([200, { data: { status: 'sent' } }])
  expect(await mailsTo(unknown)).toEqual([])
})

test('several accounts get one mail with a link for each; with a number only that one', async () => {
  const email = freshEmail()
  await addAccount(harness.db, { email, company: 'Lakeview Homes' })
  const second = await addAccount(harness.db, { email, company: 'Harbor Street Group' })
  await addAccount(harness.db, { email, status: 'free signup agent', isInvited: true })
  expect(await askForLinks(email)).toHaveLength(2)
  expect((await mailsTo(email)).at(-1)?.plain).toContain('Lakeview Homes')
  const [link = ''] = await askForLinks(email, second.pin)
  expect((await mailsTo(email)).at(-1)?.plain).not.toContain('Lakeview Homes')
  await send(harness, chooseNewPassword, passwords('only the second'), { parts: { linkToken: link } })
  expect(await send(harness, signIn, { email, pin: second.pin, password: 'only the second' })).toMatchObject({
    status: 200,
  })
})

test('a link lives an hour, and a newer one replaces it', async () => {
  const email = freshEmail()
  await addAccount(harness.db, { email })
  const [first = ''] = await askForLinks(email)
  const [second = ''] = await askForLinks(email)
  const check = async (linkToken: string) =>
    (await send(harness, checkResetLink, {}, { parts: { linkToken } })).status
  expect([await check(first), await check(second)]).toEqual([404, 200])
  harness.clock.advance(HOUR - MINUTE)
  expect(await check(second)).toBe(200)
  harness.clock.advance(MINUTE)
  expect(await check(second)).toBe(404)
  expect(
    await send(harness, chooseNewPassword, passwords('too late now'), { parts: { linkToken: second } }),
  ).toMatchObject({ status: 404, body: { errors: expect.stringContaining('the link did not work') } })
})

test('of ten that use one link at once, one sets the password', async () => {
  const email = freshEmail()
  await addAccount(harness.db, { email })
  const [linkToken = ''] = await askForLinks(email)
  const tries = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      send(harness, chooseNewPassword, passwords(`password ${index}`), { parts: { linkToken } }),
    ),
  )
  expect(tries.filter((answer) => answer.status === 200)).toHaveLength(1)
  expect(await mailsTo(email, 'password-changed')).toHaveLength(1)
})

test('passwords are required, long enough and equal [PWC-06]', async () => {
  const refusal = async (body: { password?: string; password_confirm?: string }) =>
    (await send(harness, chooseNewPassword, body, { parts: { linkToken: 'any' } })).body.errors
  expect(await refusal({})).toEqual({
    password: ['This field is required'],
    password_confirm: ['This field is required'],
  })
  expect(await refusal(passwords('short'))).toMatchObject({ password: ['Minimum 6 characters required'] })
  expect(await refusal(passwords('long enough', 'but another'))).toEqual({
    password_confirm: ['Two password fields don`t match'],
  })
  expect((await send(harness, requestPasswordReset, { email: 'nonsense' })).body).toEqual({
    errors: { email: ['Enter a valid email address'] },
  })
})

test('links in mails begin with the configured url, whatever Host a request names', async () => {
  const email = freshEmail()
  await addAccount(harness.db, { email })
  await send(harness, requestPasswordReset, { email }, { headers: { host: 'evil.example' } })
  await expect.poll(() => mailsTo(email), { timeout: 40_000 }).toHaveLength(1)
  const [mail] = await mailsTo(email)
  expect(mail?.plain).toContain('http://localhost:3000/password-reset/confirm/')
  expect(`${mail?.plain}${mail?.html}`).not.toContain('evil')
})

test('repeated requests are slowed down, for known and unknown emails alike', async () => {
  const email = freshEmail()
  const ask = () => send(harness, requestPasswordReset, { email }, { address: '198.51.100.254' })
  for (let times = 0; times < 6; times += 1) expect((await ask()).status).toBe(200)
  expect(await ask()).toMatchObject({
    status: 429,
    body: { errors: 'Too many attempts. Please wait 60 minutes and try again.' },
  })
})
