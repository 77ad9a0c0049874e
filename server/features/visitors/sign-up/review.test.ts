import { afterEach, expect, test } from 'vitest'
import { submitSignUp } from '#contract/features/sign-up/calls.ts'
import { expireHeld, refuseHeld } from '#server/billing/orders/decide-held.ts'
import { DAY } from '#server/ports/clock.ts'
import { freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { addFraudAccount, HELD_CARD, holdSignUp } from '#server/test-kit/held-sign-ups.ts'
import { mailsTo } from '#server/test-kit/mails.ts'
import { send } from '#server/test-kit/send.ts'
import { goodLegacySignUp, goodSignUp } from '#server/test-kit/sign-ups.ts'

let harness: Harness
async function openWith(wizard: string) {
  harness = await openHarness({ environment: { SIGN_UP_WIZARD: wizard } })
  await addFraudAccount(harness)
}
afterEach(() => harness.close())

const submit = (form: ReturnType<typeof goodSignUp | typeof goodLegacySignUp>, cookie = '') =>
  send(harness, submitSignUp, form, { address: freshIp(), headers: { cookie } })
const review = (cookie: string) => harness.app.inject({ url: '/sign-up/review/', headers: { cookie } })

async function expire() {
  harness.clock.advance(DAY)
  await expireHeld(harness)
}

const refuse = (orderId: number) => refuseHeld(harness, { orderId, reason: 'no', actor: 'operator:one' })

test.each([
  ['expired', expire, 'Your sign-up was not completed'],
  ['was refused', refuse, 'We could not accept your sign-up'],
])('after a sign-up that %s, another paid one shows its provisioning', async (_, close, text) => {
  await openWith('auto')
  const { email, cookies, id } = await holdSignUp(harness)
  const cookie = `sign-up=${cookies['sign-up']}`
  await close(id)
  expect((await review(cookie)).body).toContain(text)
  expect((await submit(goodSignUp({ email, confirmEmail: email }), cookie)).status).toBe(200)
  const shown = await review(cookie)
  expect([shown.statusCode, shown.headers.location]).toEqual([302, '/login/?status=registered'])
})

test('another account paid meanwhile says nothing about the held sign-up', async () => {
  await openWith('auto')
  const { cookies } = await holdSignUp(harness)
  const cookie = `sign-up=${cookies['sign-up']}`
  expect((await submit(goodSignUp(), cookie)).status).toBe(200)
  expect((await review(cookie)).body).toContain('We are checking your sign-up')
  await expire()
  expect((await review(cookie)).body).toContain('Your sign-up was not completed')
})

/** A sign-up of the license variant that nobody decided about: its mail and its page. */
async function expired(form: ReturnType<typeof goodSignUp | typeof goodLegacySignUp>) {
  const { cookies } = await submit({ ...form, number: HELD_CARD })
  await expire()
  const [mail] = await mailsTo(harness, String(form.email), 'sign-up-expired')
  const { body } = await review(`sign-up=${cookies['sign-up']}`)
  return { mail: mail?.plain ?? '', page: body.replaceAll('&amp;', '&') }
}

const withCallMe = () =>
  goodLegacySignUp({ call_recording_feature_count: 1, call_me_feature_count: 1, total: 154 })
const CHOOSE_AGAIN =
  'Please choose your plan again: Single line dialer, Agent access, Call me and Call recording.'

test('a plan with Call me is reordered in the legacy wizard; mail and page say what to choose', async () => {
  await openWith('auto')
  const { mail, page } = await expired(withCallMe())
  expect(mail).toContain(CHOOSE_AGAIN)
  expect(mail).toMatch(/\/sign-up\/step-1$/m)
  expect(page).toContain(CHOOSE_AGAIN)
  expect(page).toContain('href="/sign-up/step-1"')
})

test('where no wizard sells Call me, mail and page say so, and the link has the rest of the plan', async () => {
  await openWith('new')
  const { mail, page } = await expired(withCallMe())
  const gone = '“Call me” can no longer be ordered online. The rest of your plan is kept.'
  expect(mail).toContain(gone)
  expect(mail).toContain('/sign-up/step-1?single=1&lead=1&callrecording=1')
  expect(page).toContain(gone)
  expect(page).toContain('href="/sign-up/step-1?single=1&lead=1&callrecording=1"')
})

test('with only the legacy wizard, it says what to choose again and what is not sold', async () => {
  await openWith('legacy')
  const { mail, page } = await expired(
    goodSignUp({ mojo_voice_feature_count: 1, triple_line_power_dialer_count: 2, total: 318 }),
  )
  for (const shown of [mail, page]) {
    expect(shown).toContain('Please choose your plan again: Triple line dialer × 2 and Agent access.')
    expect(shown).toContain('“Voice feature” can no longer be ordered online.')
  }
  expect(page).toContain('href="/sign-up/step-1"')
})

test('a plan that the link has in full needs no explanation', async () => {
  await openWith('auto')
  const { mail, page } = await expired(goodLegacySignUp({ fsbo_data_feature: 1, total: 124 }))
  for (const shown of [mail, page]) {
    expect(shown).toContain('/sign-up/step-1?single=1&lead=1&fsbo=1')
    expect(shown).not.toMatch(/choose your plan again|ordered online/)
  }
})
