import { afterAll, beforeAll, expect, test } from 'vitest'
import { authorizeZapier } from '#contract/features/authorize.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addAccount, addAgent } from '#server/test-kit/accounts.ts'
import { freshEmail, freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import {
  addTestPartner,
  CALLBACK,
  exchange,
  letIn,
  type Partner,
  pkce,
  refusedAs,
  requestAuthorization,
} from '#server/test-kit/partners.ts'
import { send } from '#server/test-kit/send.ts'
import { fc } from '../../../../scripts/properties.ts'

let harness: Harness
let partner: Partner

beforeAll(async () => {
  harness = await openHarness({ environment: { PASSWORD_HASHES_WAITING: '1000' } })
  partner = await addTestPartner(harness, { name: 'Lead Mailer' })
})
afterAll(() => harness.close())

test('the right password sends the person back with a code, the state and our issuer [WIR-19, WIR-20, OAU-05]', async () => {
  const { status, body, email } = await requestAuthorization(harness, partner, {
    state: 'a b&c=ü',
    scope: 'leads profile',
    vendor_user_id: 'their 7',
    type: 'mailing',
  })
  expect(status).toBe(200)
  const target = new URL(String(body.redirect_uri))
  expect(String(body.redirect_uri).startsWith(`${CALLBACK}&code=`)).toBe(true)
  expect(Object.fromEntries(target.searchParams)).toEqual({
    from: 'us',
    code: expect.stringMatching(/^[\w-]{43}$/),
    state: 'a b&c=ü',
    iss: 'http://localhost:3000',
  })
  expect(
    await harness.db.one(sql`
      select c.scope, c.vendor_user_id, c.type, c.client_id, g.email, c.expires_at - c.created_at = interval '60 seconds' as "for a minute"
      from authorization_codes c join agents g on g.id = c.agent_id where g.email = ${email}`),
  ).toEqual({
    scope: 'leads profile',
    vendor_user_id: 'their 7',
    type: 'mailing',
    client_id: 'lead-mailer',
    email,
    'for a minute': true,
  })
  expect(JSON.stringify(await harness.db.many(sql`select * from authorization_codes`))).not.toContain(
    target.searchParams.get('code'),
  )
})

test('an empty scope means the default, and an absent state stays absent', async () => {
  const { body, email } = await requestAuthorization(harness, partner, {})
  expect(new URL(String(body.redirect_uri)).searchParams.has('state')).toBe(false)
  expect(
    await harness.db.one(sql`
      select c.scope from authorization_codes c join agents g on g.id = c.agent_id where g.email = ${email}`),
  ).toEqual({ scope: 'profile' })
})

test('a wrong password is 401 with one text and the link back to the partner [WIR-20, OAU-07]', async () => {
  const { status, body } = await requestAuthorization(harness, partner, {
    password: 'wrong password',
    state: 'kept',
  })
  expect([status, body.error]).toEqual([401, 'Invalid login/password'])
  const target = new URL(String(body.go_back_uri))
  expect(String(body.go_back_uri).startsWith(`${CALLBACK}&error=access_denied&state=kept`)).toBe(true)
  expect(target.searchParams.has('code')).toBe(false)
})

test('the zapier call takes and answers the same, without a link back [WIR-21, OAU-10]', async () => {
  const email = freshEmail()
  await addAccount(harness.db, { email })
  const { client_id, redirect_uri } = partner
  const body = { email, password: 'password1', client_id, redirect_uri, state: 'z' }
  const good = await send(harness, authorizeZapier, body, { address: freshIp() })
  expect([good.status, Object.keys(good.body)]).toEqual([200, ['redirect_uri']])
  const bad = await send(
    harness,
    authorizeZapier,
    { ...body, password: 'wrong password' },
    { address: freshIp() },
  )
  expect([bad.status, bad.body]).toEqual([401, { error: 'Invalid login/password' }])
})

test('invalid fields are reported in one text', async () => {
  const { status, body } = await requestAuthorization(harness, partner, {
    email: 'nobody',
    password: 'short',
  })
  expect([status, body.error]).toEqual([
    400,
    'email: Enter a valid email address password: Minimum 6 characters required',
  ])
})

test('invalid fields are returned with the link back, which never leads to a stranger', async () => {
  const wrong = { email: 'nobody', password: 'short' }
  const { body } = await requestAuthorization(harness, partner, { ...wrong, state: 'kept' })
  expect(body.go_back_uri).toBe(
    `${CALLBACK}&error=access_denied&state=kept&iss=${encodeURIComponent('http://localhost:3000')}`,
  )
  for (const stranger of [
    { ...partner, client_id: 'nobody' },
    { ...partner, redirect_uri: 'https://evil.example/' },
    { ...partner, redirect_uri: '' },
  ])
    expect(Object.keys((await requestAuthorization(harness, stranger, wrong)).body)).toEqual(['error'])
  const oddly = await harness.app.inject({
    method: 'POST',
    url: '/rest/oauth/authorize/',
    payload: { ...wrong, client_id: partner.client_id, redirect_uri: [CALLBACK], state: { a: 1 } },
  })
  expect([oddly.statusCode, Object.keys(oddly.json())]).toEqual([400, ['error']])
  const { client_id, redirect_uri } = partner
  const zapier = await send(harness, authorizeZapier, { ...wrong, client_id, redirect_uri })
  expect([zapier.status, Object.keys(zapier.body)]).toEqual([400, ['error']])
})

test('an overlong state is omitted from the link back instead of truncated', async () => {
  const { body } = await requestAuthorization(harness, partner, { state: 'x'.repeat(4001) })
  expect(new URL(String(body.go_back_uri)).searchParams.has('state')).toBe(false)
})

test('of several accounts the numbered one is authorized; without a number the person is asked [OAU-03]', async () => {
  const email = freshEmail()
  await addAccount(harness.db, { email })
  const second = await addAccount(harness.db, { email })
  const unsure = await requestAuthorization(harness, partner, { email })
  expect([unsure.status, unsure.body.error]).toEqual([400, 'Choose which account to use.'])
  const sure = await requestAuthorization(harness, partner, { email, pin: second.pin })
  expect(sure.status).toBe(200)
  expect(
    await harness.db.many(sql`
      select c.agent_id as agent from authorization_codes c join agents g on g.id = c.agent_id where g.email = ${email}`),
  ).toEqual([{ agent: second.agentId }])
})

test.each([
  ['past_due', 'Account suspended. Please pay for the services to continue using the product.'],
  ['24h_past_due', 'Account suspended. Please pay for the services to continue using the product.'],
  ['canceled', /^This account has ended/],
  ['expired', /^This account has ended/],
  ['waiting for reactivation', /^This account has ended/],
  ['pending', /^This account is still being set up/],
] as const)('an account that is %s authorizes nobody', async (status, words) => {
  const email = freshEmail()
  await addAccount(harness.db, { email, status })
  const answer = await requestAuthorization(harness, partner, { email })
  expect(answer.status).toBe(400)
  expect(answer.body.error).toMatch(words)
  expect(answer.body.go_back_uri).toContain('error=access_denied')
})

test('nobody authorizes from a fraud or invited account, whatever the password', async () => {
  const [fraud, invited] = [freshEmail(), freshEmail()]
  await addAccount(harness.db, { email: fraud, status: 'canceled', isFraud: true })
  const { accountId } = await addAccount(harness.db, { email: freshEmail() })
  await addAgent(harness.db, accountId, { email: invited, role: 'user', isInvited: true })
  expect((await requestAuthorization(harness, partner, { email: fraud })).body.error).toMatch(
    /^This account is closed/,
  )
  const answer = await requestAuthorization(harness, partner, { email: invited, password: 'anything' })
  expect([answer.status, answer.body.redirect_uri]).toEqual([400, undefined])
  expect(answer.body.error).toMatch(/^The sign-up for this account is not finished/)
})

test('guesses here and at sign-in are counted together', async () => {
  const [email, address] = [freshEmail(), freshIp()]
  await addAccount(harness.db, { email })
  const guess = (call: 'rest/oauth/authorize' | 'rest/oauth/authorize-zapier') =>
    harness.app.inject({
      method: 'POST',
      url: `/${call}/`,
      remoteAddress: address,
      payload: { ...partner, email, password: 'a guess' },
    })
  for (let tries = 0; tries < 4; tries += 1) {
    expect((await guess('rest/oauth/authorize')).statusCode).toBe(401)
    expect((await guess('rest/oauth/authorize-zapier')).statusCode).toBe(401)
  }
  const slowed = await guess('rest/oauth/authorize')
  expect([slowed.statusCode, slowed.json().error]).toEqual([
    429,
    'Too many attempts. Please wait 15 minutes and try again. To sign in sooner, reset your password.',
  ])
})

test('an invalid request is refused with a link back, before any password is checked', async () => {
  const wrong = async (request: Record<string, string>) => {
    const answer = await requestAuthorization(harness, partner, { ...request, password: 'wrong password' })
    expect([answer.status, answer.body.go_back_uri]).toEqual([
      400,
      expect.stringContaining('error=access_denied'),
    ])
    return answer.body.error
  }
  const { challenge } = pkce()
  expect(await wrong({ response_type: 'token' })).toMatch(/response_type must be code/)
  expect(await wrong({ scope: 'profile everything' })).toMatch(/scope is not allowed/)
  expect(await wrong({ code_challenge: challenge })).toMatch(/S256/)
  expect(await wrong({ code_challenge: challenge, code_challenge_method: 'plain' })).toMatch(/S256/)
  expect(await wrong({ code_challenge: 'short', code_challenge_method: 'S256' })).toMatch(/S256/)
  expect(await wrong({ code_challenge_method: 'S256' })).toMatch(/S256/)
  expect(await wrong({ state: 'x'.repeat(4001) })).toMatch(/state is longer/)
})

test('a public partner must send a challenge', async () => {
  const app = await addTestPartner(harness, { isPublic: true })
  expect((await requestAuthorization(harness, app)).body.error).toMatch(/code_challenge is missing/)
  const { challenge } = pkce()
  const answer = await requestAuthorization(harness, app, {
    code_challenge: challenge,
    code_challenge_method: 'S256',
  })
  expect(answer.status).toBe(200)
})

test('a partner with a secret sends a challenge if the operator requires it', async () => {
  const strict = await addTestPartner(harness, { requiresPkce: true })
  expect((await requestAuthorization(harness, strict)).body.error).toMatch(/code_challenge is missing/)
  const { challenge, verifier } = pkce()
  const request = { code_challenge: challenge, code_challenge_method: 'S256' }
  const code = await letIn(harness, strict, request)
  expect((await exchange(harness, strict, code, { code_verifier: verifier })).status).toBe(200)

  const demandPkce = (isDemanded: boolean) =>
    harness.db.run(sql`update clients set requires_pkce = ${isDemanded} where id = ${partner.client_id}`)
  const early = await letIn(harness, partner)
  await demandPkce(true)
  expect(await exchange(harness, partner, early)).toMatchObject(refusedAs('invalid_grant'))
  await demandPkce(false)
  expect((await requestAuthorization(harness, partner)).status).toBe(200)
})

test('unknown and disabled partners and unregistered urls are refused without a redirect', async () => {
  const shutOut = await addTestPartner(harness)
  await harness.db.run(sql`update clients set disabled_at = now() where id = ${shutOut.client_id}`)
  for (const [request, words] of [
    [{ ...partner, client_id: 'nobody' }, /client_id is not registered/],
    [{ ...partner, client_id: '' }, /client_id is not registered/],
    [shutOut, /cannot be connected right now/],
    [{ ...partner, redirect_uri: 'https://evil.example/' }, /redirect_uri does not match/],
    [{ ...partner, redirect_uri: '' }, /redirect_uri does not match/],
  ] as const) {
    const answer = await requestAuthorization(harness, request, { state: 's' })
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, ['error']])
    expect(answer.body.error).toMatch(words)
  }
})

