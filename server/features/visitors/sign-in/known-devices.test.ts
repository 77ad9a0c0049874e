import { afterAll, beforeAll, expect, test } from 'vitest'
import { chooseNewPassword } from '#contract/features/password-reset.ts'
import { changePassword } from '#contract/features/security.ts'
import { signIn } from '#contract/features/sign-in.ts'
import { makeLink } from '#server/identity/links.ts'
import { DAY, HOUR, MINUTE } from '#server/ports/clock.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { freshEmail, freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { send } from '#server/test-kit/send.ts'
import { signedInAs } from '#server/test-kit/signed-in.ts'

let harness: Harness

beforeAll(async () => {
  harness = await openHarness({ environment: { PASSWORD_HASHES_WAITING: '1000' } })
})
afterAll(() => harness.close())

type Where = { address?: string; device?: string | undefined }

async function tryToSignIn(email: string, password: string, { address = freshIp(), device }: Where = {}) {
  const headers = device ? { cookie: `device=${device}` } : {}
  return send(harness, signIn, { email, password }, { address, headers })
}

/** How many of these guesses are compared with the password. */
async function looksOf(guesses: number, email: string, whereOf: (number: number) => Where) {
  const answers = []
  for (let number = 0; number < guesses; number += 1)
    answers.push((await tryToSignIn(email, 'a guess', whereOf(number))).status)
  return answers.filter((status) => status === 401).length
}

async function addOwner() {
  const email = freshEmail()
  const { agentId } = await addAccount(harness.db, { email })
  const home = freshIp()
  const { cookies } = await tryToSignIn(email, 'password1', { address: home })
  return { email, agentId, home, device: cookies.device }
}

/** Resets the password, as anyone who can read the owner's mail could. */
async function resetPassword(agentId: number, password: string, device?: string) {
  const linkToken = await makeLink(
    harness.db,
    { purpose: 'password-reset', agentId, lastsMs: HOUR },
    harness.clock.now(),
  )
  return send(
    harness,
    chooseNewPassword,
    { password, password_confirm: password },
    { parts: { linkToken }, address: freshIp(), headers: device ? { cookie: `device=${device}` } : {} },
  )
}

test('a hundred guesses from a hundred networks with one device cookie are eight guesses', async () => {
  const { email, device } = await addOwner()
  expect(await looksOf(100, email, () => ({ device }))).toBe(8)
})

test('a stolen device cookie is worth thirty guesses a day', async () => {
  const { email, device } = await addOwner()
  let looks = 0
  for (let quarter = 0; quarter < 95; quarter += 1) {
    looks += await looksOf(quarter % 12 === 0 ? 9 : 0, email, () => ({ device }))
    harness.clock.advance(15 * MINUTE)
  }
  expect(looks).toBe(30)
  harness.clock.advance(DAY)
  expect(await looksOf(9, email, () => ({ device }))).toBe(8)
})

test('using up the tries of a stolen cookie does not lock the owner out at home', async () => {
  const { email, device, home } = await addOwner()
  await looksOf(10, email, () => ({ device }))
  expect((await tryToSignIn(email, 'password1', { address: home, device })).status).toBe(200)
})

test('a network that guesses for hours does not lock the owner out of a new one', async () => {
  const { email } = await addOwner()
  const attacker = freshIp()
  for (let quarter = 0; quarter < 16; quarter += 1) {
    await looksOf(10, email, () => ({ address: attacker }))
    expect((await tryToSignIn(email, 'password1')).status).toBe(200)
    harness.clock.advance(15 * MINUTE)
  }
})

test('one network gets twelve guesses at one person in four hours', async () => {
  const { email } = await addOwner()
  const attacker = freshIp()
  let looks = 0
  for (let quarter = 0; quarter < 15; quarter += 1) {
    looks += await looksOf(10, email, () => ({ address: attacker }))
    harness.clock.advance(15 * MINUTE)
  }
  expect(looks).toBe(12)
})

test('holding a whole /48 does not lock the owner out of a new network', async () => {
  const { email } = await addOwner()
  const fromNet = (number: number) => ({ address: `2001:db8:77:${number.toString(16)}::1` })
  expect(await looksOf(60, email, fromNet)).toBe(16)
  harness.clock.advance(15 * MINUTE)
  expect(await looksOf(60, email, fromNet)).toBe(8)
  expect((await tryToSignIn(email, 'password1')).status).toBe(200)
})

test('ten thousand networks get thirty guesses in four hours; the owner still signs in or gets a mail', async () => {
  const { email, agentId, home, device } = await addOwner()
  expect(await looksOf(60, email, () => ({}))).toBe(30)
  harness.clock.advance(4 * HOUR - MINUTE)
  expect(await looksOf(10, email, () => ({}))).toBe(0)

  const atHotel = await tryToSignIn(email, 'password1')
  expect([atHotel.status, atHotel.body.errors]).toEqual([
    429,
    'Too many attempts. Please wait 1 minute and try again. To sign in sooner, reset your password.',
  ])
  expect((await tryToSignIn(email, 'password1', { address: home })).status).toBe(200)
  expect((await tryToSignIn(email, 'password1', { device })).status).toBe(200)

  const reset = await resetPassword(agentId, 'a new password')
  expect(reset.status).toBe(200)
  expect((await tryToSignIn(email, 'a new password')).status).toBe(429)
  expect((await tryToSignIn(email, 'a new password', { device: reset.cookies.device })).status).toBe(200)
})

test('a long wait is given in hours', async () => {
  const { email } = await addOwner()
  await looksOf(30, email, () => ({}))
  expect((await tryToSignIn(email, 'password1')).body.errors).toBe(
    'Too many attempts. Please wait 4 hours and try again. To sign in sooner, reset your password.',
  )
})

test('a reset makes all devices and networks unknown, including a copy of its device cookie', async () => {
  const { email, agentId, home, device } = await addOwner()
  harness.clock.advance(MINUTE)
  const { cookies } = await resetPassword(agentId, 'a new password', device)
  expect(cookies.device).not.toBe(device)
  expect(await looksOf(40, email, () => ({}))).toBe(30)
  expect((await tryToSignIn(email, 'a new password', { device })).status).toBe(429)
  expect((await tryToSignIn(email, 'a new password', { address: home })).status).toBe(429)
  expect((await tryToSignIn(email, 'a new password', { device: cookies.device })).status).toBe(200)
})

test('a changed password makes all devices unknown except the one that changed it', async () => {
  const { email, device } = await addOwner()
  const desk = await signedInAs(harness, { email })
  harness.clock.advance(MINUTE)
  const changed = await desk.send(changePassword, {
    current_password: 'password1',
    password: 'a new password',
    password_confirm: 'a new password',
  })
  expect(changed.status).toBe(200)
  expect(await looksOf(40, email, () => ({}))).toBe(30)
  expect((await tryToSignIn(email, 'a new password', { device })).status).toBe(429)
  expect((await tryToSignIn(email, 'a new password', { device: desk.cookies.device })).status).toBe(429)
  expect((await tryToSignIn(email, 'a new password', { device: changed.cookies.device })).status).toBe(200)
})

test('a refused reset link clears no device and issues none', async () => {
  const { email, device } = await addOwner()
  const refused = await send(
    harness,
    chooseNewPassword,
    { password: 'a new password', password_confirm: 'a new password' },
    { parts: { linkToken: 'x'.repeat(43) }, address: freshIp() },
  )
  expect([refused.status, refused.cookies.device]).toEqual([404, undefined])
  await looksOf(40, email, () => ({}))
  expect((await tryToSignIn(email, 'password1', { device })).status).toBe(200)
})
