import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SentForm } from '#contract/accounts/sign-in.ts'
import { signIn } from '#contract/features/sign-in.ts'
import { MINUTE } from '#server/ports/clock.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { freshEmail, freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { encode } from '#server/test-kit/send.ts'
import { valuesIn } from '#server/test-kit/signed-in.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const open = (url: string, userAgent = 'curl/8') =>
  harness.app.inject({ url, headers: { 'user-agent': userAgent } })

test.each([
  [
    'registered',
    'Success! Your account is currently being set up. This can take 5-10 minutes, please wait for your confirmation e-mail to log into the product.',
  ],
  [
    'logged_out_as_fraud',
    'Your account has been cancelled for a chargeback or disputed charge, fraudulent charges, or unacceptable usage. Please contact our support team by phone. 1-800-555-0100',
  ],
  ['subscription_canceled', 'Account suspended. Please pay for the services to continue using the product.'],
  ['email', 'Invalid login/password'],
])('the first HTML explains the status %s [LGN-04, LGN-06, LGN-07, LGN-08]', async (status, text) => {
  const { body } = await open(`/login/?status=${status}`)
  expect(valuesIn(body).banner).toMatchObject({ text })
  expect(body.indexOf('class="banner')).toBeGreaterThan(0)
})

test('an absent or unknown status shows nothing [LGN-09]', async () => {
  for (const query of ['', '?status=', '?status=bogus', '?status=__proto__']) {
    const { body } = await open(`/login/${query}`)
    expect([valuesIn(body).banner, body.includes('class="banner')]).toEqual([undefined, false])
  }
})

test('unreadable extraData is ignored [LGN-03]', async () => {
  for (const broken of [
    '{',
    'null',
    '[]',
    '"text"',
    '{"email":{"a":1}}',
    '{"__proto__":{"email":"x"}}',
    '',
  ]) {
    const { statusCode, body } = await open(`/login/?extraData=${encodeURIComponent(broken)}`)
    expect([statusCode, valuesIn(body).email], broken).toEqual([200, ''])
  }
})

test('Internet Explorer is sent to choose a browser, unless there is a status to show [LGN-11, LGN-12]', async () => {
  const explorer = 'Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko'
  const sent = await open('/login/', explorer)
  expect([sent.statusCode, sent.headers.location]).toEqual([302, '/browser_select/'])
  const kept = await open('/login/?status=registered', explorer)
  expect(kept.body).toContain('Success!')
})

test.each([
  ['an iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 15_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148'],
  ['an Android phone', 'Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile'],
  ['an iPad', 'Mozilla/5.0 (iPad; CPU OS 12_2 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148'],
  ['an Android tablet', 'Mozilla/5.0 (Linux; Android 8.1.0; SM-T837A) AppleWebKit/537.36 Chrome/131.0.0.0'],
])(
  '%s gets the notice about the app in the first HTML, but not where it pays [LGN-13, LGN-14]',
  async (_, userAgent) => {
    const notice = 'Your device is not compatible with this website'
    expect((await open('/login/', userAgent)).body).toContain(notice)
    expect((await open('/login/?mr=1', userAgent)).body).not.toContain(notice)
    expect((await open('/login/')).body).not.toContain(notice)
  },
)

test("the panel shows the system status and the provider's message [LGN-22, LGN-23]", async () => {
  expect(valuesIn((await open('/login/')).body)).toMatchObject({
    systemStatus: 'Normal',
    loginMessage: expect.stringContaining('Sign in to pick up where you left off'),
  })
})

const post = (body: object, url = '/login/') => {
  const { payload = '', type = '' } = encode(signIn, body as never)
  const headers = { 'content-type': type, host: 'localhost:3000' }
  return harness.app.inject({ method: 'POST', url, headers, payload, remoteAddress: freshIp() })
}

test('a posted form is shown again with the email and without the password', async () => {
  const email = freshEmail()
  await addAccount(harness.db, { email })
  const wrong = await post({ email, password: 'not-the-password' })
  expect(valuesIn(wrong.body)).toMatchObject({ sent: { email, errors: 'Invalid login/password' } })
  expect(wrong.body).not.toContain('not-the-password')
  const short = await post({ email: 'agent@brokerage', password: '123' }, '/login/?status=registered')
  expect(valuesIn(short.body)).toMatchObject({
    sent: {
      email: 'agent@brokerage',
      errors: { email: ['Enter a valid email address'], password: ['Minimum 6 characters required'] },
    },
  })
})

test('without a script, an account can be chosen for five minutes without the password', async () => {
  const email = freshEmail()
  const { pin } = await addAccount(harness.db, { email })
  await addAccount(harness.db, { email })
  const { body } = await post({ email, password: 'password1' })
  const { sent } = valuesIn(body) as { sent: SentForm }
  const choose = async () => (await post({ email, pin, ticket: sent.choice?.ticket })).statusCode
  expect(await choose()).toBe(303)
  harness.clock.advance(5 * MINUTE)
  expect(await choose()).toBe(400)
})