const strange = fc.oneof(
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc.constantFrom(
    `${CALLBACK}/`,
    `${CALLBACK}#`,
    `${CALLBACK} `,
    CALLBACK.toUpperCase(),
    CALLBACK.replace('https', 'http'),
    CALLBACK.replace('partner.example', 'partner.example.evil.example'),
    CALLBACK.replace('//', '//evil.example@'),
    CALLBACK.replace('partner.example', 'partner.example:444'),
    CALLBACK.replace('/callback', '/callback/../evil'),
    CALLBACK.replace('/callback', '\\callback'),
    `${CALLBACK}&redirect_uri=https://evil.example/`,
    '//evil.example/callback',
    'javascript:alert(document.cookie)',
    'data:text/html,<script>alert(1)</script>',
    '"><script>alert(1)</script>',
    `${CALLBACK}%0d%0aset-cookie:a=b`,
  ),
  fc.string({ maxLength: 60 }).map((text) => `https://partner.example/${text}`),
)
const state = fc.oneof(
  fc.string({ maxLength: 60 }),
  fc.constantFrom(
    '"><img src=x onerror=alert(1)>',
    '</script><script>alert(1)</script>',
    '&code=forged&iss=https://evil.example',
    '\r\nset-cookie: a=b',
    '#fragment',
    "' or 1=1 --",
  ),
)

