// On PostgreSQL: two of its requests race.

import { afterAll, beforeAll, expect, test } from 'vitest'
import * as messages from '#contract/accounts/passkey-messages.ts'
import type { Status } from '#contract/accounts/statuses.ts'
import { signInWithPasskey, startPasskeySignIn } from '#contract/features/passkey-sign-in.ts'
import { removePasskey } from '#contract/features/passkeys.ts'
import { signIn } from '#contract/features/sign-in.ts'
import { sql } from '#server/platform/db/sql.ts'
import { MINUTE } from '#server/ports/clock.ts'
import { addAccount, addAgent } from '#server/test-kit/accounts.ts'
import { openAuthenticator } from '#server/test-kit/authenticator.ts'
import { freshEmail, freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { mailsTo } from '#server/test-kit/mails.ts'
import {
  addPasskeyPerson,
  cookieOf,
  createPasskey,
  signInBy,
  startSignIn,
} from '#server/test-kit/passkeys.ts'
import { addProtected } from '#server/test-kit/second-factor.ts'
import { send } from '#server/test-kit/send.ts'
import { signedInAs, valuesIn } from '#server/test-kit/signed-in.ts'
import { tidy } from '../../background/tidying/tidy.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const account = { data: { redirect_url: '/account/' } }
const refused = { errors: messages.passkeyRefused }

async function open(url: string, cookies: Record<string, string>) {
  const headers = { cookie: cookieOf(cookies) }
  return (await harness.app.inject({ url, headers })).statusCode
}

test('a passkey signs its person in without an email or a password', async () => {
  const { authenticator, email, agentId } = await addPasskeyPerson(harness)
  const { options } = await startSignIn(harness)
  expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] })
  const done = await signInBy(harness, authenticator)
  expect([done.status, done.body]).toEqual([200, account])
  expect(await open('/account/', done.cookies)).toBe(200)
  expect(await mailsTo(harness, email, 'new-device')).toHaveLength(2)
  const used = await harness.db.one(
    sql`select counter, last_used_at from passkeys where agent_id = ${agentId}`,
  )
  expect(used).toEqual({ counter: 1, last_used_at: harness.clock.now() })
})

test('it leads where a password would: to the requested page, or to billing on a phone', async () => {
  const { authenticator } = await addPasskeyPerson(harness)
  const signedInBy = await signInBy(harness, authenticator, { next: '/account/people/' })
  expect(signedInBy.body).toEqual({ data: { redirect_url: '/account/people/' } })
  const elsewhere = await signInBy(harness, authenticator, { next: 'https://example.com/' })
  expect(elsewhere.body).toEqual(account)
  const paying = await signInBy(harness, authenticator, { mobile_retry: '1' })
  expect(paying.body).toEqual({ data: { redirect_url: '/account/billing/' } })
})

test('a person with two-step verification needs no code after a passkey', async () => {
  const { person, email } = await addProtected(harness)
  const authenticator = openAuthenticator()
  expect((await createPasskey(harness, person, authenticator)).status).toBe(200)
  const done = await signInBy(harness, authenticator)
  expect(done.body).toEqual(account)
  expect(await open('/account/', done.cookies)).toBe(200)
  expect(email).not.toBe('')
})

test.each([
  ['past_due', '/account/billing/', true],
  ['canceled', '/account/reactivate/', true],
  ['pending', '/login/?status=registered', false],
] as [Status, string, boolean][])(
  'in an account that is %s it leads to %s',
  async (status, path, hasSession) => {
    const { authenticator, accountId } = await addPasskeyPerson(harness)
    await harness.db.run(sql`update accounts set status = ${status} where id = ${accountId}`)
    const done = await signInBy(harness, authenticator)
    expect(done.body).toEqual({ data: { redirect_url: path } })
    expect(done.cookies.session !== undefined).toBe(hasSession)
  },
)

test('it opens nothing in an account closed for fraud', async () => {
  const { authenticator, accountId } = await addPasskeyPerson(harness)
  await harness.db.run(
    sql`update accounts set status = 'canceled', fraud_marked_at = now() where id = ${accountId}`,
  )
  const done = await signInBy(harness, authenticator)
  expect(done.body).toEqual({ data: { redirect_url: '/login/?status=logged_out_as_fraud' } })
  expect(done.cookies.session).toBeUndefined()
})

