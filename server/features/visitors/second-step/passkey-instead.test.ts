import { afterAll, beforeAll, expect, test } from 'vitest'
import { authorize } from '#contract/features/authorize.ts'
import { withdrawFactorDemand } from '#contract/features/second-factor-demand.ts'
import {
  askForFactorRecovery,
  confirmStepWithPasskey,
  startPasskeyStep,
} from '#contract/features/second-step.ts'
import { askForEmail } from '#contract/features/security.ts'
import { finishRecoveries } from '#server/identity/recover-second-factor.ts'
import { sql } from '#server/platform/db/sql.ts'
import { HOUR } from '#server/ports/clock.ts'
import { openAuthenticator } from '#server/test-kit/authenticator.ts'
import { addTeam, atDemand, confirmOwner, demand, type Team } from '#server/test-kit/factor-demand.ts'
import { freshEmail, freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { addTestPartner, CALLBACK, exchange, requestAuthorization } from '#server/test-kit/partners.ts'
import { addPasskeyPerson, cookieOf, createPasskey, optionsIn } from '#server/test-kit/passkeys.ts'
import { typeCode, typePassword } from '#server/test-kit/second-factor.ts'
import { send } from '#server/test-kit/send.ts'
import { signedInAs, valuesIn } from '#server/test-kit/signed-in.ts'

// People with passkeys and no authenticator app, for whom a password alone is not enough.
let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const STEP = '/login/second-step/'

/** Presses the button of the second step. */
async function showPasskey(cookie: string, authenticator: ReturnType<typeof openAuthenticator>) {
  const started = await send(harness, startPasskeyStep, {}, { address: freshIp(), headers: { cookie } })
  const credential = authenticator.get(optionsIn(started.body))
  const headers = { cookie: `${cookie}; ${cookieOf(started.cookies)}` }
  return send(harness, confirmStepWithPasskey, { credential }, { address: freshIp(), headers })
}

async function openStep(cookie: string) {
  const { headers, body } = await harness.app.inject({
    url: STEP,
    remoteAddress: freshIp(),
    headers: { cookie },
  })
  return headers.location ? { location: headers.location } : valuesIn(body)
}

/** A user with a passkey past the deadline for a factor, who has entered the password. */
async function overdue() {
  const team: Team = await addTeam(harness)
  const authenticator = openAuthenticator(harness.config.publicUrl)
  const made = await createPasskey(harness, await signedInAs(harness, { email: team.email }), authenticator)
  expect(made.status).toBe(200)
  harness.clock.advance(HOUR)
  await confirmOwner(team)
  expect((await demand(team, '0')).status).toBe(200)
  const typed = await typePassword(harness, team.email)
  expect(typed.cookies.session).toBeUndefined()
  return { ...team, authenticator, typed, cookie: `second-step=${typed.cookies['second-step']}` }
}

test('after the deadline, a password and a passkey sign in', async () => {
  const { typed, cookie, authenticator } = await overdue()
  expect(typed.body).toEqual({ data: { redirect_url: STEP } })
  expect(await openStep(cookie)).toMatchObject({ hasApp: false, hasPasskey: true, codesLeft: 0 })
  const shown = await showPasskey(cookie, authenticator)
  expect(shown.status).toBe(200)
  const headers = { cookie: `session=${shown.cookies.session}` }
  const request = await send(harness, askForEmail, { email: freshEmail() }, { address: freshIp(), headers })
  expect(request.status).toBe(200)
})

test('a stolen password sets up no app beside a passkey', async () => {
  const { cookie, userId } = await overdue()
  for (const posted of [undefined, { step: 'start' }, { step: 'code', code: '123456' }, { step: 'finish' }]) {
    const { location, cookies } = await atDemand(harness, cookie, posted)
    expect([location, cookies.session]).toEqual([STEP, undefined])
  }
  expect((await typeCode(harness, cookie.split('=')[1], '123456')).status).toBe(400)
  expect(await harness.db.many(sql`select from second_factors where agent_id = ${userId}`)).toEqual([])
})

test('someone who lost the passkeys waits 24 hours and then sets up an app', async () => {
  const { cookie, email } = await overdue()
  const request = await send(harness, askForFactorRecovery, {}, { address: freshIp(), headers: { cookie } })
  expect(request.status).toBe(200)
  harness.clock.advance(25 * HOUR)
  await finishRecoveries(harness)
  const typed = await typePassword(harness, email)
  expect(typed.body).toEqual({ data: { redirect_url: '/login/second-step/set-up/' } })
})

test('a demand withdrawn meanwhile lets them continue with the password', async () => {
  const { cookie, owner } = await overdue()
  expect((await owner.person.send(withdrawFactorDemand, {})).status).toBe(200)
  expect(await openStep(cookie)).toEqual({ location: '/login/second-step/set-up/' })
  expect((await atDemand(harness, cookie)).state).toEqual({ kind: 'optional' })
  const done = await atDemand(harness, cookie, { step: 'finish' })
  expect(done.cookies.session).toBeDefined()
})

test('a partner is authorized with the passkey, not with the password alone', async () => {
  const partner = await addTestPartner(harness)
  const { email, authenticator } = await addPasskeyPerson(harness)
  harness.clock.advance(HOUR)
  const request = await requestAuthorization(harness, partner, { email })
  expect(request.body).toEqual({ redirect_uri: STEP })
  const shown = await showPasskey(`second-step=${request.cookies['second-step']}`, authenticator)
  const { redirect_url: url } = shown.body.data as { redirect_url: string }
  expect(url.startsWith(`${CALLBACK}&code=`)).toBe(true)
  const code = new URL(url).searchParams.get('code') ?? ''
  expect((await exchange(harness, partner, code)).status).toBe(200)
})

test('nor is it requested again within ten minutes in the same browser', async () => {
  const partner = await addTestPartner(harness)
  const { email, person } = await addPasskeyPerson(harness)
  const { client_id, redirect_uri } = partner
  const body = { email, password: 'password1', client_id, redirect_uri }
  const headers = { cookie: cookieOf(person.cookies) }
  const request = await send(harness, authorize, body, { address: freshIp(), headers })
  expect(String(request.body.redirect_uri).startsWith(`${CALLBACK}&code=`)).toBe(true)
})
