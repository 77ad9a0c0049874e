import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmSecondStep } from '#contract/features/second-step.ts'
import { changePassword, endOtherSessions, endSession, forgetDevice } from '#contract/features/security.ts'
import { confirmIdentity } from '#contract/features/step-up.ts'
import { pages } from '#contract/pages.ts'
import { signOutBySupport } from '#server/identity/help-by-support.ts'
import { transaction } from '#server/platform/transaction.ts'
import { MINUTE } from '#server/ports/clock.ts'
import { freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { addTestPartner, requestAuthorization } from '#server/test-kit/partners.ts'
import { cookieOf } from '#server/test-kit/passkeys.ts'
import { addProtected, type Protected, typeCode, typePassword } from '#server/test-kit/second-factor.ts'
import { send } from '#server/test-kit/send.ts'
import { valuesIn } from '#server/test-kit/signed-in.ts'

const account = { data: { redirect_url: '/account/' } }
const secondStep = { data: { redirect_url: '/login/second-step/' } }
type Trusted = {
  id: number
  browser: string
  system: string
  address: string
  until: string
  is_this: boolean
}
let harness: Harness

beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

/** A browser in which the person signed in and checked the box. */
async function trustHere({ email, code, agentId }: Protected) {
  harness.clock.advance(MINUTE)
  const typed = await typePassword(harness, email)
  const done = await typeCode(harness, typed.cookies['second-step'], code(), { trust_device: '1' })
  const cookie = cookieOf(done.cookies)
  const open = async (url: string) => valuesIn((await harness.app.inject({ url, headers: { cookie } })).body)
  return {
    cookie,
    send: (call: Parameters<typeof send>[1], body: Record<string, unknown>) =>
      send(harness, call, body, { address: freshIp(), headers: { cookie } }),
    open,
    trusted: async () => (await open(pages.security)).trusted_devices as Trusted[],
    /** Where a sign-in by password alone leads here. */
    enter: async () => {
      const kept = { [`trusted-${agentId}`]: done.cookies[`trusted-${agentId}`] ?? '' }
      return (
        await typePassword(harness, email, { cookie: cookieOf({ ...kept, device: deviceIn(done.cookies) }) })
      ).body
    },
  }
}
const deviceIn = (cookies: Record<string, string>) => cookies.device ?? ''

test('trusted devices are listed, this one first, and trusting one is logged', async () => {
  const person = await addProtected(harness)
  const [laptop, desk] = [await trustHere(person), await trustHere(person)]
  expect(await desk.trusted()).toEqual([
    expect.objectContaining({ browser: 'Unknown browser', until: 'Dec 15, 2026', is_this: true }),
    expect.objectContaining({ address: expect.stringMatching(/^198\.18\./), is_this: false }),
  ])
  expect([await laptop.enter(), await desk.enter()]).toEqual([account, account])
  const { lines } = (await desk.open(pages.activity)) as { lines: { text: string; ip: string }[] }
  const trusting = lines.filter(({ text }) => text.startsWith('Trusted a device'))
  expect(trusting).toHaveLength(2)
  expect(trusting[0]?.ip).toMatch(/^198\.18\.\d+\.0\/24$/)
})

test('a removed device needs a code again, and stays signed in; a second removal finds nothing', async () => {
  const person = await addProtected(harness)
  const [laptop, desk] = [await trustHere(person), await trustHere(person)]
  const other = (await desk.trusted()).find((device) => !device.is_this)
  const forgotten = await desk.send(forgetDevice, { device_id: other?.id })
  expect(forgotten).toMatchObject({ status: 200, body: { data: { trusted_devices: [{ is_this: true }] } } })
  expect([await laptop.enter(), await desk.enter()]).toEqual([secondStep, account])
  expect((await laptop.trusted()).map((device) => device.is_this)).toEqual([false])
  expect(await desk.send(forgetDevice, { device_id: other?.id })).toMatchObject({
    status: 404,
    body: { errors: 'This device is no longer trusted. Please reload the page.' },
  })
})

test('signing out one device ends only its own trust', async () => {
  const person = await addProtected(harness)
  const [laptop, desk, tablet] = [await trustHere(person), await trustHere(person), await trustHere(person)]
  const { sessions } = (await laptop.open(pages.security)) as { sessions: { id: number; is_this: boolean }[] }
  const own = sessions.find((session) => session.is_this)
  const { body } = await desk.send(endSession, { session_id: own?.id })
  expect((body.data as { trusted_devices: Trusted[] }).trusted_devices).toHaveLength(2)
  expect([await laptop.enter(), await desk.enter(), await tablet.enter()]).toEqual([
    secondStep,
    account,
    account,
  ])
})

test('signing out all others ends their trust, even where nobody is signed in any more', async () => {
  const person = await addProtected(harness)
  const [laptop, desk] = [await trustHere(person), await trustHere(person)]
  const headers = { cookie: laptop.cookie }
  await harness.app.inject({ method: 'POST', url: '/account/sign-out/', headers })
  const { body } = await desk.send(endOtherSessions, {})
  expect(body).toMatchObject({ data: { trusted_devices: [{ is_this: true }] } })
  expect([await laptop.enter(), await desk.enter()]).toEqual([secondStep, account])
})

test('signing out everywhere, also by support, ends the trust of every device', async () => {
  const person = await addProtected(harness)
  const [laptop, desk] = [await trustHere(person), await trustHere(person)]
  const headers = { cookie: desk.cookie }
  await harness.app.inject({ method: 'POST', url: '/account/sign-out-everywhere/', headers })
  expect([await laptop.enter(), await desk.enter()]).toEqual([secondStep, secondStep])

  const { accountId, agentId } = person
  for (const about of [{ accountId, agentId }, { accountId }]) {
    const tablet = await trustHere(person)
    const by = { actor: 'operator:tests' }
    await transaction(harness, (tx) => signOutBySupport(tx, about, by))
    expect(await tablet.enter()).toEqual(secondStep)
  }
})

test('trust counts only on the device where it was given, even if given for an app', async () => {
  const person = await addProtected(harness)
  const answered = await requestAuthorization(harness, await addTestPartner(harness), {
    email: person.email,
    state: '1',
  })
  const done = await typeCode(harness, answered.cookies['second-step'], person.code(), { trust_device: '1' })
  const name = `trusted-${person.agentId}`
  const copied = { [name]: done.cookies[name] ?? '' }
  const enter = async (cookies: Record<string, string>) =>
    (await typePassword(harness, person.email, { cookie: cookieOf(cookies) })).body
  expect(await enter(copied)).toEqual(secondStep)
  expect(await enter({ ...copied, device: 'another device' })).toEqual(secondStep)
  expect(await enter({ ...copied, device: deviceIn(done.cookies) })).toEqual(account)
})

test('a device trusted again is listed once', async () => {
  const person = await addProtected(harness)
  const desk = await trustHere(person)
  harness.clock.advance(MINUTE)
  const device = /device=([^;]+)/.exec(desk.cookie)?.[1]
  const typed = await typePassword(harness, person.email, { cookie: `device=${device}` })
  const cookie = `device=${device}; second-step=${typed.cookies['second-step']}`
  const again = { code: person.code(), trust_device: '1' }
  const { cookies } = await send(harness, confirmSecondStep, again, { headers: { cookie } })
  const { body } = await harness.app.inject({ url: pages.security, headers: { cookie: cookieOf(cookies) } })
  expect(valuesIn(body).trusted_devices).toEqual([expect.objectContaining({ is_this: true })])
  expect(await desk.enter()).toEqual(secondStep)
})

test('a new password ends the trust of every device, and the answer says so', async () => {
  const person = await addProtected(harness)
  const desk = await trustHere(person)
  harness.clock.advance(MINUTE)
  await desk.send(confirmIdentity, { code: person.code() })
  const passwords = { password: 'maple otter', password_confirm: 'maple otter' }
  const changed = await desk.send(changePassword, { current_password: 'password1', ...passwords })
  expect(changed).toMatchObject({ status: 200, body: { data: { trusted_devices: [] } } })
})
