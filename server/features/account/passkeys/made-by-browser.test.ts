import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Passkey, removePasskey } from '#contract/features/passkeys.ts'
import { turnOffSecondFactor } from '#contract/features/second-factor.ts'
import { askForEmail } from '#contract/features/security.ts'
import { confirmIdentity } from '#contract/features/step-up.ts'
import { DAY, MINUTE } from '#server/ports/clock.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { openAuthenticator } from '#server/test-kit/authenticator.ts'
import { addTeam, confirmOwner, demand } from '#server/test-kit/factor-demand.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { mailsTo } from '#server/test-kit/mails.ts'
import { addTestPartner, CALLBACK, requestAuthorization } from '#server/test-kit/partners.ts'
import { createPasskey, signInBy } from '#server/test-kit/passkeys.ts'
import { addProtected, typePassword } from '#server/test-kit/second-factor.ts'
import { type SignedIn, signedInAs, valuesIn } from '#server/test-kit/signed-in.ts'

// Passkeys that a browser made automatically, after a password.
let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const password = 'password1'
const stepUpFor = (...ways: string[]) => ({ status: 403, body: { step_up: ways } })
/** A sensitive change that always succeeds. */
const change = (person: SignedIn) => person.send(askForEmail, { email: freshEmail() })
const listOf = async (person: SignedIn) =>
  valuesIn((await person.open('/account/security/passkeys/')).html).passkeys as Passkey[]

async function makeAutomatically(person: SignedIn) {
  const authenticator = openAuthenticator(harness.config.publicUrl)
  const quirks = { isPresent: false, isVerified: false }
  const made = await createPasskey(harness, person, authenticator, { quirks, isAutomatic: true })
  expect(made.status).toBe(200)
  return authenticator
}

/** Someone whose browser made a passkey, now at another computer. */
async function addElsewhere() {
  const email = freshEmail()
  const { agentId } = await addAccount(harness.db, { email })
  const authenticator = await makeAutomatically(await signedInAs(harness, { email }))
  return { email, agentId, authenticator, person: await signedInAs(harness, { email }) }
}

test('until its first use, a password confirms changes elsewhere; afterwards only a passkey does', async () => {
  const { person, authenticator } = await addElsewhere()
  expect(await change(person)).toMatchObject({ status: 200 })
  harness.clock.advance(10 * MINUTE)
  expect(await change(person)).toMatchObject(stepUpFor('passkey', 'password'))
  expect(await person.send(confirmIdentity, { password })).toMatchObject({ status: 200 })
  expect(await change(person)).toMatchObject({ status: 200 })
  expect((await signInBy(harness, authenticator)).status).toBe(200)
  expect(await change(person)).toMatchObject(stepUpFor('passkey'))
  expect(await person.send(confirmIdentity, { password })).toMatchObject(stepUpFor('passkey'))
})

test('with an app, the code confirms changes, as before', async () => {
  const { person, code } = await addProtected(harness)
  await makeAutomatically(person)
  harness.clock.advance(10 * MINUTE)
  expect(await change(person)).toMatchObject(stepUpFor('passkey', 'code'))
  expect(await person.send(confirmIdentity, { code: code() })).toMatchObject({ status: 200 })
  expect(await change(person)).toMatchObject({ status: 200 })
})

test('until its first use, a password authorizes a partner', async () => {
  const partner = await addTestPartner(harness)
  const { email, authenticator } = await addElsewhere()
  const before = await requestAuthorization(harness, partner, { email })
  expect(String(before.body.redirect_uri).startsWith(`${CALLBACK}&code=`)).toBe(true)
  await signInBy(harness, authenticator)
  expect((await requestAuthorization(harness, partner, { email })).body).toEqual({
    redirect_uri: '/login/second-step/',
  })
})

test('it does not meet a required second factor until its first use', async () => {
  const team = await addTeam(harness)
  const authenticator = await makeAutomatically(await signedInAs(harness, { email: team.email }))
  await confirmOwner(team)
  await demand(team, '1')
  const person = await signedInAs(harness, { email: team.email })
  const dueOf = async () => valuesIn((await person.open('/account/')).html).factorDueAt
  expect(await dueOf()).toEqual(expect.any(String))
  harness.clock.advance(DAY)
  const late = await typePassword(harness, team.email)
  expect(late.body).toEqual({ data: { redirect_url: '/login/second-step/set-up/' } })
  expect((await signInBy(harness, authenticator)).status).toBe(200)
  expect(await dueOf()).toBeNull()
  const typed = await typePassword(harness, team.email)
  expect(typed.body).toEqual({ data: { redirect_url: '/login/second-step/' } })
})

test('it can be removed beside a required app, but the app cannot be turned off', async () => {
  const team = await addTeam(harness)
  await makeAutomatically(team.owner.person)
  expect((await demand(team, '1')).status).toBe(200)
  const { person } = team.owner
  expect((await person.send(turnOffSecondFactor, {})).status).toBe(400)
  expect(valuesIn((await person.open('/account/security/second-factor/')).html).hasPasskey).toBe(false)
  const [{ id } = { id: 0 }] = await listOf(person)
  expect((await person.send(removePasskey, { passkey_id: id })).status).toBe(200)
})

test('the email about a new passkey says what confirms changes from then on', async () => {
  const { email, person } = await addElsewhere()
  const app = await addProtected(harness)
  await makeAutomatically(app.person)
  await createPasskey(harness, person)
  const [automatic, byHand] = await mailsTo(harness, email, 'passkey-added')
  expect(automatic?.plain).toContain('Your browser created it after you signed in.')
  expect(automatic?.plain).toContain('until you use the passkey for the first time')
  expect(byHand?.plain).not.toContain('Your browser created it')
  expect(byHand?.plain).toContain('Your password is not enough.')
  const [beside] = await mailsTo(harness, app.email, 'passkey-added')
  expect(beside?.plain).toContain('A code from your authenticator app still works.')
})
