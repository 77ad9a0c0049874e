import { afterEach, expect, test } from 'vitest'
import { submitSignUp } from '#contract/features/sign-up/calls.ts'
import { expireHeld } from '#server/billing/orders/decide-held.ts'
import { DAY } from '#server/ports/clock.ts'
import { freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { addFraudAccount, holdSignUp } from '#server/test-kit/held-sign-ups.ts'
import { send } from '#server/test-kit/send.ts'
import { goodSignUp } from '#server/test-kit/sign-ups.ts'

let harness: Harness
async function openWith(wizard: string) {
  harness = await openHarness({ environment: { SIGN_UP_WIZARD: wizard } })
  await addFraudAccount(harness)
}
afterEach(() => harness.close())

const submit = (form: ReturnType<typeof goodSignUp>, cookie = '') =>
  send(harness, submitSignUp, form, { address: freshIp(), headers: { cookie } })
const review = (cookie: string) => harness.app.inject({ url: '/sign-up/review/', headers: { cookie } })

async function expire() {
  harness.clock.advance(DAY)
  await expireHeld(harness)
}

test('whoever signs up again and pays sees the set-up, and no longer that nothing was charged', async () => {
  await openWith('auto')
  const { email, cookies } = await holdSignUp(harness)
  const cookie = `sign-up=${cookies['sign-up']}`
  await expire()
  expect((await review(cookie)).body).toContain('Your sign-up was not completed')
  expect((await submit(goodSignUp({ email, confirmEmail: email }), cookie)).status).toBe(200)
  const shown = await review(cookie)
  expect([shown.statusCode, shown.headers.location]).toEqual([302, '/login/?status=registered'])
})

test('another account that was paid meanwhile says nothing about the sign-up that is held', async () => {
  await openWith('auto')
  const { cookies } = await holdSignUp(harness)
  const cookie = `sign-up=${cookies['sign-up']}`
  expect((await submit(goodSignUp(), cookie)).status).toBe(200)
  expect((await review(cookie)).body).toContain('We are checking your sign-up')
  await expire()
  expect((await review(cookie)).body).toContain('Your sign-up was not completed')
})