test('a removed one is refused as unknown, even if its person was removed', async () => {
  const { authenticator, person, agentId } = await addPasskeyPerson(harness)
  const { id } = await harness.db.one<{ id: number }>(
    sql`select id from passkeys where agent_id = ${agentId}`,
  )
  await person.send(removePasskey, { passkey_id: id })
  const unknown = { errors: messages.passkeyUnknown, unknown_passkey: true }
  const gone = await signInBy(harness, authenticator)
  expect([gone.status, gone.body]).toEqual([401, unknown])

  const { accountId } = await addAccount(harness.db, { email: freshEmail() })
  const email = freshEmail()
  const userId = await addAgent(harness.db, accountId, { email, role: 'user' })
  const own = openAuthenticator()
  expect((await createPasskey(harness, await signedInAs(harness, { email }), own)).status).toBe(200)
  await harness.db.run(sql`update agents set removed_at = now() where id = ${userId}`)
  expect((await signInBy(harness, own)).body).toEqual(unknown)
})

test('an answer works once, even if used twice at the same moment', async () => {
  const { authenticator } = await addPasskeyPerson(harness)
  const { options, cookies } = await startSignIn(harness)
  const credential = authenticator.get(options)
  const give = () =>
    send(
      harness,
      signInWithPasskey,
      { credential },
      { address: freshIp(), headers: { cookie: cookieOf(cookies) } },
    )
  const statuses = (await Promise.all([give(), give()])).map(({ status }) => status).sort()
  expect(statuses).toEqual([200, 401])
  expect((await give()).body).toEqual(refused)
})

test('a challenge is valid in one browser for five minutes, and is then deleted', async () => {
  const { authenticator } = await addPasskeyPerson(harness)
  const { options } = await startSignIn(harness)
  const other = await startSignIn(harness)
  const give = (cookies: Record<string, string>, given: Record<string, unknown>) =>
    send(
      harness,
      signInWithPasskey,
      { credential: authenticator.get(given) },
      { address: freshIp(), headers: { cookie: cookieOf(cookies) } },
    )
  expect((await give(other.cookies, options)).body).toEqual(refused)
  expect((await give({}, options)).body).toEqual(refused)
  harness.clock.advance(5 * MINUTE)
  expect((await give(other.cookies, other.options)).body).toEqual(refused)
  await tidy(harness)
  expect(await harness.db.many(sql`select from passkey_challenges`)).toEqual([])
})

test.each([
  ['signed for another origin', { origin: 'https://evil.example' }],
  ['signed for another site', { rpId: 'evil.example' }],
  ['signed without verifying the person', { isVerified: false }],
  ['of another person, by its user handle', { userHandle: 'c29tZWJvZHkgZWxzZQ' }],
  ['without a user handle, where nobody was named', { userHandle: '' }],
])('an answer %s is refused', async (_, quirks) => {
  const { authenticator } = await addPasskeyPerson(harness)
  const done = await signInBy(harness, authenticator, { quirks })
  expect([done.status, done.body]).toEqual([401, refused])
  expect(done.cookies.session).toBeUndefined()
})

test('an answer signed by another key is refused', async () => {
  const { authenticator } = await addPasskeyPerson(harness)
  const { options, cookies } = await startSignIn(harness)
  const { userHandle } = authenticator.get(options).response
  const answer = openAuthenticator().get(options, { userHandle: userHandle ?? '' })
  const forged = { ...answer, id: authenticator.credentialId }
  const headers = { cookie: cookieOf(cookies) }
  expect((await send(harness, signInWithPasskey, { credential: forged }, { headers })).body).toEqual(refused)
})

test('a counter that goes backward is refused and logged for the person', async () => {
  const { authenticator, email } = await addPasskeyPerson(harness)
  expect((await signInBy(harness, authenticator, { quirks: { counter: 7 } })).status).toBe(200)
  for (const counter of [7, 6, 0])
    expect((await signInBy(harness, authenticator, { quirks: { counter } })).body).toEqual(refused)
  expect((await signInBy(harness, authenticator, { quirks: { counter: 8 } })).status).toBe(200)
  const person = await signedInAs(harness, { email })
  expect((await person.open('/account/activity/')).html).toContain('may have been copied')
})