test('of two hundred hostile urls none is accepted, and no state is shown as markup', async () => {
  const plain = await harness.app.inject({ url: '/oauth/authorize/' })
  const scripts = plain.body.match(/<script/g)?.length ?? 0
  await fc.assert(
    fc.asyncProperty(strange, state, async (redirectUri, hostile) => {
      const { client_id } = partner
      const call = await harness.app.inject({
        method: 'POST',
        url: '/rest/oauth/authorize/',
        payload: {
          email: 'a@example.com',
          password: 'password1',
          client_id,
          redirect_uri: redirectUri,
          state: hostile,
        },
        remoteAddress: freshIp(),
      })
      expect(call.statusCode).toBe(400)
      expect(Object.keys(call.json())).toEqual(['error'])
      expect(call.headers.location).toBeUndefined()
      const query = new URLSearchParams({ client_id, redirect_uri: redirectUri, state: hostile })
      const page = await harness.app.inject({ url: `/oauth/authorize/?${query}` })
      expect([page.statusCode, page.headers.location]).toEqual([200, undefined])
      expect(page.body.match(/<script/g)).toHaveLength(scripts)
      expect(page.body).not.toMatch(/<img src=x|<script>alert/)
    }),
    { numRuns: 200 },
  )
})

test('hostile states are returned to the partner unchanged', async () => {
  const email = freshEmail()
  await addAccount(harness.db, { email })
  await fc.assert(
    fc.asyncProperty(state, async (hostile) => {
      const { body } = await requestAuthorization(harness, partner, { email, state: hostile })
      const target = new URL(String(body.redirect_uri))
      expect([target.origin, target.pathname, target.hash]).toEqual([
        'https://partner.example',
        '/callback',
        '',
      ])
      expect(target.searchParams.getAll('state')).toEqual(hostile === '' ? [] : [hostile])
      expect([target.searchParams.getAll('code').length, target.searchParams.getAll('iss')]).toEqual([
        1,
        ['http://localhost:3000'],
      ])
    }),
    { numRuns: 40 },
  )
})

test('the page says who asks for what, is never cached, and cannot be framed', async () => {
  const { client_id, redirect_uri } = partner
  const query = new URLSearchParams({ client_id, redirect_uri, scope: 'profile leads' })
  const page = await harness.app.inject({ url: `/oauth/authorize/?${query}` })
  expect(page.body).toContain('Lead Mailer wants to connect to your account')
  expect(page.body).toContain('See your name, your email, your company and your account number')
  expect(page.body).toContain('Read the leads in your lists and add new ones')
  expect(page.headers['cache-control']).toBe('no-store')
  expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'")
  const unknown = await harness.app.inject({ url: '/oauth/zapier_authorize/?client_id=%00nobody' })
  expect([unknown.statusCode, unknown.body]).toEqual([
    200,
    expect.stringContaining('client_id is not registered'),
  ])
})
