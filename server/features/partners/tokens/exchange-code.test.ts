// On PostgreSQL: two of its requests race.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { giveTokens, introspectToken } from '#contract/features/tokens.ts'
import { type Client, findClient } from '#server/identity/partners.ts'
import { sql } from '#server/platform/db/sql.ts'
import { attempt } from '#server/platform/refusal.ts'
import { MINUTE, SECOND } from '#server/ports/clock.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { freshEmail, freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import {
  addTestPartner,
  exchange,
  letIn,
  type Partner,
  pkce,
  refresh,
  refusedAs,
  whoIs,
} from '#server/test-kit/partners.ts'
import { send } from '#server/test-kit/send.ts'
import { exchangeCode } from './give-tokens.ts'

let harness: Harness
let partner: Partner

beforeAll(async () => {
  harness = await openHarness()
  partner = await addTestPartner(harness)
})
afterAll(() => harness.close())

const basic = ({ client_id, client_secret }: Partner) => ({
  authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`,
})

test('a code becomes tokens in flat, uncached JSON that name the account', async () => {
  const email = freshEmail()
  const { pin } = await addAccount(harness.db, { email, company: 'Lakeview Homes', name: ['Priya', 'Raman'] })
  const { status, body, headers } = await exchange(harness, partner, await letIn(harness, partner, { email }))
  expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
  expect(body).toEqual({
    access_token: expect.stringMatching(/^[\w-]{43}$/),
    token_type: 'Bearer',
    expires_in: 3600,
    refresh_token: expect.stringMatching(/^[\w-]{43}$/),
    refresh_token_expires_in: 90 * 24 * 3600,
    scope: 'profile',
  })
  expect(await whoIs(harness, body.access_token)).toMatchObject({
    status: 200,
    body: { company: 'Lakeview Homes', name: 'Priya Raman', pin, email },
  })
  const kept = JSON.stringify([
    await harness.db.many(sql`select * from tokens`),
    await harness.db.many(sql`select * from grants`),
  ])
  expect(kept).not.toContain(body.access_token)
  expect(kept).not.toContain(body.refresh_token)
  expect(harness.logged()).not.toContain(body.access_token)
})

test('accepts a secret in the header or the body, as JSON or a form', async () => {
  const inHeader = await send(
    harness,
    giveTokens,
    {
      grant_type: 'authorization_code',
      code: await letIn(harness, partner),
      redirect_uri: partner.redirect_uri,
    },
    { headers: basic(partner) },
  )
  expect(inHeader.status).toBe(200)
  const inJson = await harness.app.inject({
    method: 'POST',
    url: '/oauth/token',
    payload: { ...partner, grant_type: 'authorization_code', code: await letIn(harness, partner) },
  })
  expect(inJson.statusCode).toBe(200)
})

test('refuses a wrong or missing secret, an unknown client, and two clients at once', async () => {
  const code = await letIn(harness, partner)
  const unproven = await exchange(harness, { ...partner, client_secret: 'wrong' }, code)
  expect(unproven).toMatchObject(refusedAs('invalid_client', 401))
  expect(unproven.headers['www-authenticate']).toMatch(/^Basic realm=/)
  expect(await exchange(harness, { ...partner, client_secret: '' }, code)).toMatchObject(
    refusedAs('invalid_client', 401),
  )
  expect(await exchange(harness, { ...partner, client_id: 'nobody' }, code)).toMatchObject(
    refusedAs('invalid_client', 401),
  )
  const two = await send(
    harness,
    giveTokens,
    { grant_type: 'authorization_code', code, client_id: 'another' },
    { headers: basic(partner) },
  )
  expect(two).toMatchObject(refusedAs('invalid_request'))
  for (const header of ['Basic', 'Basic !', `Basic ${btoa('no colon')}`, `Basic ${btoa('%00:%zz')}`]) {
    const odd = await send(harness, giveTokens, { code }, { headers: { authorization: header } })
    expect(odd).toMatchObject(refusedAs('invalid_client', 401))
  }
  const twice = await harness.app.inject({
    method: 'POST',
    url: '/oauth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'grant_type=authorization_code&code=a&code=b',
  })
  expect([twice.statusCode, twice.json().error]).toEqual([400, 'invalid_request'])
  expect((await exchange(harness, partner, code)).status).toBe(200)
})

test("guessing a client's secret is slowed down there, but not for the client elsewhere", async () => {
  const [guessed, place] = [await addTestPartner(harness), freshIp()]
  const guess = (secret: string, address: string) =>
    send(
      harness,
      giveTokens,
      { ...guessed, client_secret: secret, grant_type: 'refresh_token', refresh_token: 'x' },
      { address },
    )
  for (let tries = 0; tries < 60; tries += 1) await guess(`guess ${tries}`, place)
  const slowed = await guess(guessed.client_secret, place)
  expect(slowed).toMatchObject(refusedAs('temporarily_unavailable', 429))
  expect(slowed.headers['retry-after']).toBe('900')
  expect(await guess(guessed.client_secret, freshIp())).toMatchObject(refusedAs('invalid_grant'))
  harness.clock.advance(15 * MINUTE)
  expect(await guess(guessed.client_secret, place)).toMatchObject(refusedAs('invalid_grant'))
})

test('a code is valid for sixty seconds', async () => {
  const [inTime, late] = [await letIn(harness, partner), await letIn(harness, partner)]
  harness.clock.advance(60 * SECOND - 1)
  expect((await exchange(harness, partner, inTime)).status).toBe(200)
  harness.clock.advance(1)
  expect(await exchange(harness, partner, late)).toMatchObject(refusedAs('invalid_grant'))
})

test('a reused code is refused, and its tokens end', async () => {
  const code = await letIn(harness, partner)
  const { body } = await exchange(harness, partner, code)
  expect((await whoIs(harness, body.access_token)).status).toBe(200)
  expect(await exchange(harness, partner, code)).toMatchObject(refusedAs('invalid_grant'))
  expect((await whoIs(harness, body.access_token)).status).toBe(401)
  expect(await refresh(harness, partner, body.refresh_token)).toMatchObject(refusedAs('invalid_grant'))
})

test('of fifty concurrent exchanges of one code, one wins', async () => {
  const code = await letIn(harness, partner)
  const answers = await Promise.all(Array.from({ length: 50 }, () => exchange(harness, partner, code)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status, body }) => status === 400 && body.error === 'invalid_grant')).toHaveLength(
    49,
  )
})

test('a code is valid only for its partner and redirect URI', async () => {
  const [code, other] = [await letIn(harness, partner), await addTestPartner(harness)]
  expect(await exchange(harness, other, code)).toMatchObject(refusedAs('invalid_grant'))
  expect(await exchange(harness, partner, code, { redirect_uri: 'https://evil.example/' })).toMatchObject(
    refusedAs('invalid_grant'),
  )
  expect(await exchange(harness, partner, 'no code')).toMatchObject(refusedAs('invalid_grant'))
  expect(await exchange(harness, partner, '')).toMatchObject(refusedAs('invalid_request'))
  expect((await exchange(harness, partner, code, { redirect_uri: partner.redirect_uri })).status).toBe(200)
})

test('a challenge needs its verifier, and a verifier its challenge', async () => {
  const { verifier, challenge } = pkce()
  const challenged = { code_challenge: challenge, code_challenge_method: 'S256' }
  const code = await letIn(harness, partner, challenged)
  expect(await exchange(harness, partner, code)).toMatchObject(refusedAs('invalid_grant'))
  expect(await exchange(harness, partner, code, { code_verifier: challenge })).toMatchObject(
    refusedAs('invalid_grant'),
  )
  expect((await exchange(harness, partner, code, { code_verifier: verifier })).status).toBe(200)
  const plain = await letIn(harness, partner)
  expect(await exchange(harness, partner, plain, { code_verifier: verifier })).toMatchObject(
    refusedAs('invalid_grant'),
  )
})

test('a public partner without a secret sends its id, redirect URI and verifier', async () => {
  const app = await addTestPartner(harness, { isPublic: true })
  const { verifier, challenge } = pkce()
  const code = await letIn(harness, app, { code_challenge: challenge, code_challenge_method: 'S256' })
  const { redirect_uri } = app
  expect(await exchange(harness, app, code, { code_verifier: verifier })).toMatchObject(
    refusedAs('invalid_grant'),
  )
  expect(
    await exchange(harness, { ...app, client_secret: 'made up' }, code, {
      code_verifier: verifier,
      redirect_uri,
    }),
  ).toMatchObject(refusedAs('invalid_client', 401))
  const { status, body } = await exchange(harness, app, code, { code_verifier: verifier, redirect_uri })
  expect(status).toBe(200)
  expect((await refresh(harness, app, body.refresh_token)).status).toBe(200)
  expect(await send(harness, introspectToken, { client_id: app.client_id, token: 'x' })).toMatchObject(
    refusedAs('invalid_client', 401),
  )
})

test('a partner disabled during an exchange gets nothing, even once enabled again', async () => {
  const gone = await addTestPartner(harness)
  const code = await letIn(harness, gone)
  const client = (await findClient(harness.db, gone.client_id)) as Client
  const disabledAt = (at: Date | null) =>
    harness.db.run(sql`update clients set disabled_at = ${at} where id = ${gone.client_id}`)
  await disabledAt(harness.clock.now())
  const shown = { code, redirect_uri: gone.redirect_uri, code_verifier: '' }
  expect(await attempt(exchangeCode(harness, client, shown, { report: () => {} }))).toMatchObject({
    refused: expect.any(String),
  })
  await disabledAt(null)
  expect(await harness.db.many(sql`select 1 from grants where client_id = ${gone.client_id}`)).toEqual([])
})
