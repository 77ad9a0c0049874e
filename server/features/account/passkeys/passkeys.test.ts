// On PostgreSQL: two of its requests race.

import { afterAll, beforeAll, expect, test } from 'vitest'
import * as messages from '#contract/accounts/passkey-messages.ts'
import {
  addPasskey,
  answerPasskeyOffer,
  type Passkey,
  recoverPasskeys,
  removePasskey,
  renamePasskey,
  startPasskey,
} from '#contract/features/passkeys.ts'
import { chooseNewPassword, requestPasswordReset } from '#contract/features/password-reset.ts'
import { askForFactorRecovery, cancelFactorRecovery } from '#contract/features/second-step.ts'
import { confirmIdentity, startPasskeyConfirmation } from '#contract/features/step-up.ts'
import { finishRecoveries } from '#server/identity/recover-second-factor.ts'
import { sql } from '#server/platform/db/sql.ts'
import { HOUR, MINUTE } from '#server/ports/clock.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { openAuthenticator, type Quirks } from '#server/test-kit/authenticator.ts'
import { freshEmail, freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { linkTokenIn, mailsTo } from '#server/test-kit/mails.ts'
import {
  addPasskeyPerson,
  cookieOf,
  createPasskey,
  optionsIn,
  signInBy,
  startSignIn,
} from '#server/test-kit/passkeys.ts'
import { addProtected, turnOnFactor, typePassword } from '#server/test-kit/second-factor.ts'
import { send } from '#server/test-kit/send.ts'
import { type SignedIn, signedInAs, valuesIn } from '#server/test-kit/signed-in.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness({ works: true })
})
afterAll(() => harness.close())

const PAGE = '/account/security/passkeys/'
const userAgent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'

async function newPerson(company = 'North Shore Realty') {
  const email = freshEmail()
  const account = await addAccount(harness.db, { email, company })
  return { email, ...account, person: await signedInAs(harness, { email, userAgent }) }
}

const listOf = async (person: SignedIn) => valuesIn((await person.open(PAGE)).html).passkeys as Passkey[]
const offerTo = async (person: SignedIn) => valuesIn((await person.open('/account/')).html).passkeyOffer

test('its name identifies the account; the user handle reveals nothing', async () => {
  const { person, email, pin } = await newPerson('Zanzibar Homes')
  const { user, rp, ...options } = optionsIn((await person.send(startPasskey, {})).body) as {
    user: { id: string; name: string; displayName: string }
    rp: { id: string }
    authenticatorSelection: object
    pubKeyCredParams: { alg: number }[]
  }
  // None that only this release of Node knows.
  expect(options.pubKeyCredParams.map(({ alg }) => alg)).toEqual([-8, -7, -257])
  expect(user).toMatchObject({ name: `${email} (${pin})`, displayName: `Zanzibar Homes (${pin})` })
  expect(Buffer.from(user.id, 'base64url')).toHaveLength(32)
  expect(rp.id).toBe('localhost')
  expect(options.authenticatorSelection).toMatchObject({
    residentKey: 'required',
    userVerification: 'required',
  })
  const again = optionsIn((await person.send(startPasskey, {})).body) as { user: { id: string } }
  expect(again.user.id).toBe(user.id)
  const { person: other } = await newPerson()
  expect((optionsIn((await other.send(startPasskey, {})).body) as { user: { id: string } }).user.id).not.toBe(
    user.id,
  )
})

