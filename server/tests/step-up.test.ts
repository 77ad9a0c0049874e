import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { accountCalls } from '#contract/calls.ts'
import { authorize } from '#contract/features/authorize.ts'
import { changePassword } from '#contract/features/security.ts'
import { confirmIdentity } from '#contract/features/step-up.ts'
import type { AccountCall } from '#contract/wire/call.ts'
import { MINUTE } from '#server/ports/clock.ts'
import { compareColumn, ofAccount } from '#server/test-kit/access-table.ts'
import {
  askerAs,
  committedAnswers,
  openWalk,
  refreshPlans,
  requestAt,
  requestEverywhere,
  sessionOf,
} from '#server/test-kit/access-walk.ts'
import { freshIp } from '#server/test-kit/fresh.ts'
import type { Harness } from '#server/test-kit/harness.ts'
import { addTestPartner } from '#server/test-kit/partners.ts'
import { cookieOf } from '#server/test-kit/passkeys.ts'
import { nameOf as routeName } from '#server/test-kit/recorded-routes.ts'
import { type Protected, turnOnFactor, typeCode, typePassword } from '#server/test-kit/second-factor.ts'
import { send } from '#server/test-kit/send.ts'
import { sensitiveChanges } from '#server/test-kit/sensitive-changes.ts'
import type { SignedIn } from '#server/test-kit/signed-in.ts'
import { openTenant, rowsOf } from '#server/test-kit/tenants.ts'

let harness: Harness
let walk: Awaited<ReturnType<typeof openWalk>>
beforeAll(async () => {
  walk = await openWalk()
  harness = walk.harness
})
afterAll(() => harness.close())
beforeEach(() => refreshPlans(walk))
beforeEach(() => harness.clock.set('2026-11-15T15:00:00Z'))

const nameOf = ({ method, path }: AccountCall) => `${method} ${path}`
const cases = sensitiveChanges.map((change) => ({ ...change, name: nameOf(change.call) }))

const needsStepUp = ({ stepUp }: AccountCall) => !(typeof stepUp === 'object' && 'none' in stepUp)

test('every call that needs step-up is tried without it', () => {
  expect(
    cases.map(({ name }) => name).toSorted(),
    'Add it to server/test-kit/sensitive-changes.ts, with someone who could make it',
  ).toEqual(accountCalls.filter(needsStepUp).map(nameOf).toSorted())
})

test.each(cases)('a stolen session cookie alone is refused and changes nothing: $name', async (change) => {
  const { call, prepare } = change
  const { accountId, person, body, code, hasPasskey } = await prepare(harness)
  await goStale(person)
  const before = await changeableRows(accountId)
  // Someone with only the cookie does not know the password.
  const stolen = { ...body(), ...(call === changePassword ? { current_password: 'a guess' } : {}) }
  const refused = await person.send(call, stolen)
  if (call === changePassword) expect(refused.status).toBe(400)
  else
    expect(refused).toMatchObject({
      status: 403,
      body: {
        errors: expect.any(String),
        step_up: [...(hasPasskey ? ['passkey'] : []), code ? 'code' : 'password'],
      },
    })
  expect(await changeableRows(accountId)).toEqual(before)

  const confirmed = await person.send(confirmIdentity, code ? { code: code() } : { password: 'password1' })
  expect(confirmed.status).toBe(200)
  expect(await person.send(call, body())).toMatchObject({ status: 200 })
})

