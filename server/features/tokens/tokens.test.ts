import { afterAll, beforeAll, expect, test } from 'vitest'
import { giveTokens, introspectToken, revokeToken } from '#contract/calls/tokens.ts'
import type { Database } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../ports/clock.ts'
import { addAccount } from '../../test-kit/accounts.ts'
import { freshAddress, freshEmail } from '../../test-kit/fresh.ts'
import { freshDatabase, type House, openHouse } from '../../test-kit/house.ts'
import {
  addTestPartner,
  exchange,
  letIn,
  type Partner,
  pkce,
  refresh,
  whoIs,
} from '../../test-kit/partners.ts'
import { send } from '../../test-kit/send.ts'

let house: House
let partner: Partner
let db: Database
let isAway = false

beforeAll(async () => {
  db = await freshDatabase()
  house = await openHouse({ db: withOutages(db), environment: { PASSWORD_HASHES_WAITING: '1000' } })
  partner = await addTestPartner(house)
})
afterAll(async () => {
  await house.close()
  await db.close()
})

/** The same database, which a test can take away. */
function withOutages(real: Database): Database {
  const orAway =
    <Rest extends unknown[], Result>(ask: (...rest: Rest) => Promise<Result>) =>
    async (...rest: Rest) => {
      if (isAway) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
      return ask(...rest)
    }
  return {
    ...real,
    maybe: orAway(real.maybe) as Database['maybe'],
    transaction: orAway(real.transaction) as Database['transaction'],
  }
}