test('an authenticator without a counter works repeatedly', async () => {
  const email = freshEmail()
  await addAccount(harness.db, { email })
  const authenticator = openAuthenticator('http://localhost:3000', { counts: false, isSynced: true })
  await createPasskey(harness, await signedInAs(harness, { email }), authenticator)
  for (let times = 0; times < 3; times += 1) expect((await signInBy(harness, authenticator)).status).toBe(200)
})

test('of two accounts with one email, each passkey opens its own, and only the chosen one', async () => {
  const email = freshEmail()
  const first = await addPasskeyPerson(harness, { email })
  const second = await addAccount(harness.db, { email })
  const { cookies } = await send(
    harness,
    signIn,
    { email, password: 'password1', pin: second.pin },
    { address: freshIp() },
  )
  const device = `device=${cookies.device}`
  const wrong = await signInBy(harness, first.authenticator, { pin: second.pin })
  expect([wrong.status, wrong.body]).toEqual([401, { errors: messages.passkeyOfOther }])
  const right = await signInBy(harness, first.authenticator, { pin: first.pin })
  expect(right.body).toEqual(account)
  const page = await harness.app.inject({ url: '/account/', headers: { cookie: cookieOf(right.cookies) } })
  expect(valuesIn(page.body).pin).toBe(first.pin)

  // Only a device where this person has signed in before learns which passkeys there are.
  const chosen = { email, pin: first.pin }
  expect((await startSignIn(harness, chosen)).options.allowCredentials).toEqual([])
  expect((await startSignIn(harness, { ...chosen, cookie: device })).options.allowCredentials).toEqual([])
  const known = await startSignIn(harness, { ...chosen, cookie: `device=${right.cookies.device}` })
  expect(known.options.allowCredentials).toEqual([
    { id: first.authenticator.credentialId, transports: ['internal'], type: 'public-key' },
  ])
})

test('if the person is known, an answer needs no user handle, and must be theirs', async () => {
  const { authenticator, email, pin } = await addPasskeyPerson(harness)
  const { authenticator: strange } = await addPasskeyPerson(harness)
  const { cookies } = await signInBy(harness, authenticator)
  const answerBy = async (key: typeof authenticator) => {
    const started = await startSignIn(harness, { email, pin, cookie: `device=${cookies.device}` })
    const credential = key.get(started.options, { userHandle: '' })
    const headers = { cookie: cookieOf(started.cookies) }
    return send(harness, signInWithPasskey, { credential }, { address: freshIp(), headers })
  }
  expect((await answerBy(authenticator)).body).toEqual(account)
  expect((await answerBy(strange)).body).toEqual({ errors: messages.passkeyOfOther })
})

test('attempts are limited by network', async () => {
  const address = freshIp()
  let slowed = 0
  for (let tries = 0; tries < 121; tries += 1)
    slowed += (await send(harness, startPasskeySignIn, {}, { address })).status === 429 ? 1 : 0
  expect(slowed).toBe(1)
})

test('at an IP address passkeys are neither offered nor accepted', async () => {
  const offers = async (host: string) =>
    valuesIn((await harness.app.inject({ url: '/login/', headers: { host } })).body).offersPasskeys
  expect([await offers('localhost:3000'), await offers('127.0.0.1:3000')]).toEqual([true, false])
  const headers = { host: '127.0.0.1:3000' }
  const notHere = { errors: messages.passkeyNotHere('http://localhost:3000') }
  const started = await send(harness, startPasskeySignIn, {}, { headers })
  expect([started.status, started.body]).toEqual([400, notHere])
  const credential = openAuthenticator().get({ rpId: 'localhost', challenge: 'x' })
  expect((await send(harness, signInWithPasskey, { credential }, { headers })).body).toEqual(notHere)
})

test.each([
  ['https://desk.example.com', true],
  ['https://192.0.2.7', false],
  ['http://desk.example.com', false],
])('a site at %s: %s', async (publicUrl, isOffered) => {
  const site = await openHarness({ environment: { PUBLIC_URL: publicUrl } })
  const { body } = await site.app.inject({ url: '/login/', headers: { host: '127.0.0.1:3000' } })
  expect(valuesIn(body).offersPasskeys).toBe(isOffered)
  await site.close()
})
