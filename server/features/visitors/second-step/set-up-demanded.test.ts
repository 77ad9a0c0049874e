// On PostgreSQL: two of its requests race.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { withdrawFactorDemand } from '#contract/features/second-factor-demand.ts'
import { finishRecoveries, requestRecovery } from '#server/identity/recover-second-factor.ts'
import { sql } from '#server/platform/db/sql.ts'
import { transaction } from '#server/platform/transaction.ts'
import { DAY, MINUTE, SECOND } from '#server/ports/clock.ts'
import { addTeam, atDemand, demand } from '#server/test-kit/factor-demand.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { mailsTo } from '#server/test-kit/mails.ts'
import { addTestPartner, CALLBACK, exchange, requestAuthorization } from '#server/test-kit/partners.ts'
import { appWith, typeCode, typePassword, wrongCode } from '#server/test-kit/second-factor.ts'
import { signedInAs } from '#server/test-kit/signed-in.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const setUp = { data: { redirect_url: '/login/second-step/set-up/' } }

/** A user past the deadline who has entered the password. */
async function overdue() {
  const team = await addTeam(harness)
  await demand(team, '0')
  const typed = await typePassword(harness, team.email, { next: '/account/people/' })
  expect(typed.body).toEqual(setUp)
  expect(typed.cookies.session).toBeUndefined()
  return { ...team, cookie: `second-step=${typed.cookies['second-step']}` }
}

async function scan(cookie: string) {
  expect((await atDemand(harness, cookie, { step: 'start' })).location).toBe('/login/second-step/set-up/')
  const { state } = await atDemand(harness, cookie)
  expect(state.kind).toBe('scan')
  return appWith(harness, state.key ?? '')
}

test('after the deadline a password leads to the set-up; the session opens after the recovery codes', async () => {
  const { email, cookie, userId } = await overdue()
  const account = { email, company: expect.any(String), pin: expect.stringMatching(/^\d{6}$/) }
  expect((await atDemand(harness, cookie)).state).toEqual({ kind: 'asks', account })
  const code = await scan(cookie)
  const wrong = await atDemand(harness, cookie, { step: 'code', code: wrongCode(code) })
  expect([wrong.status, wrong.state.kind]).toEqual([400, 'scan'])
  expect((await atDemand(harness, cookie, { step: 'code', code: '' })).status).toBe(400)
  const shown = await atDemand(harness, cookie, { step: 'code', code: code() })
  expect(shown.state.kind).toBe('codes')
  expect(shown.state.codes).toHaveLength(10)
  expect(shown.cookies.session).toBeUndefined()
  // A reload cannot show the codes again.
  expect((await atDemand(harness, cookie)).state).toEqual({ kind: 'on' })
  const done = await atDemand(harness, cookie, { step: 'finish' })
  expect([done.status, done.location]).toEqual([303, '/account/people/'])
  const { statusCode } = await harness.app.inject({
    url: '/account/',
    headers: { cookie: `session=${done.cookies.session}` },
  })
  expect(statusCode).toBe(200)
  expect((await atDemand(harness, cookie, { step: 'finish' })).location).toBe('/login/?status=session_ended')
  expect(await mailsTo(harness, email, 'second-factor-on')).toHaveLength(1)
  harness.clock.advance(MINUTE)
  expect((await typePassword(harness, email)).body).toEqual({ data: { redirect_url: '/login/second-step/' } })
  const [entry] = await harness.db.many(sql`
    select action from audit where agent_id = ${userId} order by id desc limit 1`)
  expect(entry).toEqual({ action: 'second-factor-on' })
})

test('the step opens nothing else, and neither finishes nor recovers anything before a code', async () => {
  const { cookie } = await overdue()
  for (const url of ['/account/', '/account/security/second-factor/'])
    expect((await harness.app.inject({ url, headers: { cookie } })).statusCode).toBe(302)
  const early = await atDemand(harness, cookie, { step: 'finish' })
  expect([early.location, early.cookies.session]).toEqual(['/login/second-step/set-up/', undefined])
  const token = cookie.split('=')[1]
  expect((await typeCode(harness, token, '123456')).status).toBe(400)
  expect((await typeCode(harness, token, 'abcd-efgh')).status).toBe(400)
})

test('an open session is redirected to the page, which asks to sign in again', async () => {
  const team = await addTeam(harness)
  const user = await signedInAs(harness, { email: team.email })
  await demand(team, '0')
  const cookie = `session=${user.cookies.session}`
  const led = await user.open('/account/people/')
  const { state } = await atDemand(harness, cookie, undefined, led.location?.split('set-up/')[1])
  expect(state).toEqual({ kind: 'paused', signInPath: '/login/?next=%2Faccount%2Fpeople%2F' })
  // Only a password starts the set-up.
  const pressed = await atDemand(harness, cookie, { step: 'start' })
  expect(pressed.status).toBe(303)
  expect(await harness.db.many(sql`select 1 from second_factors where agent_id = ${team.userId}`)).toEqual([])
  expect((await atDemand(harness, '')).location).toBe('/login/')
})

test('a code ends the sessions that began with a password alone', async () => {
  const { cookie, email, owner } = await overdue()
  await owner.person.send(withdrawFactorDemand, {})
  const elsewhere = await signedInAs(harness, { email })
  await demand({ owner, email, userId: 0 }, '0')
  const code = await scan(cookie)
  await atDemand(harness, cookie, { step: 'code', code: code() })
  expect((await elsewhere.open('/account/')).location).toContain('/login/?status=session_ended')
})

