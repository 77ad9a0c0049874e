// On PostgreSQL: two of its requests race.

import { afterAll, beforeAll, expect, test } from 'vitest'
import * as contract from '#contract/desk/sign-in.ts'
import {
  addOperator,
  changeOperatorRole,
  disableOperator,
  resetOperator,
} from '#server/identity/operators/change-operators.ts'
import { endSessionsOfOperator } from '#server/identity/operators/operator-sessions.ts'
import { codeOf } from '#server/identity/totp.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { HOUR, MINUTE } from '#server/ports/clock.ts'
import { openAuthenticator } from '#server/test-kit/authenticator.ts'
import { OPERATOR_PASSWORD, openDesk, type TestDesk, type TestOperator } from '#server/test-kit/desk.ts'
import { freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { whileUnderWay } from '#server/test-kit/same-moment.ts'
import { appWith, wrongCode } from '#server/test-kit/second-factor.ts'
import { send } from '#server/test-kit/send.ts'
import { valuesIn } from '#server/test-kit/signed-in.ts'

let harness: Harness
let desk: TestDesk
const headers = { host: 'localhost:3001' }

beforeAll(async () => {
  harness = await openHarness()
  desk = await openDesk(harness)
})
afterAll(async () => {
  await desk.close()
  await harness.close()
})

function atDesk<C extends Parameters<typeof send>[1]>(
  call: C,
  body: Parameters<typeof send<C>>[2],
  {
    cookie,
    parts = {},
    address = freshIp(),
  }: { cookie?: string; parts?: Record<string, string>; address?: string } = {},
) {
  return send({ ...harness, app: desk.app }, call, body, {
    headers: cookie ? { ...headers, cookie } : headers,
    parts,
    address,
  })
}

async function passStep(operator: Pick<TestOperator, 'email'>, password = OPERATOR_PASSWORD) {
  const { status, body, cookies } = await atDesk(contract.signInToDesk, { email: operator.email, password })
  return { status, body, cookie: `desk_session=${cookies.desk_session}` }
}

/** The token of a first link, and the code of the authenticator app that its page sets up. */
async function openLink(made: object) {
  const linkToken = ('link' in made ? String(made.link) : '').split('/').at(-2) ?? ''
  const { body: html } = await desk.app.inject({ url: `/desk/start/${linkToken}/`, headers })
  const key = /"key":"([^"]+)"/.exec(html)?.[1]?.replaceAll(' ', '') ?? ''
  return { linkToken, code: codeOf(key, harness.clock.now()) }
}

const open = async (cookie: string, url = '/desk/me/') =>
  (await desk.app.inject({ url, headers: { ...headers, cookie } })).statusCode

test('a correct password alone opens nothing; with a code it opens the desk', async () => {
  const operator = await desk.as('reader')
  const step = await passStep(operator)
  expect(step.body).toEqual({ data: { redirect_url: '/desk/second-step/' } })
  expect(await open(step.cookie)).toBe(302)
  const code = codeOf(operator.totpSecret, harness.clock.now())
  const entered = await atDesk(contract.confirmDeskCode, { code }, { cookie: step.cookie })
  expect(entered.body).toEqual({ data: { redirect_url: '/desk/' } })
  const cookie = `desk_session=${entered.cookies.desk_session}`
  expect([await open(cookie), await open(step.cookie)]).toEqual([200, 302])
  const { actor } = await harness.db.one<{ actor: string }>(
    sql`select actor from audit where action = 'operator-signed-in' order by id desc limit 1`,
  )
  expect(actor).toBe(`operator:${operator.email}`)
})