test('a new one is listed, logged, and mailed with a way to report it', async () => {
  const { person, email } = await newPerson()
  const synced = openAuthenticator(harness.config.publicUrl, {
    isSynced: true,
    aaguid: Buffer.from('ea9b8d664d011d213ce4b6b48cb575d4', 'hex'),
  })
  expect((await createPasskey(harness, person, undefined, { userAgent })).status).toBe(200)
  expect((await createPasskey(harness, person, synced)).status).toBe(200)
  expect(await listOf(person)).toMatchObject([
    { name: 'Chrome 131 on Windows', is_synced: false, last_used: null, made: 'Nov 15, 2026' },
    { name: 'Google Password Manager', is_synced: true },
  ])
  const mails = await mailsTo(harness, email, 'passkey-added')
  expect(mails).toHaveLength(2)
  expect(mails[0]?.plain).toMatch(/This was not me[\s\S]*\/not-me\//)
  expect((await person.open('/account/activity/')).html).toContain('Added a passkey')
  expect(valuesIn((await person.open('/account/security/')).html).passkeys).toBe(2)
})

test('only its owner renames and removes it', async () => {
  const { person, authenticator, email } = await addPasskeyPerson(harness)
  const [{ id } = { id: 0 }] = await listOf(person)
  const { person: stranger } = await newPerson()
  expect((await stranger.send(renamePasskey, { passkey_id: id, name: 'Mine' })).status).toBe(404)
  expect((await stranger.send(removePasskey, { passkey_id: id })).status).toBe(404)
  expect((await person.send(renamePasskey, { passkey_id: id, name: ' ' })).status).toBe(400)
  const renamed = await person.send(renamePasskey, { passkey_id: id, name: 'Work laptop' })
  expect(renamed.body).toMatchObject({ data: { passkeys: [{ id, name: 'Work laptop' }] } })
  const none = await person.send(removePasskey, { passkey_id: 999_999_999 })
  expect([none.status, none.body]).toEqual([404, { errors: messages.passkeyGone }])
  const removed = await person.send(removePasskey, { passkey_id: id })
  expect(removed.body).toMatchObject({
    data: { passkeys: [], accepted: { rpId: 'localhost', allAcceptedCredentialIds: [] } },
  })
  expect((await signInBy(harness, authenticator)).status).toBe(401)
  expect(await mailsTo(harness, email, 'passkey-removed')).toHaveLength(1)
  const log = (await person.open('/account/activity/')).html
  expect(log).toContain('Removed a passkey')
  expect(log).toContain('Work laptop')
})

test.each([
  ['made for another origin', { origin: 'https://evil.example' }],
  ['made for another challenge', { challenge: 'c29tZXRoaW5nIGVsc2U' }],
  ['made without verifying the person', { isVerified: false }],
])('one %s is refused', async (_, quirks) => {
  const { person } = await newPerson()
  const made = await createPasskey(harness, person, undefined, { quirks })
  expect([made.status, made.body]).toEqual([400, { errors: messages.passkeyRefused }])
  expect(await listOf(person)).toEqual([])
})

test('a challenge adds one passkey, for its person, within five minutes', async () => {
  const { person } = await newPerson()
  const { person: other } = await newPerson()
  const give = async (to: SignedIn, started: Awaited<ReturnType<SignedIn['send']>>) =>
    send(
      harness,
      addPasskey,
      { credential: openAuthenticator().create(optionsIn(started.body)) },
      {
        address: freshIp(),
        headers: { cookie: cookieOf(to.cookies, { passkey: started.cookies.passkey ?? '' }) },
      },
    )
  const first = await person.send(startPasskey, {})
  expect((await give(other, first)).status).toBe(400)
  expect((await give(person, first)).status).toBe(200)
  expect((await give(person, first)).status).toBe(400)
  const late = await person.send(startPasskey, {})
  harness.clock.advance(5 * MINUTE)
  expect((await give(person, late)).status).toBe(400)
})

test('a credential that anyone has already added is refused', async () => {
  const { authenticator } = await addPasskeyPerson(harness)
  const { person } = await newPerson()
  const again = await createPasskey(harness, person, authenticator)
  expect([again.status, again.body]).toEqual([400, { errors: messages.passkeyAlreadyThere }])
})

test('a person has at most twenty, even if added concurrently', async () => {
  const { person, agentId } = await addPasskeyPerson(harness)
  await harness.db.run(sql`
    insert into passkeys (agent_id, credential_id, public_key, counter, transports, is_synced, name, created_at)
    select ${agentId}, decode(md5(n::text || ${agentId}::text), 'hex'), '', 0, '{}', false, 'Key', now()
    from generate_series(1, 18) n`)
  const tabs = await Promise.all([createPasskey(harness, person), createPasskey(harness, person)])
  expect(tabs.map(({ status }) => status).sort()).toEqual([200, 400])
  const more = await person.send(startPasskey, {})
  expect([more.status, more.body]).toEqual([400, { errors: messages.tooManyPasskeys(20) }])
  expect(await listOf(person)).toHaveLength(20)
})

test('shortly after a password the browser may create one without user presence', async () => {
  const { person } = await newPerson()
  expect(await offerTo(person)).toEqual({ mayCreate: true, mayAsk: true })
  const quirks = { isPresent: false, isVerified: false }
  const made = await createPasskey(harness, person, undefined, { quirks, isAutomatic: true })
  expect(made.status).toBe(200)
  expect(await offerTo(person)).toBeUndefined()
})

test('someone who signed in with a passkey is offered none', async () => {
  const { authenticator } = await addPasskeyPerson(harness)
  const { cookies } = await signInBy(harness, authenticator)
  const page = await harness.app.inject({ url: '/account/', headers: { cookie: cookieOf(cookies) } })
  expect(valuesIn(page.body).passkeyOffer).toBeUndefined()
})

test('with a passkey, a sensitive change asks for it, and a password is not enough', async () => {
  const { person, authenticator } = await addPasskeyPerson(harness)
  const { authenticator: strange } = await addPasskeyPerson(harness)
  const [{ id } = { id: 0 }] = await listOf(person)
  const remove = () => person.send(removePasskey, { passkey_id: id })
  harness.clock.advance(10 * MINUTE)
  const request = { status: 403, body: { step_up: ['passkey'] } }
  expect(await remove()).toMatchObject(request)
  expect(await person.send(confirmIdentity, { password: 'password1' })).toMatchObject(request)
  const confirmWith = async (key: typeof authenticator, quirks?: Quirks) => {
    const started = await person.send(startPasskeyConfirmation, {})
    const credential = key.get(optionsIn(started.body), quirks)
    const headers = { cookie: cookieOf(person.cookies, started.cookies) }
    return send(harness, confirmIdentity, { credential }, { address: freshIp(), headers })
  }
  const started = await person.send(startPasskeyConfirmation, {})
  expect(optionsIn(started.body).allowCredentials).toMatchObject([{ id: authenticator.credentialId }])
  expect((await confirmWith(strange)).body).toEqual({ errors: messages.passkeyOfOther })
  expect((await confirmWith(authenticator, { isVerified: false })).status).toBe(401)
  expect(await remove()).toMatchObject(request)
  expect((await confirmWith(authenticator)).status).toBe(200)
  expect(await remove()).toMatchObject({ status: 200 })
})

test("a removed passkey no longer counts as step-up in the person's other sessions", async () => {
  const { person, authenticator } = await addPasskeyPerson(harness)
  await createPasskey(harness, person)
  const { cookies } = await signInBy(harness, authenticator)
  const headers = { cookie: cookieOf(cookies) }
  const [{ id } = { id: 0 }, { id: other } = { id: 0 }] = await listOf(person)
  const { cookies: own } = await signInBy(harness, authenticator)
  const removed = await send(
    harness,
    removePasskey,
    { passkey_id: id },
    { address: freshIp(), headers: { cookie: cookieOf(own) } },
  )
  expect(removed.status).toBe(200)
  const again = await send(harness, removePasskey, { passkey_id: other }, { address: freshIp(), headers })
  expect(again).toMatchObject({ status: 403, body: { step_up: ['passkey'] } })
})

test('an answer for one purpose is invalid for another', async () => {
  const { person, authenticator } = await addPasskeyPerson(harness)
  const { options, cookies } = await startSignIn(harness)
  const headers = { cookie: cookieOf(person.cookies, cookies) }
  const credential = authenticator.get(options)
  expect((await send(harness, confirmIdentity, { credential }, { headers })).status).toBe(401)
})

test('a person is asked once, and never again after declining', async () => {
  const { person, email } = await newPerson()
  harness.clock.advance(5 * MINUTE)
  expect(await offerTo(person)).toEqual({ mayCreate: false, mayAsk: true })
  expect((await person.send(answerPasskeyOffer, { answer: 'asked' })).status).toBe(200)
  expect(await offerTo(person)).toBeUndefined()
  const later = await signedInAs(harness, { email })
  expect(await offerTo(later)).toEqual({ mayCreate: true, mayAsk: false })
  await later.send(answerPasskeyOffer, { answer: 'never' })
  expect(await offerTo(later)).toBeUndefined()
  expect(await offerTo(await signedInAs(harness, { email }))).toBeUndefined()
  expect((await later.send(answerPasskeyOffer, { answer: 'perhaps' as 'never' })).status).toBe(400)
})

test('a password reset keeps passkeys', async () => {
  const { email, authenticator } = await addPasskeyPerson(harness)
  await send(harness, requestPasswordReset, { email }, { address: freshIp() })
  await expect.poll(() => mailsTo(harness, email, 'password-reset')).toHaveLength(1)
  const linkToken = linkTokenIn((await mailsTo(harness, email, 'password-reset'))[0])
  const chosen = { password: 'maple otter', password_confirm: 'maple otter' }
  expect((await send(harness, chooseNewPassword, chosen, { parts: { linkToken } })).status).toBe(200)
  expect((await signInBy(harness, authenticator)).status).toBe(200)
})

test('lost passkeys are removed after 24 hours, unless the mailed link or a passkey cancels it', async () => {
  const { email, person, authenticator } = await addPasskeyPerson(harness)
  expect((await person.send(recoverPasskeys, { current_password: 'a wrong one' })).status).toBe(400)
  const request = await person.send(recoverPasskeys, { current_password: 'password1' })
  expect(request.body).toEqual({ data: { removes_at: expect.stringMatching(/^Nov 16, 2026/) } })
  const pageOf = async () => valuesIn((await person.open(PAGE)).html)
  expect((await pageOf()).lost).toEqual({ removesAt: expect.stringMatching(/^Nov 16, 2026/), waitHours: 24 })
  const linkToken = linkTokenIn((await mailsTo(harness, email, 'passkey-recovery'))[0])
  const keep = `/login/second-step/keep/${linkToken}/`
  const link = await harness.app.inject({ url: keep, remoteAddress: freshIp() })
  expect(valuesIn(link.body)).toMatchObject({ isOpen: true, what: 'passkeys' })
  await send(harness, cancelFactorRecovery, {}, { parts: { linkToken } })
  expect((await pageOf()).lost).toEqual({ removesAt: null, waitHours: 24 })

  await person.send(recoverPasskeys, { current_password: 'password1' })
  expect((await signInBy(harness, authenticator)).status).toBe(200)
  expect((await pageOf()).lost).toEqual({ removesAt: null, waitHours: 24 })

  await person.send(recoverPasskeys, { current_password: 'password1' })
  harness.clock.advance(24 * HOUR - 1)
  await finishRecoveries(harness)
  expect(await listOf(person)).toHaveLength(1)
  harness.clock.advance(1)
  await finishRecoveries(harness)
  expect(await listOf(person)).toEqual([])
  expect(await mailsTo(harness, email, 'passkeys-removed')).toHaveLength(1)
  expect((await signInBy(harness, authenticator)).status).toBe(401)
})

test.each([
  ['an app is set up', (person: SignedIn) => turnOnFactor(harness, person)],
  ['a passkey is added', (person: SignedIn) => createPasskey(harness, person)],
])('when %s, a pending removal of lost passkeys ends', async (_, setUp) => {
  const { person, authenticator } = await addPasskeyPerson(harness)
  await person.send(recoverPasskeys, { current_password: 'password1' })
  harness.clock.advance(MINUTE)
  await setUp(person)
  const before = await listOf(person)
  harness.clock.advance(24 * HOUR)
  await finishRecoveries(harness)
  expect(await listOf(person)).toEqual(before)
  expect((await signInBy(harness, authenticator)).status).toBe(200)
})

test('the removal covers passkeys that existed at its request: later ones stay', async () => {
  const { person, authenticator } = await addPasskeyPerson(harness)
  await person.send(recoverPasskeys, { current_password: 'password1' })
  harness.clock.advance(MINUTE)
  const later = openAuthenticator(harness.config.publicUrl)
  expect((await createPasskey(harness, person, later, { isAutomatic: true })).status).toBe(200)
  harness.clock.advance(24 * HOUR)
  await finishRecoveries(harness)
  expect((await signInBy(harness, authenticator)).status).toBe(401)
  expect((await signInBy(harness, later)).status).toBe(200)
})

test('the recovery of a lost second factor also removes passkeys', async () => {
  const { email, agentId, person } = await addProtected(harness)
  await createPasskey(harness, person)
  const { cookies } = await typePassword(harness, email)
  const headers = { cookie: `second-step=${cookies['second-step']}` }
  expect((await send(harness, askForFactorRecovery, {}, { headers })).status).toBe(200)
  harness.clock.advance(24 * HOUR)
  await finishRecoveries(harness)
  expect(await harness.db.many(sql`select from passkeys where agent_id = ${agentId}`)).toEqual([])
  expect((await typePassword(harness, email)).body).toEqual({ data: { redirect_url: '/account/' } })
})

test('“This was not me” in the newest notice removes the passkeys of all notices still valid', async () => {
  const { email, person, authenticator } = await addPasskeyPerson(harness)
  harness.clock.advance(MINUTE)
  const theirs = openAuthenticator()
  expect((await createPasskey(harness, person, theirs)).status).toBe(200)
  const [, newest] = await mailsTo(harness, email, 'passkey-added')
  const url = /\/not-me\/[\w-]+\//.exec(newest?.plain ?? '')?.[0] ?? ''
  await harness.app.inject({
    method: 'POST',
    url,
    remoteAddress: freshIp(),
    headers: { 'content-type': 'multipart/form-data; boundary=x', origin: harness.config.publicUrl },
    payload: '--x\r\ncontent-disposition: form-data; name="confirm"\r\n\r\n1\r\n--x--\r\n',
  })
  expect((await signInBy(harness, theirs)).status).toBe(401)
  expect((await signInBy(harness, authenticator)).status).toBe(401)
})
