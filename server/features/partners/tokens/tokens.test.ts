import { afterAll, beforeAll, expect, test } from 'vitest'
import { giveTokens, introspectToken, revokeToken } from '#contract/features/tokens.ts'
import { sql } from '#server/platform/db/sql.ts'
import { HOUR } from '#server/ports/clock.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import {
  addTestPartner,
  connect,
  exchange,
  letIn,
  type Partner,
  refresh,
  refusedAs,
  whoIs,
} from '#server/test-kit/partners.ts'
import { send } from '#server/test-kit/send.ts'

let harness: Harness
let partner: Partner

beforeAll(async () => {
  harness = await openHarness()
  partner = await addTestPartner(harness)
})
afterAll(() => harness.close())

const give = (call: typeof revokeToken | typeof introspectToken, token: unknown, shown = partner) =>
  send(harness, call, {
    token: String(token),
    client_id: shown.client_id,
    client_secret: shown.client_secret,
  })

test('revoking an access token ends it alone, a refresh token the connection; twice is once', async () => {
  const { access_token, refresh_token } = await connect(harness, partner)
  const second = await refresh(harness, partner, refresh_token)
  expect(await give(revokeToken, access_token)).toMatchObject({ status: 200, body: {} })
  expect((await whoIs(harness, access_token)).status).toBe(401)
  expect((await whoIs(harness, second.body.access_token)).status).toBe(200)
  expect((await give(revokeToken, second.body.refresh_token, await addTestPartner(harness))).status).toBe(200)
  expect((await whoIs(harness, second.body.access_token)).status).toBe(200)
  for (let times = 0; times < 2; times += 1)
    expect((await give(revokeToken, second.body.refresh_token)).status).toBe(200)
  expect((await whoIs(harness, second.body.access_token)).status).toBe(401)
  expect((await give(revokeToken, 'unknown')).status).toBe(200)
  expect(await give(revokeToken, '')).toMatchObject(refusedAs('invalid_request'))
  expect(await give(revokeToken, 'x', { ...partner, client_secret: 'wrong' })).toMatchObject(
    refusedAs('invalid_client', 401),
  )
})

test("introspection answers only about the partner's own tokens", async () => {
  const email = freshEmail()
  const { agentId } = await addAccount(harness.db, { email })
  const { access_token, refresh_token } = await connect(harness, partner, { email, scope: 'leads profile' })
  const now = Math.floor(harness.clock.now().getTime() / 1000)
  const told = {
    active: true,
    scope: 'leads profile',
    client_id: partner.client_id,
    username: email,
    sub: String(agentId),
    iss: 'http://localhost:3000',
    iat: now,
  }
  expect((await give(introspectToken, access_token)).body).toEqual({
    ...told,
    token_type: 'Bearer',
    exp: now + 3600,
  })
  expect((await give(introspectToken, refresh_token)).body).toEqual({ ...told, exp: now + 90 * 24 * 3600 })
  const other = await addTestPartner(harness)
  for (const [token, shown] of [
    [access_token, other],
    ['unknown', partner],
  ] as const)
    expect((await give(introspectToken, token, shown)).body).toEqual({ active: false })
  harness.clock.advance(HOUR)
  expect((await give(introspectToken, access_token)).body).toEqual({ active: false })
  expect(await give(introspectToken, '')).toMatchObject(refusedAs('invalid_request'))
})

test('malformed requests get OAuth errors', async () => {
  const ask = (body: Record<string, string>) => send(harness, giveTokens, { ...partner, ...body })
  expect(await ask({ grant_type: 'password' })).toMatchObject(refusedAs('unsupported_grant_type'))
  for (const missing of [
    {},
    { grant_type: '' },
    { grant_type: 'authorization_code' },
    { grant_type: 'authorization_code', code: '' },
    { grant_type: 'refresh_token' },
    { grant_type: 'refresh_token', refresh_token: '' },
  ])
    expect(await ask(missing)).toMatchObject(refusedAs('invalid_request'))
  const request = await harness.app.inject({ url: '/oauth/token' })
  expect(request.statusCode).toBe(404)
  const unreadable = [
    { headers: { 'content-type': 'text/plain' }, payload: 'x' },
    { headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: 'token=one&token=two' },
  ]
  for (const one of unreadable) {
    const answer = await harness.app.inject({ method: 'POST', url: '/oauth/token', ...one })
    expect([answer.statusCode, answer.json().error]).toEqual([400, 'invalid_request'])
  }
})