test('a code works once, even for two concurrent requests', async () => {
  const operator = await desk.as('reader')
  const [one, other] = [await passStep(operator), await passStep(operator)]
  const code = codeOf(operator.totpSecret, harness.clock.now())
  const answers = await Promise.all([
    atDesk(contract.confirmDeskCode, { code }, { cookie: one.cookie }),
    atDesk(contract.confirmDeskCode, { code }, { cookie: other.cookie }),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
})

test('a code is not used up if the database fails before the session is open', async () => {
  const operator = await desk.as('reader')
  const { cookie } = await passStep(operator)
  const code = codeOf(operator.totpSecret, harness.clock.now())
  await harness.db.run(
    sql`alter table audit add constraint broken check (action <> 'operator-signed-in') not valid`,
  )
  const failed = await atDesk(contract.confirmDeskCode, { code }, { cookie })
  await harness.db.run(sql`alter table audit drop constraint broken`)
  expect(failed.status).toBe(500)
  expect((await atDesk(contract.confirmDeskCode, { code }, { cookie })).body).toEqual({
    data: { redirect_url: '/desk/' },
  })
})

test('unknown, wrong and disabled sign-ins look the same to everyone', async () => {
  const operator = await desk.as('reader')
  const gone = await desk.as('reader')
  await disableOperator(harness, { email: gone.email, actor: 'operator:test' })
  const answers = [
    await passStep(operator, 'wrong password'),
    await passStep({ email: 'nobody@desk.example.com' }),
    await passStep(gone),
  ]
  for (const { status, body } of answers)
    expect([status, body]).toEqual([401, { errors: contract.wrongCredentials }])
})

test('guesses of the code are limited', async () => {
  const operator = await desk.as('reader')
  const step = await passStep(operator)
  const code = wrongCode(appWith(harness, operator.totpSecret))
  const codes = []
  for (let tries = 0; tries < 11; tries += 1)
    codes.push((await atDesk(contract.confirmDeskCode, { code }, { cookie: step.cookie })).status)
  expect([codes.filter((status) => status === 400).length, codes.at(-1)]).toEqual([10, 429])
})

test('a passkey replaces the code, but not the password', async () => {
  const operator = await desk.as('helper')
  const authenticator = openAuthenticator('http://localhost:3001')
  const { cookie } = operator
  const started = await atDesk(contract.startDeskPasskey, {}, { cookie })
  const made = (started.body.data as { options: Record<string, unknown> }).options
  const added = await atDesk(contract.addDeskPasskey, { credential: authenticator.create(made) }, { cookie })
  expect(added.body).toEqual({ data: { status: 'done' } })

  expect((await atDesk(contract.startDeskPasskeyStep, {})).status).toBe(401)
  const step = await passStep(operator)
  const challenged = await atDesk(contract.startDeskPasskeyStep, {}, { cookie: step.cookie })
  const { options } = challenged.body.data as { options: Record<string, unknown> }
  const credential = authenticator.get(options)
  const entered = await atDesk(contract.confirmDeskPasskey, { credential }, { cookie: step.cookie })
  expect(entered.body).toEqual({ data: { redirect_url: '/desk/' } })

  const other = await passStep(await desk.as('helper'))
  const foreign = await atDesk(contract.startDeskPasskeyStep, {}, { cookie: other.cookie })
  const theirs = (foreign.body.data as { options: Record<string, unknown> }).options
  const refused = await atDesk(
    contract.confirmDeskPasskey,
    { credential: authenticator.get(theirs) },
    { cookie: other.cookie },
  )
  expect([refused.status, refused.body]).toEqual([400, { errors: contract.passkeyRefused }])
})

test('a passkey is not added if the operator is reset meanwhile', async () => {
  const { email, cookie } = await desk.as('helper')
  const { body } = await atDesk(contract.startDeskPasskey, {}, { cookie })
  const { options } = body.data as { options: Record<string, unknown> }
  const credential = openAuthenticator('http://localhost:3001').create(options)
  const reset = async (tx: Db) => {
    const { id } = await tx.one<{ id: number }>(
      sql`update operators set password_hash = null where email = ${email} returning id`,
    )
    await endSessionsOfOperator(tx, id, harness.clock.now())
  }
  const added = await whileUnderWay(harness, reset, () =>
    atDesk(contract.addDeskPasskey, { credential }, { cookie }),
  )
  expect(added.status).toBe(401)
})

test("a new operator's link works once, and opening it does not use it up", async () => {
  const email = 'new@desk.example.com'
  const added = await addOperator(harness, { email, name: 'Nia', role: 'helper', actor: 'operator:test' })
  const { linkToken, code } = await openLink(added)
  const wrong = await atDesk(contract.startAtDesk, { password: 'short', code }, { parts: { linkToken } })
  expect(wrong.status).toBe(400)
  const begin = () =>
    atDesk(contract.startAtDesk, { password: 'long enough for all', code }, { parts: { linkToken } })
  const [one, other] = await Promise.all([begin(), begin()])
  expect([one.status, other.status].toSorted()).toEqual([200, 404])
  const cookie = `desk_session=${(one.status === 200 ? one : other).cookies.desk_session}`
  expect(await open(cookie)).toBe(200)
  const again = await desk.app.inject({ url: `/desk/start/${linkToken}/`, headers })
  expect(again.body).toContain('This link no longer works')
  expect((await passStep({ email }, 'long enough for all')).status).toBe(200)
})

test('a reset operator starts over without the former passkeys', async () => {
  const { email, cookie } = await desk.as('helper')
  const { body } = await atDesk(contract.startDeskPasskey, {}, { cookie })
  const { options } = body.data as { options: Record<string, unknown> }
  const credential = openAuthenticator('http://localhost:3001').create(options)
  expect((await atDesk(contract.addDeskPasskey, { credential }, { cookie })).status).toBe(200)
  const { linkToken, code } = await openLink(await resetOperator(harness, { email, actor: 'operator:test' }))
  const password = 'long enough for all'
  const { cookies } = await atDesk(contract.startAtDesk, { password, code }, { parts: { linkToken } })
  const me = await desk.app.inject({
    url: '/desk/me/',
    headers: { ...headers, cookie: `desk_session=${cookies.desk_session}` },
  })
  expect(valuesIn(me.body)).toMatchObject({ passkeys: [] })
})

test('guesses of links are limited by network, and leave no counts of their own', async () => {
  const countsOf = () => harness.db.many(sql`select key from limits where key like 'desk-start:%'`)
  const before = await countsOf()
  const address = freshIp()
  const statuses = []
  for (let tries = 0; tries < 121; tries += 1) {
    const sent = { parts: { linkToken: `made-up-${tries}` }, address }
    const { status } = await atDesk(
      contract.startAtDesk,
      { password: 'long enough for all', code: '000000' },
      sent,
    )
    statuses.push(status)
  }
  expect([statuses.filter((status) => status === 404).length, statuses.at(-1)]).toEqual([120, 429])
  expect(await countsOf()).toHaveLength(before.length + 1)
})

test('wrong codes at one link are limited, and the link is not used up', async () => {
  const email = 'guessed@desk.example.com'
  const added = await addOperator(harness, { email, name: 'Gus', role: 'helper', actor: 'operator:test' })
  const { linkToken } = await openLink(added)
  const begin = async (code: string) => {
    const body = { password: 'long enough for all', code }
    return (await atDesk(contract.startAtDesk, body, { parts: { linkToken } })).status
  }
  const statuses = []
  for (let tries = 0; tries < 21; tries += 1) statuses.push(await begin('12345'))
  expect([statuses.filter((status) => status === 400).length, statuses.at(-1)]).toEqual([20, 429])
  expect(await begin((await openLink(added)).code)).toBe(429)
  harness.clock.advance(16 * MINUTE)
  expect(await begin((await openLink(added)).code)).toBe(200)
})

test('a session ends after an idle hour, after twelve hours, and when the operator is disabled', async () => {
  const idle = await desk.as('reader')
  const disabled = await desk.as('reader')
  const busy = await desk.as('reader')
  await disableOperator(harness, { email: disabled.email, actor: 'operator:test' })
  expect(await open(disabled.cookie)).toBe(302)
  const start = harness.clock.now().toISOString()
  for (let minutes = 0; minutes < 12 * 60 - 50; minutes += 50) {
    harness.clock.advance(50 * MINUTE)
    expect(await open(busy.cookie)).toBe(200)
  }
  expect(await open(idle.cookie)).toBe(302)
  harness.clock.advance(HOUR)
  expect(await open(busy.cookie)).toBe(302)
  harness.clock.set(start)
})

test('a removed role counts at the next request', async () => {
  const operator = await desk.as('admin')
  await desk.as('admin')
  expect((await operator.get('/desk/me/')).html).toContain('Admin')
  await changeOperatorRole(harness, { email: operator.email, role: 'reader', actor: 'operator:test' })
  expect((await operator.get('/desk/me/')).html).toContain('Reader')
})

test('of two admins who disable each other at the same time, one remains', async () => {
  const { db } = harness
  await db.run(sql`update operators set disabled_at = now() where role = 'admin'`)
  const [one, other] = [await desk.as('admin'), await desk.as('admin')]
  const done = await Promise.allSettled([
    disableOperator(harness, { email: one.email, actor: other.email, byId: other.id }),
    disableOperator(harness, { email: other.email, actor: one.email, byId: one.id }),
  ])
  const refused = done.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  expect(refused).toEqual([expect.objectContaining({ refused: 'role-forbidden' })])
})

test('an admin whose role was removed while a request waited changes nothing', async () => {
  const [first, second] = [await desk.as('admin'), await desk.as('admin')]
  const helper = await desk.as('helper')
  await changeOperatorRole(harness, { email: second.email, role: 'reader', actor: 'x', byId: first.id })
  const late = { role: 'admin', actor: 'x', byId: second.id }
  const isRefused = { refused: 'role-forbidden' }
  await expect(changeOperatorRole(harness, { ...late, email: helper.email })).rejects.toMatchObject(isRefused)
  const mallory = { ...late, name: 'Mallory', email: 'mallory@desk.example.com' }
  await expect(addOperator(harness, mallory)).rejects.toMatchObject(isRefused)
})

test('entering the password again ends the former session of that browser', async () => {
  const operator = await desk.as('reader')
  await operator.send(contract.signInToDesk, { email: operator.email, password: OPERATOR_PASSWORD })
  expect(await open(operator.cookie)).toBe(302)
})

test('a customer’s session opens nothing at the desk, nor an operator’s on the public port', async () => {
  const operator = await desk.as('admin')
  const token = operator.cookie.split('=')[1]
  expect(await open(`session=${token}`)).toBe(302)
  const onPublic = await harness.app.inject({ url: '/desk/', headers: { cookie: operator.cookie } })
  const unknown = await harness.app.inject({ url: '/no-such-path/', headers: { cookie: operator.cookie } })
  expect([onPublic.statusCode, onPublic.headers.location]).toEqual([
    unknown.statusCode,
    unknown.headers.location,
  ])
})

test('signing out ends the session', async () => {
  const operator = await desk.as('reader')
  await operator.send(contract.signOutOfDesk, {})
  expect(await open(operator.cookie)).toBe(302)
})

test('someone already signed in is redirected to the requested page, never to another site', async () => {
  const operator = await desk.as('reader')
  const ledTo = async (page: string, next: string, cookie = operator.cookie) =>
    (
      await desk.app.inject({
        url: `/desk/${page}/?next=${encodeURIComponent(next)}`,
        headers: { ...headers, cookie },
      })
    ).headers.location
  const audit = '/desk/audit/?operator=ann%40x.example'
  expect(await ledTo('sign-in', audit)).toBe(audit)
  expect(await ledTo('sign-in', '//evil.example/desk/')).toBe('/desk/')
  // A second step that has expired, or of somebody who has signed in meanwhile, continues from there.
  expect(await ledTo('second-step', audit)).toBe(`/desk/sign-in/?next=${encodeURIComponent(audit)}`)
  expect(await ledTo('second-step', '/account/', '')).toBe('/desk/sign-in/')
})
