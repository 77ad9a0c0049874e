import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Status } from '#contract/accounts/statuses.ts'
import { requestPasswordReset } from '#contract/features/password-reset.ts'
import { signIn } from '#contract/features/sign-in.ts'
import { DAY } from '#server/ports/clock.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { freshEmail, freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { mailsTo } from '#server/test-kit/mails.ts'
import { encode, send } from '#server/test-kit/send.ts'
import { signedInAs, valuesIn } from '#server/test-kit/signed-in.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness({ works: true, environment: { DIALER_URL: DIALER } })
})
afterAll(() => harness.close())

const DIALER = 'https://dialer.example'
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 15_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148'

async function addOwner(status: Status = 'active', role: 'owner' | 'user' = 'owner') {
  const email = freshEmail()
  await addAccount(harness.db, { email, status, role })
  return email
}

async function landAt(email: string, next: string, more = {}): Promise<unknown> {
  const body = { email, password: 'password1', next, ...more }
  const answer = await send(harness, signIn, body, { address: freshIp() })
  return (answer.body as { data: { redirect_url: string } }).data.redirect_url
}

test('a signed-out visitor of an account page returns to it after signing in', async () => {
  for (const path of [
    '/account/',
    '/account/billing/',
    '/account/people/',
    '/account/billing/bills/F-1001/',
  ]) {
    const sent = await harness.app.inject({ url: path })
    expect(sent.headers.location).toBe(`/login/?next=${encodeURIComponent(path)}`)
    expect(await landAt(await addOwner(), path)).toBe(path)
  }
})

test('returns only to pages of the account', async () => {
  const email = await addOwner()
  for (const next of [
    '//evil.example/account/',
    '/\\evil.example/account/',
    '\\\\evil.example',
    'https://evil.example/account/',
    'javascript:alert(1)',
    '/account/../sign-up/',
    '/account//evil.example/',
    '/account/billing/?paid=1',
    '/account/billing/#x',
    '/account/billing/bills/..%2f..%2f/',
    '/account/billing/bills/a/b/',
    '/account/sign-out/',
    '/account/invitation/some-token/',
    '/oauth/authorize/',
    '/login/',
    '/account',
    '',
  ])
    expect(await landAt(email, next), next).toBe(DIALER)
})

test("the account's access overrides where the person wants to go", async () => {
  expect(await landAt(await addOwner('past_due'), '/account/plan/')).toBe('/account/billing/')
  expect(await landAt(await addOwner('past_due'), '/account/cancel/')).toBe('/account/cancel/')
  expect(await landAt(await addOwner('canceled'), '/account/plan/')).toBe('/account/reactivate/')
  expect(await landAt(await addOwner('canceled'), '/account/billing/')).toBe('/account/billing/')
  expect(await landAt(await addOwner('active', 'user'), '/account/billing/')).toBe(DIALER)
  expect(await landAt(await addOwner('pending'), '/account/')).toBe('/login/?status=registered')
  expect(await landAt(await addOwner(), '', { mobile_retry: '1' })).toBe('/account/billing/')
})

test('without a script the form returns as well, as its url says where to', async () => {
  const post = (email: string, address: string) => {
    const { payload = '', type = '' } = encode(signIn, { email, password: 'password1' })
    return harness.app.inject({
      method: 'POST',
      url: address,
      headers: { 'content-type': type, host: 'localhost:3000' },
      payload,
      remoteAddress: freshIp(),
    })
  }
  const email = await addOwner()
  const entered = await post(email, '/login/?next=%2Faccount%2Fdetails%2F')
  expect([entered.statusCode, entered.headers.location]).toEqual([303, '/account/details/'])
  const lured = await post(email, '/login/?next=%2F%2Fevil.example%2Faccount%2F')
  expect(lured.headers.location).toBe(DIALER)
})

test('an ended session says so, and one limited to payment by phone returns there', async () => {
  const visits = [
    { flags: {}, query: 'status=session_ended&next=%2Faccount%2Fbilling%2F' },
    { flags: { mobile_retry: '1' }, query: 'status=session_ended&next=%2Faccount%2Fbilling%2F&mr=1' },
  ]
  for (const { flags, query } of visits) {
    const body = { email: await addOwner(), password: 'password1', ...flags }
    const { cookies } = await send(harness, signIn, body, { address: freshIp() })
    const headers = { cookie: `session=${cookies.session}` }
    expect((await harness.app.inject({ url: '/account/billing/', headers })).statusCode).toBe(200)
    harness.clock.advance(3 * DAY)
    const sent = await harness.app.inject({ url: '/account/billing/', headers })
    expect(sent.headers.location).toBe(`/login/?${query}`)
    const page = await harness.app.inject({ url: `/login/?${query}`, headers })
    expect(page.body).toContain('Your session has ended. Please sign in again.')
  }
})

test('on a phone, where the other pages are closed, a link to billing leads to the payment page', async () => {
  const open = (url: string) => harness.app.inject({ url, headers: { 'user-agent': PHONE } })
  const billing = await open('/account/billing/')
  expect(billing.headers.location).toBe('/login/?next=%2Faccount%2Fbilling%2F&mr=1')
  expect((await open('/account/people/')).headers.location).toBe('/login/?next=%2Faccount%2Fpeople%2F')
})

test('someone signed in is offered their account on the sign-in page, others are not', async () => {
  const person = await signedInAs(harness, { email: await addOwner() })
  const offered = async (url: string) => valuesIn((await person.open(url)).html).signedIn
  expect(await offered('/login/')).toEqual({ company: 'North Shore Realty', href: '/account/' })
  expect(await offered('/login/?next=%2Faccount%2Fplan%2F')).toMatchObject({ href: '/account/plan/' })
  expect(await offered('/login/?next=%2F%2Fevil.example')).toMatchObject({ href: '/account/' })
  const visitor = await harness.app.inject({ url: '/login/' })
  expect(valuesIn(visitor.body)).not.toHaveProperty('signedIn')
  // A personal page is never cached, and is not compressed, so its length reveals nothing.
  const headers = { cookie: `session=${person.cookies.session}`, 'accept-encoding': 'zstd, gzip' }
  const own = await harness.app.inject({ url: '/login/', headers })
  expect(own.headers).toMatchObject({ 'cache-control': 'no-store' })
  expect(own.headers).not.toHaveProperty('content-encoding')
  expect(visitor.headers['cache-control']).toBe('private, no-cache')
})

test('a reset requested by a phone on its way to pay returns there', async () => {
  const email = await addOwner()
  const body = { email, mobile_retry: '1' }
  await send(harness, requestPasswordReset, body, { address: freshIp() })
  const mails = () => mailsTo(harness, email, 'password-reset')
  await expect.poll(mails, { timeout: 40_000 }).toHaveLength(1)
  expect((await mails())[0]?.plain).toMatch(/password-reset\/confirm\/[\w-]+\/\?mr=1\s/)
})

test('the two kinds of sign-in pages have different titles', async () => {
  const titleOf = async (url: string) =>
    /<title>(.*?)<\/title>/.exec((await harness.app.inject({ url })).body)?.[1]
  expect(await titleOf('/login/')).toMatch(/^Login · /)
  expect(await titleOf('/login/?mr=1')).toMatch(/^Manage your payment · /)
})