test('a demand withdrawn meanwhile lets people in without a factor, or with one just scanned', async () => {
  const { cookie, owner, userId } = await overdue()
  const code = await scan(cookie)
  await owner.person.send(withdrawFactorDemand, {})
  expect((await atDemand(harness, cookie)).state).toEqual({ kind: 'optional' })
  const scanned = await atDemand(harness, cookie, { step: 'code', code: code() })
  expect(scanned.state.kind).toBe('codes')
  expect((await atDemand(harness, cookie, { step: 'finish' })).location).toBe('/account/people/')
  expect(
    await harness.db.many(sql`select 1 from agents_with_factor where agent_id = ${userId}`),
  ).toHaveLength(1)

  const other = await overdue()
  await other.owner.person.send(withdrawFactorDemand, {})
  const done = await atDemand(harness, other.cookie, { step: 'finish' })
  expect([done.location, done.cookies.session === undefined]).toEqual(['/account/people/', false])
  // No code was shown, so none counts for changes that need step-up.
  const shown = sql`select shown_way as way from sessions where agent_id = ${other.userId} order by id desc limit 1`
  expect(await harness.db.one(shown)).toEqual({ way: 'password' })
})

test('a second tab or another device needs the code once the factor is set up', async () => {
  const { cookie, email } = await overdue()
  const other = await typePassword(harness, email)
  const elsewhere = `second-step=${other.cookies['second-step']}`
  const code = await scan(cookie)
  await atDemand(harness, cookie, { step: 'code', code: code() })
  expect((await atDemand(harness, elsewhere)).location).toBe('/login/second-step/')
  expect((await atDemand(harness, elsewhere, { step: 'finish' })).location).toBe('/login/second-step/')
  harness.clock.advance(30 * SECOND)
  expect((await typeCode(harness, other.cookies['second-step'], code())).status).toBe(200)
  // Of two concurrent presses, one continues.
  const [one, two] = await Promise.all([
    atDemand(harness, cookie, { step: 'finish' }),
    atDemand(harness, cookie, { step: 'finish' }),
  ])
  expect([one.cookies.session, two.cookies.session].filter(Boolean)).toHaveLength(1)
})

test('a step lasts 15 minutes and ends when the password changes', async () => {
  const { cookie, userId } = await overdue()
  harness.clock.advance(15 * MINUTE)
  expect((await atDemand(harness, cookie)).location).toBe('/login/?status=session_ended')
  const fresh = await overdue()
  harness.clock.advance(SECOND)
  await harness.db.run(
    sql`update agents set password_set_at = ${harness.clock.now()} where id in (${fresh.userId}, ${userId})`,
  )
  expect((await atDemand(harness, fresh.cookie)).location).toBe('/login/?status=session_ended')
})

test('a partner gets its code after the set-up, not before, and in time', async () => {
  const partner = await addTestPartner(harness)
  const { email } = await overdue()
  const request = await requestAuthorization(harness, partner, { email, state: 'kept' })
  expect(request.body).toEqual({ redirect_uri: '/login/second-step/set-up/' })
  const cookie = `second-step=${request.cookies['second-step']}`
  const code = await scan(cookie)
  await atDemand(harness, cookie, { step: 'code', code: code() })
  // Saving ten codes takes longer than a partner's code is valid.
  harness.clock.advance(5 * MINUTE)
  const { state, cookies } = await atDemand(harness, cookie, { step: 'finish' })
  expect(state.kind).toBe('leaves')
  expect(state.continueTo?.startsWith(`${CALLBACK}&code=`)).toBe(true)
  expect(cookies.session).toBeUndefined()
  const issued = new URL(state.continueTo ?? '').searchParams.get('code') ?? ''
  expect((await exchange(harness, partner, issued)).status).toBe(200)
})

test('ten wrong codes slow it down', async () => {
  const { cookie } = await overdue()
  const code = await scan(cookie)
  for (let guess = 0; guess < 10; guess += 1)
    expect((await atDemand(harness, cookie, { step: 'code', code: wrongCode(code) })).status).toBe(400)
  expect((await atDemand(harness, cookie, { step: 'code', code: code() })).status).toBe(429)
})

test('a lost factor that was removed must be set up again by the same date', async () => {
  const team = await addTeam(harness)
  const { agentId, accountId, email } = team.owner
  await demand(team, '30')
  await transaction(harness, (tx) => requestRecovery(tx, { agentId, accountId }, 'operator:tests'))
  harness.clock.advance(DAY)
  await finishRecoveries(harness)
  // The demand's days count for the owner as well.
  expect((await typePassword(harness, email)).body).toEqual({ data: { redirect_url: '/account/' } })
  harness.clock.advance(29 * DAY)
  expect((await typePassword(harness, email)).body).toEqual(setUp)
})

test('a key seen by someone else with the password is not shown again, and signs nobody in', async () => {
  const { email, cookie } = await overdue()
  const codeOfThief = await scan(cookie)
  harness.clock.advance(MINUTE)
  const own = `second-step=${(await typePassword(harness, email)).cookies['second-step']}`
  expect((await atDemand(harness, own)).state).toMatchObject({ kind: 'asks' })
  const code = await scan(own)
  expect((await atDemand(harness, cookie)).state).toMatchObject({ kind: 'asks' })
  expect((await atDemand(harness, cookie, { step: 'code', code: code() })).status).toBe(400)
  expect((await atDemand(harness, own, { step: 'code', code: code() })).state.kind).toBe('codes')
  harness.clock.advance(MINUTE)
  const again = await typePassword(harness, email)
  expect(
    (await typeCode(harness, again.cookies['second-step'], codeOfThief())).cookies.session,
  ).toBeUndefined()
  expect((await typeCode(harness, again.cookies['second-step'], code())).cookies.session).toBeDefined()
})
