import { afterAll, beforeAll, expect, test } from 'vitest'
import * as calls from '#contract/desk/sign-in.ts'
import { resetOperator } from '#server/identity/operators/change-operators.ts'
import { codeOf } from '#server/identity/totp.ts'
import { HOUR } from '#server/ports/clock.ts'
import { OPERATOR_PASSWORD, openDesk, type TestDesk } from '#server/test-kit/desk.ts'
import { freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { send } from '#server/test-kit/send.ts'

let harness: Harness
let desk: TestDesk

beforeAll(async () => {
  harness = await openHarness({ environment: { PASSWORD_HASHES_WAITING: '1000' } })
  desk = await openDesk(harness)
})
afterAll(async () => {
  await desk.close()
  await harness.close()
})

type Where = { address?: string; device?: string | undefined }

function tryToSignIn(email: string, password: string, { address = freshIp(), device }: Where = {}) {
  const headers = { host: 'localhost:3001', ...(device ? { cookie: `desk_device=${device}` } : {}) }
  return send({ ...harness, app: desk.app }, calls.signInToDesk, { email, password }, { address, headers })
}

/** How many of these guesses are compared with the password. */
async function looksOf(guesses: number, email: string, whereOf: (number: number) => Where) {
  const answers = []
  for (let number = 0; number < guesses; number += 1)
    answers.push((await tryToSignIn(email, 'a guess', whereOf(number))).status)
  return answers.filter((status) => status === 401).length
}

/** An operator who has signed in with a code once, at the office. */
async function addOperator() {
  const { email, totpSecret } = await desk.as('reader')
  const office = freshIp()
  const step = await tryToSignIn(email, OPERATOR_PASSWORD, { address: office })
  const entered = await send(
    { ...harness, app: desk.app },
    calls.confirmDeskCode,
    { code: codeOf(totpSecret, harness.clock.now()) },
    {
      address: office,
      headers: { host: 'localhost:3001', cookie: `desk_session=${step.cookies.desk_session}` },
    },
  )
  return { email, office, device: entered.cookies.desk_device }
}

/** As the operator does with the link that another admin hands over. */
async function beginAgain(email: string, device: string | undefined) {
  const { link } = await resetOperator(harness, { email, actor: 'operator:test' })
  const linkToken = link.split('/').at(-2) ?? ''
  const headers = { host: 'localhost:3001', cookie: `desk_device=${device}` }
  const { body } = await desk.app.inject({ url: `/desk/start/${linkToken}/`, headers })
  const key = /"key":"([^"]+)"/.exec(body)?.[1]?.replaceAll(' ', '') ?? ''
  return send(
    { ...harness, app: desk.app },
    calls.startAtDesk,
    { password: 'a new long password', code: codeOf(key, harness.clock.now()) },
    { parts: { linkToken }, address: freshIp(), headers },
  )
}

test('guessing strangers cannot lock an operator out at the office, on the device, or elsewhere', async () => {
  const { email, office, device } = await addOperator()
  const attacker = freshIp()
  expect(await looksOf(20, email, () => ({ address: attacker }))).toBe(8)
  expect((await tryToSignIn(email, OPERATOR_PASSWORD)).status).toBe(200)

  expect(await looksOf(60, email, () => ({}))).toBe(22)
  const elsewhere = await tryToSignIn(email, OPERATOR_PASSWORD)
  expect([elsewhere.status, elsewhere.body.errors]).toEqual([
    429,
    'Too many attempts. Please wait 4 hours and try again.',
  ])
  expect((await tryToSignIn(email, OPERATOR_PASSWORD, { address: office })).status).toBe(200)
  expect((await tryToSignIn(email, OPERATOR_PASSWORD, { device })).status).toBe(200)
  harness.clock.advance(4 * HOUR)
  expect((await tryToSignIn(email, OPERATOR_PASSWORD)).status).toBe(200)
})

test("an operator's copied device cookie allows eight guesses, from any network", async () => {
  const { email, office, device } = await addOperator()
  expect(await looksOf(40, email, () => ({ device }))).toBe(8)
  expect((await tryToSignIn(email, OPERATOR_PASSWORD, { device })).status).toBe(429)
  expect((await tryToSignIn(email, OPERATOR_PASSWORD, { address: office, device })).status).toBe(200)
})

test('a device on which the code was never entered is unknown', async () => {
  const { email } = await desk.as('reader')
  const step = await tryToSignIn(email, OPERATOR_PASSWORD)
  expect(step.cookies).not.toHaveProperty('desk_device')
  expect(await looksOf(60, email, () => ({}))).toBe(30)
})

test("after a reset, the operator's device is known only if it is the new one", async () => {
  const { email, office, device } = await addOperator()
  const begun = await beginAgain(email, device)
  expect(begun.status).toBe(200)
  expect(begun.cookies.desk_device).not.toBe(device)
  expect(await looksOf(60, email, () => ({}))).toBe(30)
  const signInAgain = async (where: Where) => (await tryToSignIn(email, 'a new long password', where)).status
  expect(await signInAgain({ address: office })).toBe(429)
  expect(await signInAgain({ device })).toBe(429)
  expect(await signInAgain({ device: begun.cookies.desk_device })).toBe(200)
})