const basic = ({ client_id, client_secret }: Partner) => ({
  authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`,
})

async function connected(given: Partial<Record<'scope' | 'email' | 'vendor_user_id' | 'type', string>> = {}) {
  const { body } = await exchange(house, partner, await letIn(house, partner, given))
  return body as { access_token: string; refresh_token: string; scope: string; expires_in: number }
}

const refusedAs = (error: string, status = 400) => ({
  status,
  body: { error, error_description: expect.stringMatching(/^[A-Z]/) },
})

test('a code becomes tokens, in flat JSON that nobody keeps, and they tell whose account it is', async () => {
  const email = freshEmail()
  const { pin } = await addAccount(house.db, { email, company: 'Lakeview Homes', name: ['Priya', 'Raman'] })
  const { status, body, headers } = await exchange(house, partner, await letIn(house, partner, { email }))
  expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
  expect(body).toEqual({
    access_token: expect.stringMatching(/^[\w-]{43}$/),
    token_type: 'Bearer',
    expires_in: 3600,
    refresh_token: expect.stringMatching(/^[\w-]{43}$/),
    scope: 'profile',
  })
  expect(await whoIs(house, body.access_token)).toMatchObject({
    status: 200,
    body: { company: 'Lakeview Homes', name: 'Priya Raman', pin, email },
  })
  const kept = JSON.stringify([
    await db.many(sql`select * from tokens`),
    await db.many(sql`select * from grants`),
  ])
  expect(kept).not.toContain(body.access_token)
  expect(kept).not.toContain(body.refresh_token)
  expect(house.logged()).not.toContain(body.access_token)
})

test('a secret in the header does as well as one in the body, and JSON as well as a form', async () => {
  const inHeader = await send(
    house,
    giveTokens,
    {
      grant_type: 'authorization_code',
      code: await letIn(house, partner),
      redirect_uri: partner.redirect_uri,
    },
    { headers: basic(partner) },
  )
  expect(inHeader.status).toBe(200)
  const inJson = await house.app.inject({
    method: 'POST',
    url: '/oauth/token',
    payload: { ...partner, grant_type: 'authorization_code', code: await letIn(house, partner) },
  })
  expect(inJson.statusCode).toBe(200)
})

test('a wrong secret, none, an unknown client and two clients at once are refused', async () => {
  const code = await letIn(house, partner)
  const unproven = await exchange(house, { ...partner, client_secret: 'wrong' }, code)
  expect(unproven).toMatchObject(refusedAs('invalid_client', 401))
  expect(unproven.headers['www-authenticate']).toMatch(/^Basic realm=/)
  expect(await exchange(house, { ...partner, client_secret: '' }, code)).toMatchObject(
    refusedAs('invalid_client', 401),
  )
  expect(await exchange(house, { ...partner, client_id: 'nobody' }, code)).toMatchObject(
    refusedAs('invalid_client', 401),
  )
  const two = await send(
    house,
    giveTokens,
    { grant_type: 'authorization_code', code, client_id: 'another' },
    { headers: basic(partner) },
  )
  expect(two).toMatchObject(refusedAs('invalid_request'))
  for (const header of ['Basic', 'Basic !', `Basic ${btoa('no colon')}`, `Basic ${btoa('%00:%zz')}`]) {
    const odd = await send(house, giveTokens, { code }, { headers: { authorization: header } })
    expect(odd).toMatchObject(refusedAs('invalid_client', 401))
  }
  const twice = await house.app.inject({
    method: 'POST',
    url: '/oauth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'grant_type=authorization_code&code=a&code=b',
  })
  expect([twice.statusCode, twice.json().error]).toEqual([400, 'invalid_request'])
  expect((await exchange(house, partner, code)).status).toBe(200)
})

test('whoever guesses at the secret of a client is slowed down there, and the client elsewhere is not', async () => {
  const [guessed, place] = [await addTestPartner(house), freshAddress()]
  const guess = (secret: string, address: string) =>
    send(house, giveTokens, { ...guessed, client_secret: secret, grant_type: 'refresh_token' }, { address })
  for (let tries = 0; tries < 60; tries += 1) await guess(`guess ${tries}`, place)
  const slowed = await guess(guessed.client_secret, place)
  expect(slowed).toMatchObject(refusedAs('temporarily_unavailable', 429))
  expect(slowed.headers['retry-after']).toBe('900')
  expect(await guess(guessed.client_secret, freshAddress())).toMatchObject(refusedAs('invalid_grant'))
  house.clock.advance(15 * MINUTE)
  expect(await guess(guessed.client_secret, place)).toMatchObject(refusedAs('invalid_grant'))
})

test('a code is good for sixty seconds', async () => {
  const [inTime, late] = [await letIn(house, partner), await letIn(house, partner)]
  house.clock.advance(60 * SECOND - 1)
  expect((await exchange(house, partner, inTime)).status).toBe(200)
  house.clock.advance(1)
  expect(await exchange(house, partner, late)).toMatchObject(refusedAs('invalid_grant'))
})

test('a code that is shown again is refused, and what it gave ends', async () => {
  const code = await letIn(house, partner)
  const { body } = await exchange(house, partner, code)
  expect((await whoIs(house, body.access_token)).status).toBe(200)
  expect(await exchange(house, partner, code)).toMatchObject(refusedAs('invalid_grant'))
  expect((await whoIs(house, body.access_token)).status).toBe(401)
  expect(await refresh(house, partner, body.refresh_token)).toMatchObject(refusedAs('invalid_grant'))
})

test('of fifty exchanges of one code at once, one wins', async () => {
  const code = await letIn(house, partner)
  const answers = await Promise.all(Array.from({ length: 50 }, () => exchange(house, partner, code)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status, body }) => status === 400 && body.error === 'invalid_grant')).toHaveLength(
    49,
  )
})

test('a code is good for the partner it was given to, at the address it was sent to', async () => {
  const [code, other] = [await letIn(house, partner), await addTestPartner(house)]
  expect(await exchange(house, other, code)).toMatchObject(refusedAs('invalid_grant'))
  expect(await exchange(house, partner, code, { redirect_uri: 'https://evil.example/' })).toMatchObject(
    refusedAs('invalid_grant'),
  )
  expect(await exchange(house, partner, 'no code')).toMatchObject(refusedAs('invalid_grant'))
  expect(await exchange(house, partner, '')).toMatchObject(refusedAs('invalid_grant'))
  expect((await exchange(house, partner, code, { redirect_uri: partner.redirect_uri })).status).toBe(200)
})

test('a challenge wants its verifier, and a verifier its challenge', async () => {
  const { verifier, challenge } = pkce()
  const challenged = { code_challenge: challenge, code_challenge_method: 'S256' }
  const code = await letIn(house, partner, challenged)
  expect(await exchange(house, partner, code)).toMatchObject(refusedAs('invalid_grant'))
  expect(await exchange(house, partner, code, { code_verifier: challenge })).toMatchObject(
    refusedAs('invalid_grant'),
  )
  expect((await exchange(house, partner, code, { code_verifier: verifier })).status).toBe(200)
  const plain = await letIn(house, partner)
  expect(await exchange(house, partner, plain, { code_verifier: verifier })).toMatchObject(
    refusedAs('invalid_grant'),
  )
})

test('a public partner has no secret: it names itself, its address and its verifier', async () => {
  const app = await addTestPartner(house, { isPublic: true })
  const { verifier, challenge } = pkce()
  const code = await letIn(house, app, { code_challenge: challenge, code_challenge_method: 'S256' })
  const { redirect_uri } = app
  expect(await exchange(house, app, code, { code_verifier: verifier })).toMatchObject(
    refusedAs('invalid_grant'),
  )
  expect(
    await exchange(house, { ...app, client_secret: 'made up' }, code, {
      code_verifier: verifier,
      redirect_uri,
    }),
  ).toMatchObject(refusedAs('invalid_client', 401))
  const { status, body } = await exchange(house, app, code, { code_verifier: verifier, redirect_uri })
  expect(status).toBe(200)
  expect((await refresh(house, app, body.refresh_token)).status).toBe(200)
  expect(await send(house, introspectToken, { client_id: app.client_id, token: 'x' })).toMatchObject(
    refusedAs('invalid_client', 401),
  )
})

test('an access token lasts an hour; then it is 401, never 403, and a refresh brings a new one', async () => {
  const first = await connected()
  house.clock.advance(HOUR - 1)
  expect((await whoIs(house, first.access_token)).status).toBe(200)
  house.clock.advance(1)
  expect(await whoIs(house, first.access_token)).toMatchObject({
    status: 401,
    body: { error: 'invalid_token' },
    challenge: expect.stringContaining('error="invalid_token"'),
  })
  const { status, body } = await refresh(house, partner, first.refresh_token)
  expect([status, body.scope]).toEqual([200, 'profile'])
  expect(body.refresh_token).not.toBe(first.refresh_token)
  expect((await whoIs(house, body.access_token)).status).toBe(200)
  expect((await whoIs(house, body.refresh_token)).status).toBe(401)
  expect((await whoIs(house, '')).challenge).toBe('Bearer realm="http://localhost:3000"')
})

test('a refresh whose answer was lost may be asked for again within a minute, and by two workers at once', async () => {
  const { refresh_token } = await connected()
  const lost = await refresh(house, partner, refresh_token)
  house.clock.advance(MINUTE)
  const again = await refresh(house, partner, refresh_token)
  expect([lost.status, again.status]).toEqual([200, 200])
  const both = await Promise.all([
    refresh(house, partner, again.body.refresh_token),
    refresh(house, partner, again.body.refresh_token),
  ])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  for (const { body } of both) expect((await whoIs(house, body.access_token)).status).toBe(200)
})

test('a refresh token that was replaced longer ago ends the connection: one of two holders has stolen it', async () => {
  const { refresh_token } = await connected()
  const next = await refresh(house, partner, refresh_token)
  house.clock.advance(MINUTE + 1)
  expect(await refresh(house, partner, refresh_token)).toMatchObject(refusedAs('invalid_grant'))
  expect((await whoIs(house, next.body.access_token)).status).toBe(401)
  expect(await refresh(house, partner, next.body.refresh_token)).toMatchObject(refusedAs('invalid_grant'))
})

test('a refresh token lasts ninety days from refresh to refresh, and serves its own partner', async () => {
  const { refresh_token } = await connected()
  expect(await refresh(house, await addTestPartner(house), refresh_token)).toMatchObject(
    refusedAs('invalid_grant'),
  )
  house.clock.advance(90 * DAY - 1)
  const { status, body } = await refresh(house, partner, refresh_token)
  expect(status).toBe(200)
  house.clock.advance(90 * DAY)
  expect(await refresh(house, partner, body.refresh_token)).toMatchObject(refusedAs('invalid_grant'))
  expect(await refresh(house, partner, '')).toMatchObject(refusedAs('invalid_grant'))
})

test('a refresh may ask for less, never for more', async () => {
  const { refresh_token, scope } = await connected({ scope: 'profile leads' })
  expect(scope).toBe('profile leads')
  const less = await refresh(house, partner, refresh_token, { scope: 'leads' })
  expect(less.body.scope).toBe('leads')
  expect(await whoIs(house, less.body.access_token)).toMatchObject({
    status: 403,
    body: { error: 'insufficient_scope' },
  })
  expect(await refresh(house, partner, less.body.refresh_token, { scope: 'profile billing' })).toMatchObject(
    refusedAs('invalid_scope'),
  )
  expect((await refresh(house, partner, less.body.refresh_token)).body.scope).toBe('profile leads')
})

test('while the database is away a refresh is told to come back, and then works with the same token', async () => {
  const { refresh_token } = await connected()
  isAway = true
  const away = await refresh(house, partner, refresh_token)
  isAway = false
  expect(away).toMatchObject(refusedAs('temporarily_unavailable', 503))
  expect(away.headers['retry-after']).toBe('1')
  expect((await refresh(house, partner, refresh_token)).status).toBe(200)
})

test('an account that is suspended or whose person has left opens to nobody; one that has paid again does', async () => {
  const email = freshEmail()
  const { accountId, agentId } = await addAccount(house.db, { email })
  const { access_token, refresh_token } = await connected({ email })
  await db.run(sql`update accounts set status = 'past_due' where id = ${accountId}`)
  expect((await whoIs(house, access_token)).status).toBe(401)
  expect(await refresh(house, partner, refresh_token)).toMatchObject(refusedAs('invalid_grant'))
  await db.run(sql`update accounts set status = 'active' where id = ${accountId}`)
  expect((await whoIs(house, access_token)).status).toBe(200)
  const code = await letIn(house, partner, { email })
  await db.run(sql`update agents set removed_at = now() where id = ${agentId}`)
  expect((await whoIs(house, access_token)).status).toBe(401)
  expect(await refresh(house, partner, refresh_token)).toMatchObject(refusedAs('invalid_grant'))
  expect(await exchange(house, partner, code)).toMatchObject(refusedAs('invalid_grant'))
})

const give = (call: typeof revokeToken | typeof introspectToken, token: unknown, shown = partner) =>
  send(house, call, { token: String(token), client_id: shown.client_id, client_secret: shown.client_secret })

test('a revoked access token ends alone, a revoked refresh token ends the connection, twice is once', async () => {
  const { access_token, refresh_token } = await connected()
  const second = await refresh(house, partner, refresh_token)
  expect(await give(revokeToken, access_token)).toMatchObject({ status: 200, body: {} })
  expect((await whoIs(house, access_token)).status).toBe(401)
  expect((await whoIs(house, second.body.access_token)).status).toBe(200)
  expect((await give(revokeToken, second.body.refresh_token, await addTestPartner(house))).status).toBe(200)
  expect((await whoIs(house, second.body.access_token)).status).toBe(200)
  for (let times = 0; times < 2; times += 1)
    expect((await give(revokeToken, second.body.refresh_token)).status).toBe(200)
  expect((await whoIs(house, second.body.access_token)).status).toBe(401)
  expect((await give(revokeToken, 'unknown')).status).toBe(200)
  expect(await give(revokeToken, '')).toMatchObject(refusedAs('invalid_request'))
  expect(await give(revokeToken, 'x', { ...partner, client_secret: 'wrong' })).toMatchObject(
    refusedAs('invalid_client', 401),
  )
})

test('a partner learns what its own token is worth, and nothing of others', async () => {
  const email = freshEmail()
  const { agentId } = await addAccount(house.db, { email })
  const { access_token, refresh_token } = await connected({ email, scope: 'leads profile' })
  const now = Math.floor(house.clock.now().getTime() / 1000)
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
  const other = await addTestPartner(house)
  for (const [token, shown] of [
    [access_token, other],
    ['unknown', partner],
  ] as const)
    expect((await give(introspectToken, token, shown)).body).toEqual({ active: false })
  house.clock.advance(HOUR)
  expect((await give(introspectToken, access_token)).body).toEqual({ active: false })
  expect(await give(introspectToken, '')).toMatchObject(refusedAs('invalid_request'))
})

test('what is not asked for rightly is refused in the words of OAuth', async () => {
  const ask = (body: Record<string, string>) => send(house, giveTokens, { ...partner, ...body })
  expect(await ask({ grant_type: 'password' })).toMatchObject(refusedAs('unsupported_grant_type'))
  expect(await ask({})).toMatchObject(refusedAs('unsupported_grant_type'))
  const asked = await house.app.inject({ url: '/oauth/token' })
  expect(asked.statusCode).toBe(404)
  const text = await house.app.inject({
    method: 'POST',
    url: '/oauth/token',
    headers: { 'content-type': 'text/plain' },
    payload: 'x',
  })
  expect([text.statusCode, text.json().error]).toEqual([400, 'invalid_request'])
})

test('a page of any origin may ask with a token, and none may ride on a cookie', async () => {
  const { access_token } = await connected()
  const origin = 'https://app.partner.example'
  const asked = await house.app.inject({ method: 'OPTIONS', url: '/api/me', headers: { origin } })
  expect([asked.statusCode, asked.headers['access-control-allow-headers']]).toEqual([
    204,
    'authorization, content-type',
  ])
  const answer = await house.app.inject({
    url: '/api/me',
    headers: { origin, 'sec-fetch-site': 'cross-site', authorization: `Bearer ${access_token}` },
  })
  expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([200, '*'])
  const code = await letIn(house, partner)
  const exchanged = await send(
    house,
    giveTokens,
    { ...partner, grant_type: 'authorization_code', code },
    { headers: { origin, 'sec-fetch-site': 'cross-site' } },
  )
  expect(exchanged.status).toBe(200)
  const ridden = await house.app.inject({
    method: 'POST',
    url: '/rest/account/apps/disconnect/',
    headers: { origin },
    payload: { app: 'x' },
  })
  expect([ridden.statusCode, ridden.headers['access-control-allow-origin']]).toEqual([403, undefined])
})

test('the server describes itself', async () => {
  const { json } = await house.app.inject({ url: '/.well-known/oauth-authorization-server' })
  expect(json()).toMatchObject({
    issuer: 'http://localhost:3000',
    authorization_endpoint: 'http://localhost:3000/oauth/authorize/',
    token_endpoint: 'http://localhost:3000/oauth/token',
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  })
})

test('a new connection is told by mail, once for as long as it lasts', async () => {
  const email = freshEmail()
  await addAccount(house.db, { email, company: 'Lakeview Homes' })
  const mails = () =>
    db.many<{ subject: string; plain: string }>(
      sql`select subject, plain from mails where recipient = ${email} and purpose = 'new-partner'`,
    )
  const first = await connected({ email })
  const second = await connected({ email })
  expect(await mails()).toEqual([
    {
      subject: expect.stringMatching(/^Partner \d+ is now connected to your account \d{6}$/),
      plain: expect.stringContaining('See your name, your email, your company and your account number'),
    },
  ])
  for (const { refresh_token } of [first, second]) await give(revokeToken, refresh_token)
  await connected({ email })
  expect(await mails()).toHaveLength(2)
})

test('a shut-out partner gets nothing, whatever it still holds', async () => {
  const gone = await addTestPartner(house)
  const code = await letIn(house, gone)
  const { body } = await exchange(house, gone, await letIn(house, gone))
  await db.run(sql`update clients set disabled_at = now() where id = ${gone.client_id}`)
  expect(await exchange(house, gone, code)).toMatchObject(refusedAs('invalid_client', 401))
  expect(await refresh(house, gone, body.refresh_token)).toMatchObject(refusedAs('invalid_client', 401))
  expect((await whoIs(house, body.access_token)).status).toBe(401)
})
