import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  checkOutgoingMail,
  readOutgoingMail,
  removeOutgoingMail,
  saveOutgoingMail,
} from '#contract/features/outgoing-mail.ts'
import { signIn } from '#contract/features/sign-in.ts'
import { confirmSmtpSettings } from '#contract/features/smtp-confirmation.ts'
import type { BodyOf, Call } from '#contract/wire/call.ts'
import { mailSeals, openMailPassword, renewSeals } from '#server/identity/seal.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY, MINUTE } from '#server/ports/clock.ts'
import type { DeliveryProblem } from '#server/ports/outgoing-mail.ts'
import { addAccount, addAgent } from '#server/test-kit/accounts.ts'
import { freshEmail, freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { type MailServerUnderTest, openMailServer } from '#server/test-kit/mail-servers.ts'
import { mailsTo } from '#server/test-kit/mails.ts'
import { trustingOutgoingMail } from '#server/test-kit/outgoing-mail.ts'
import { send } from '#server/test-kit/send.ts'
import { signedInAs } from '#server/test-kit/signed-in.ts'

const PASSWORD = 'the password of the mail server'
let harness: Harness
let server: MailServerUnderTest

beforeAll(async () => {
  server = await openMailServer({ security: 'tls', login: { user: 'dana', password: PASSWORD } })
  harness = await openHarness({ works: true, outgoingMail: trustingOutgoingMail() })
})
afterAll(async () => {
  await harness.close()
  await server.close()
})

type Person = { accountId: number; email: string; ask: Ask }
type Ask = <C extends Call>(call: C, body?: Partial<BodyOf<C>>) => ReturnType<typeof send>

async function signedIn(email: string, password = 'password1'): Promise<Ask> {
  const { cookies } = await send(harness, signIn, { email, password }, { address: freshIp() })
  const headers = { cookie: `session=${cookies.session}` }
  return (call, body = {}) => send(harness, call, body, { headers })
}

async function anOwner(): Promise<Person> {
  const email = freshEmail()
  const { accountId } = await addAccount(harness.db, { email })
  return { accountId, email, ask: await signedIn(email) }
}

const settings = (changes: Record<string, string> = {}) => ({
  host: 'localhost',
  port: String(server.port),
  security: 'tls',
  username: 'dana',
  password: PASSWORD,
  from_address: 'office@north-shore.example',
  ...changes,
})

const stateOf = async (ask: Ask) =>
  (await ask(readOutgoingMail)).body.data as { state: string; words: string }
const settled = (ask: Ask) =>
  expect.poll(async () => (await stateOf(ask)).state, { timeout: 40_000 }).not.toBe('sending')
const linkIn = (text: string) =>
  text.replace(/=\r\n/g, '').match(/smtp-settings-confirmation\/([\w-]+)\//)?.[1] ?? ''
const confirm = (linkToken: string) =>
  send(harness, confirmSmtpSettings, {}, { parts: { linkToken }, address: freshIp() })
const mailTo = (email: string) => server.letters.findLast((letter) => letter.to === email)

test('settings are proved by a mail through that server, whose reusable link verifies them [WIR-26, SMT-02]', async () => {
  const { ask, email, accountId } = await anOwner()
  expect(await stateOf(ask)).toMatchObject({ state: 'none' })
  const saved = await ask(saveOutgoingMail, settings())
  expect(saved).toMatchObject({ status: 200, body: { data: { state: 'sending' } } })
  await settled(ask)
  expect(await stateOf(ask)).toEqual({
    state: 'sent',
    words: `We sent a verification email to ${email}. Open the link in it to finish.`,
  })
  const letter = mailTo(email)
  expect(letter).toMatchObject({ from: 'office@north-shore.example', isEncrypted: true, user: 'dana' })
  expect(await harness.db.many(sql`select 1 from mails where plain like '%smtp-settings%'`)).toEqual([])

  const link = linkIn(letter?.text ?? '')
  expect((await harness.app.inject(`/single/smtp-settings-confirmation/${link}/`)).statusCode).toBe(200)
  expect(await stateOf(ask)).toMatchObject({ state: 'sent' })
  for (const _time of [1, 2]) {
    expect(await confirm(link)).toMatchObject({ status: 200, body: { data: { status: 'verified' } } })
  }
  expect(await stateOf(ask)).toEqual({ state: 'verified', words: 'Your email is sent through localhost.' })
  harness.clock.advance(2 * DAY - MINUTE)
  expect(await confirm(link)).toMatchObject({ status: 200 })
  harness.clock.advance(-2 * DAY + MINUTE)
  const done = await harness.db.many(
    sql`select action from audit where account_id = ${accountId} order by id`,
  )
  expect(done).toEqual([{ action: 'outgoing-mail-saved' }])
})

test('a check asked for in an old tab does not unverify what the link has verified', async () => {
  const { ask, email } = await anOwner()
  await ask(saveOutgoingMail, settings())
  await settled(ask)
  expect(await confirm(linkIn(mailTo(email)?.text ?? ''))).toMatchObject({ status: 200 })
  expect(await ask(checkOutgoingMail)).toMatchObject({ status: 200, body: { data: { state: 'verified' } } })
})

test('a link is valid for its own settings and a day, and cannot be guessed [WIR-26, SMT-03]', async () => {
  const { ask, email } = await anOwner()
  await ask(saveOutgoingMail, settings())
  await settled(ask)
  const first = linkIn(mailTo(email)?.text ?? '')
  await ask(saveOutgoingMail, settings({ from_address: 'desk@north-shore.example' }))
  await settled(ask)
  const second = linkIn(mailTo(email)?.text ?? '')
  const refused = { status: 404, body: { error: expect.stringContaining('This link no longer works') } }
  expect(await confirm(first)).toMatchObject(refused)
  expect(await confirm('made-up')).toMatchObject(refused)
  harness.clock.advance(DAY)
  expect(await confirm(second)).toMatchObject(refused)
  harness.clock.advance(-DAY)
  expect(await confirm(second)).toMatchObject({ status: 200 })
})

test("a removed person's link verifies nothing; what is verified stays verified", async () => {
  const { ask, email, accountId } = await anOwner()
  const endLinks = () =>
    harness.db.run(sql`update links set spent_at = ${harness.clock.now()} where account_id = ${accountId}`)
  await ask(saveOutgoingMail, settings())
  await settled(ask)
  const link = linkIn(mailTo(email)?.text ?? '')
  await endLinks()
  expect(await confirm(link)).toMatchObject({ status: 404 })
  expect(await stateOf(ask)).toMatchObject({ state: 'sent' })
  await ask(saveOutgoingMail, settings({ from_address: 'desk@north-shore.example' }))
  await settled(ask)
  const next = linkIn(mailTo(email)?.text ?? '')
  expect(await confirm(next)).toMatchObject({ status: 200 })
  await endLinks()
  expect(await confirm(next)).toMatchObject({ status: 200 })
})

test('without a script a button verifies, and a bad link says so [SMT-02, SMT-03]', async () => {
  const { ask, email } = await anOwner()
  await ask(saveOutgoingMail, settings())
  await settled(ask)
  const post = (link: string) =>
    harness.app.inject({
      method: 'POST',
      url: `/single/smtp-settings-confirmation/${link}/`,
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      payload: '--x--\r\n',
    })
  const bad = await post('made-up')
  expect([bad.statusCode, bad.body.includes('Error!')]).toEqual([404, true])
  const good = await post(linkIn(mailTo(email)?.text ?? ''))
  expect([good.statusCode, good.body.includes('Your SMTP settings were successfully verified.')]).toEqual([
    200,
    true,
  ])
  expect(await stateOf(ask)).toMatchObject({ state: 'verified' })
})

test('a failure is explained, leaves no link behind, and can be retried', async () => {
  const { ask, accountId, email } = await anOwner()
  await ask(saveOutgoingMail, settings({ password: 'wrong' }))
  await settled(ask)
  expect(await stateOf(ask)).toEqual({
    state: 'failed',
    words: 'localhost did not accept the user name and password. Some providers require an app password.',
  })
  expect(
    await harness.db.many(
      sql`select 1 from links where account_id = ${accountId} and purpose = 'smtp-confirmation'`,
    ),
  ).toEqual([])
  await ask(saveOutgoingMail, settings({ host: 'no-such-server.invalid' }))
  await settled(ask)
  expect(await stateOf(ask)).toMatchObject({
    state: 'failed',
    words: expect.stringContaining('We could not find a server named no-such-server.invalid'),
  })
  await ask(saveOutgoingMail, settings())
  await settled(ask)
  expect(await stateOf(ask)).toMatchObject({ state: 'sent' })
  expect(await ask(checkOutgoingMail)).toMatchObject({ status: 200, body: { data: { state: 'sending' } } })
  await settled(ask)
  expect(server.letters.filter((letter) => letter.to === email)).toHaveLength(2)
})

test('a kept password stays with its server and user name', async () => {
  const { ask, accountId } = await anOwner()
  await ask(saveOutgoingMail, settings())
  await settled(ask)
  expect(
    await ask(saveOutgoingMail, settings({ password: '', from_address: 'new@example.com' })),
  ).toMatchObject({
    status: 200,
  })
  await settled(ask)
  expect(await stateOf(ask)).toMatchObject({ state: 'sent' })
  for (const change of [{ host: 'evil.example' }, { username: 'someone else' }])
    expect(await ask(saveOutgoingMail, settings({ password: '', ...change }))).toMatchObject({
      status: 400,
      body: { errors: { password: [expect.stringContaining('Enter the password')] } },
    })
  expect(await ask(removeOutgoingMail)).toMatchObject({ status: 200, body: { data: { state: 'none' } } })
  expect(await harness.db.many(sql`select 1 from smtp_settings where account_id = ${accountId}`)).toEqual([])
  expect(await ask(checkOutgoingMail)).toMatchObject({ status: 404 })
})

test('the password is sealed, never shown, and resealed when the secrets rotate', async () => {
  const { ask, accountId, email } = await anOwner()
  await ask(saveOutgoingMail, settings())
  await settled(ask)
  const read = () =>
    harness.db.one<{ sealed: Buffer; keyId: string }>(sql`
      select password_sealed as sealed, key_id as "keyId" from smtp_settings where account_id = ${accountId}`)
  const kept = await read()
  expect(kept.sealed.toString('latin1')).not.toContain(PASSWORD)
  const { cookies } = await send(harness, signIn, { email, password: 'password1' }, { address: freshIp() })
  const page = await harness.app.inject({
    url: '/account/outgoing-mail/',
    cookies: { session: cookies.session ?? '' },
  })
  expect([
    page.statusCode,
    page.body.includes('office@north-shore.example'),
    page.body.includes(PASSWORD),
  ]).toEqual([200, true, false])
  expect(harness.logged()).not.toContain(PASSWORD)

  const [old = ''] = harness.config.secrets
  const rotated = ['a newer secret that is also long enough to be one', old]
  const renew = (secrets: string[]) => renewSeals(harness.db, mailSeals, secrets)
  expect(await renew([old])).toEqual({ renewed: 0, isFinished: true, hasUnreadable: false })
  expect((await renew(rotated)).renewed).toBeGreaterThan(0)
  const renewed = await read()
  expect(renewed.keyId).not.toBe(kept.keyId)
  expect(openMailPassword(renewed.sealed, rotated.slice(0, 1))).toBe(PASSWORD)
  expect(() => openMailPassword(renewed.sealed, [old])).toThrow('No secret')
  expect(await renew([old])).toEqual({ renewed: 0, isFinished: true, hasUnreadable: true })
  await renew([old, ...rotated])
  expect(mailSeals.seal('x', [old]).keyId).toBe((await read()).keyId)
})

test('the owner is told when emails go through another server, not when they only try again', async () => {
  const { email, ask } = await anOwner()
  const told = async () => (await mailsTo(harness, email, 'outgoing-mail-changed')).map(({ plain }) => plain)
  await ask(saveOutgoingMail, settings())
  await ask(saveOutgoingMail, settings({ port: '587', password: 'another one' }))
  expect(await told()).toEqual([
    expect.stringMatching(/through localhost, as office@north-shore\.example,[\s\S]*This was not me/),
  ])
  await ask(saveOutgoingMail, settings({ from_address: 'sales@north-shore.example' }))
  await ask(removeOutgoingMail)
  await ask(removeOutgoingMail)
  expect((await told()).slice(1)).toEqual([
    expect.stringContaining('as sales@north-shore.example,'),
    expect.stringContaining('no longer go through a mail server of your own'),
  ])
})

test('only the owner changes it, and only signed-in people see it', async () => {
  const owner = await anOwner()
  const email = freshEmail()
  await addAgent(harness.db, owner.accountId, { email, role: 'user' })
  const user = await signedIn(email)
  expect(await user(saveOutgoingMail, settings())).toMatchObject({ status: 403 })
  expect(await user(removeOutgoingMail)).toMatchObject({ status: 403 })
  expect(await user(checkOutgoingMail)).toMatchObject({ status: 403 })
  expect(await user(readOutgoingMail)).toMatchObject({ status: 200 })
  expect(await send(harness, saveOutgoingMail, settings())).toMatchObject({ status: 401 })
  expect(await send(harness, readOutgoingMail, {})).toMatchObject({ status: 401 })
})

test('each setting is validated, as are rules over several', async () => {
  const { ask } = await anOwner()
  const refusal = async (changes: Record<string, string>) =>
    (await ask(saveOutgoingMail, settings(changes))).body.errors
  expect(await refusal({ host: '', port: '', from_address: '' })).toEqual({
    host: ['This field is required'],
    port: ['This field is required'],
    from_address: ['This field is required'],
  })
  expect(await refusal({ host: 'smtp example', port: '70000' })).toEqual({
    host: ['Enter a server name, like smtp.example.com'],
    port: ['Enter a port from 1 to 65535'],
  })
  expect(await refusal({ host: 'http://smtp.example.com/' })).toHaveProperty('host')
  expect(await refusal({ security: 'none' })).toEqual({
    security: ['Choose STARTTLS or TLS. Without encryption, anyone on the network could read your password.'],
  })
  expect(await refusal({ security: 'rot13' })).toEqual({ security: ['Choose one of the listed options'] })
  expect(await refusal({ password: '' })).toEqual({ password: ['This field is required'] })
})

test('it cannot be used to scan servers', async () => {
  const { ask } = await anOwner()
  for (let times = 0; times < 20; times += 1)
    expect((await ask(saveOutgoingMail, settings())).status).toBe(200)
  expect(await ask(saveOutgoingMail, settings())).toMatchObject({ status: 429 })
})

test('every possible failure has its own message', async () => {
  let problem: DeliveryProblem = 'refused'
  const failing = await openHarness({
    works: true,
    outgoingMail: { deliver: async () => ({ kind: 'failed', problem, said: '550 not you' }) },
  })
  const email = freshEmail()
  await addAccount(failing.db, { email })
  const owner = await signedInAs(failing, { email })
  const messagesFor: Record<DeliveryProblem, string> = {
    'name-not-found': 'We could not find a server named smtp.example.com.',
    'not-public': 'smtp.example.com is not on the public internet.',
    refused: 'smtp.example.com refused the connection on port 587.',
    'timed-out': 'smtp.example.com did not answer on port 587.',
    'no-tls': 'smtp.example.com does not support the security setting you chose on port 587.',
    'bad-certificate': 'We could not verify that this is really smtp.example.com:',
    'wrong-login': 'smtp.example.com did not accept the user name and password.',
    'not-accepted': 'smtp.example.com did not accept the email. It said: 550 not you',
    'broken-off': 'smtp.example.com closed the connection.',
  }
  for (const [name, words] of Object.entries(messagesFor)) {
    problem = name as DeliveryProblem
    await owner.send(
      saveOutgoingMail,
      settings({ host: 'smtp.example.com', port: '587', security: 'starttls' }),
    )
    const told = async () => JSON.stringify((await owner.send(readOutgoingMail, {})).body)
    await expect.poll(told, { timeout: 40_000 }).toContain(words)
  }
  await failing.close()
})