test.each(cases)('once a factor is on, a stolen password changes nothing either: $name', async (change) => {
  const { call, prepare } = change
  const { accountId, email, person, body, code: known, hasPasskey } = await prepare(harness, true)
  const step_up = [...(hasPasskey ? ['passkey'] : []), 'code']
  const sent = body()
  const code = known ?? (await turnOnFactor(harness, person)).code
  // Without the factor there is no session at all.
  const typed = await typePassword(harness, email)
  expect(typed.body).toEqual({ data: { redirect_url: '/login/second-step/' } })
  expect(typed.cookies.session).toBeUndefined()
  const thief = await onTrustedDevice(email, code)
  const before = await rowsOf(harness, accountId)
  const withPassword =
    typeof call.stepUp === 'object' && 'password' in call.stepUp
      ? { ...sent, [call.stepUp.password]: 'password1' }
      : sent
  expect(await thief.send(call, withPassword)).toMatchObject({ status: 403, body: { step_up } })
  expect(await thief.send(confirmIdentity, { password: 'password1' })).toMatchObject({
    status: 403,
    body: { step_up },
  })
  expect(await thief.send(call, withPassword)).toMatchObject({ status: 403 })
  expect(await rowsOf(harness, accountId)).toEqual(before)
})

test('a partner is authorized with the factor, even on a trusted device', async () => {
  const [change] = cases
  const { email, person } = (await change?.prepare(harness)) ?? {}
  if (!email || !person) throw new Error('nobody to try it with')
  const { code } = await turnOnFactor(harness, person)
  const { client_id, redirect_uri } = await addTestPartner(harness)
  const body = { email, password: 'password1', client_id, redirect_uri }
  const askOn = async ({ cookies }: Pick<SignedIn, 'cookies'>) => {
    const cookie = Object.entries(cookies).map(([name, value]) => `${name}=${value}`)
    const headers = { cookie: cookie.join('; ') }
    const answer = await send(harness, authorize, body, { address: freshIp(), headers })
    return String(answer.body.redirect_uri)
  }
  const trusted = await onTrustedDevice(email, code)
  expect(await askOn(trusted)).toBe('/login/second-step/')
  await trusted.send(confirmIdentity, { code: code() })
  expect(await askOn(trusted)).toContain('code=')
  harness.clock.advance(10 * MINUTE)
  expect(await askOn(trusted)).toBe('/login/second-step/')
})

test('ten minutes after the factor was shown, the listed changes ask for it again', async () => {
  const committed = committedAnswers(ofAccount, 'no step-up')
  const others = (address: string) =>
    cases.some(({ name }) => name === address) ? undefined : committed(address)
  const answers = await requestEverywhere(walk, others, async () => {
    const tenant = await openTenant(harness)
    await goStale(tenant.owner)
    return askerAs(harness, 'owner', tenant)
  })
  // These have a valid body, so that nothing else refuses them.
  for (const { name, prepare } of cases) {
    const { person, body } = await prepare(harness)
    const sent = body()
    await goStale(person)
    const found = walk.owned.find(({ route }) => routeName(route) === name)
    if (!found) throw new Error(`no route at ${name}`)
    answers.set(
      name,
      (await requestAt(harness.app, found.route, { cookie: sessionOf(person) }, { body: sent })).answer,
    )
  }
  compareColumn(ofAccount, 'no step-up', answers)
})

/** Everything except the log line of a guess. */
async function changeableRows(accountId: number) {
  const { 'failed_sign_ins by agent_id': _, ...rows } = await rowsOf(harness, accountId)
  return rows
}

/** Ten minutes pass. A page is opened, so that only the change itself could still alter a row. */
async function goStale(person: SignedIn) {
  harness.clock.advance(10 * MINUTE)
  await person.open('/account/')
}

/** A session that began with the password alone, because the device was already trusted. */
async function onTrustedDevice(email: string, code: Protected['code']): Promise<SignedIn> {
  const typed = await typePassword(harness, email)
  const done = await typeCode(harness, typed.cookies['second-step'], code(), { trust_device: '1' })
  harness.clock.advance(MINUTE)
  const kept = Object.fromEntries(
    Object.entries(done.cookies).filter(([name]) => name === 'device' || name.startsWith('trusted-')),
  )
  const { cookies } = await typePassword(harness, email, { cookie: cookieOf(kept) })
  const all = { ...cookies, ...kept }
  const headers = { cookie: `session=${cookies.session}` }
  return {
    cookies: all,
    send: (call, body) => send(harness, call, body, { address: freshIp(), headers }),
    open: async () => {
      throw new Error('only calls')
    },
  }
}