test('any origin may call with a token, but never with a cookie', async () => {
  const { access_token } = await connect(harness, partner)
  const origin = 'https://app.partner.example'
  const request = await harness.app.inject({ method: 'OPTIONS', url: '/api/me', headers: { origin } })
  expect([request.statusCode, request.headers['access-control-allow-headers']]).toEqual([
    204,
    'authorization, content-type',
  ])
  const answer = await harness.app.inject({
    url: '/api/me',
    headers: { origin, 'sec-fetch-site': 'cross-site', authorization: `Bearer ${access_token}` },
  })
  expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([200, '*'])
  const code = await letIn(harness, partner)
  const exchanged = await send(
    harness,
    giveTokens,
    { ...partner, grant_type: 'authorization_code', code },
    { headers: { origin, 'sec-fetch-site': 'cross-site' } },
  )
  expect(exchanged.status).toBe(200)
  const ridden = await harness.app.inject({
    method: 'POST',
    url: '/rest/account/apps/disconnect/',
    headers: { origin },
    payload: { app: 'x' },
  })
  expect([ridden.statusCode, ridden.headers['access-control-allow-origin']]).toEqual([403, undefined])
})

test("publishes the server's metadata", async () => {
  const { json } = await harness.app.inject({ url: '/.well-known/oauth-authorization-server' })
  expect(json()).toMatchObject({
    issuer: 'http://localhost:3000',
    authorization_endpoint: 'http://localhost:3000/oauth/authorize/',
    token_endpoint: 'http://localhost:3000/oauth/token',
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  })
})

/** The mails about connected partners sent to this person. */
const noticesTo = (email: string) =>
  harness.db.many<{ subject: string; plain: string }>(
    sql`select subject, plain from mails where recipient = ${email} and purpose = 'new-partner' order by id`,
  )

test('the person gets a mail about each authorization, even with an equal connection', async () => {
  const email = freshEmail()
  await addAccount(harness.db, { email, company: 'Lakeview Homes' })
  const first = await connect(harness, partner, { email, scope: 'profile leads' })
  const notice = {
    subject: expect.stringMatching(/^Partner \d+ is now connected to your account \d{6}$/),
    plain: expect.stringContaining('See your name, your email, your company and your account number'),
  }
  expect(await noticesTo(email)).toEqual([notice])
  await connect(harness, partner, { email, scope: 'profile' })
  expect(await noticesTo(email)).toEqual([notice, notice])
  await give(revokeToken, first.refresh_token)
  await connect(harness, partner, { email })
  expect(await noticesTo(email)).toHaveLength(3)
})

test('no mail for a refresh or a reused code', async () => {
  const email = freshEmail()
  await addAccount(harness.db, { email })
  const code = await letIn(harness, partner, { email })
  expect(await noticesTo(email)).toEqual([])
  const { body } = await exchange(harness, partner, code)
  const refreshed = await refresh(harness, partner, body.refresh_token)
  expect(refreshed.status).toBe(200)
  expect((await refresh(harness, partner, refreshed.body.refresh_token)).status).toBe(200)
  expect((await exchange(harness, partner, code)).status).toBe(400)
  expect(await noticesTo(email)).toHaveLength(1)
})

test('a disabled partner gets nothing, whatever it still holds', async () => {
  const gone = await addTestPartner(harness)
  const code = await letIn(harness, gone)
  const { body } = await exchange(harness, gone, await letIn(harness, gone))
  await harness.db.run(sql`update clients set disabled_at = now() where id = ${gone.client_id}`)
  expect(await exchange(harness, gone, code)).toMatchObject(refusedAs('invalid_client', 401))
  expect(await refresh(harness, gone, body.refresh_token)).toMatchObject(refusedAs('invalid_client', 401))
  expect((await whoIs(harness, body.access_token)).status).toBe(401)
})

test('a person with a single name has no trailing space', async () => {
  const { access_token } = await connect(harness, partner)
  const { email } = (await whoIs(harness, access_token)).body as { email: string }
  await harness.db.run(sql`update agents set first_name = 'Cher', last_name = '' where email = ${email}`)
  expect((await whoIs(harness, access_token)).body).toMatchObject({ name: 'Cher', email })
})
