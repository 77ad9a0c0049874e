import { createRequire } from 'node:module'
import * as oauth from 'oauth4webapi'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR } from '#server/ports/clock.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { addTestPartner, type Partner } from '#server/test-kit/partners.ts'
import { findFreePort } from '../../../../scripts/find-free-port.ts'

/** Unmodified third-party clients complete the flow with nothing but our URL and the standards. */
const load = createRequire(import.meta.url)
const CALLBACK = 'https://partner.example/callback'
let harness: Harness
let base: string
let partner: Partner

beforeAll(async () => {
  const port = await findFreePort()
  base = `http://127.0.0.1:${port}`
  harness = await openHarness({ environment: { PORT: String(port), PUBLIC_URL: base } })
  await harness.app.listen({ port, host: '127.0.0.1' })
  partner = await addTestPartner(harness, { redirectUris: [CALLBACK] })
})
afterAll(() => harness.close())

/** Signs in on the authorization screen, as a person would; returns where the browser goes next. */
async function signInAt(authorizeUrl: string | URL, email: string): Promise<URL> {
  const { pathname, searchParams } = new URL(authorizeUrl)
  const call = pathname === '/oauth/zapier_authorize/' ? 'authorize-zapier' : 'authorize'
  expect((await fetch(authorizeUrl)).status).toBe(200)
  const response = await fetch(`${base}/rest/oauth/${call}/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...Object.fromEntries(searchParams), email, password: 'password1' }),
  })
  const answer = (await response.json()) as { redirect_uri?: string; go_back_uri?: string }
  return new URL(answer.redirect_uri ?? answer.go_back_uri ?? '')
}

async function somebody() {
  const email = freshEmail()
  const { pin } = await addAccount(harness.db, { email, company: 'Lakeview Homes', name: ['Priya', 'Raman'] })
  return { email, person: { company: 'Lakeview Homes', name: 'Priya Raman', pin, email } }
}

test('oauth4webapi: discovery, PKCE, iss, refresh, introspection, revocation', async () => {
  const { email, person } = await somebody()
  const insecure = { [oauth.allowInsecureRequests]: true }
  const issuer = new URL(base)
  const found = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure })
  const server = await oauth.processDiscoveryResponse(issuer, found)
  const client = { client_id: partner.client_id }
  const proof = oauth.ClientSecretBasic(partner.client_secret)
  const verifier = oauth.generateRandomCodeVerifier()
  const state = oauth.generateRandomState()
  const authorizeUrl = new URL(server.authorization_endpoint ?? '')
  const requested = {
    client_id: client.client_id,
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: 'profile leads',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
  }
  for (const [name, value] of Object.entries(requested)) authorizeUrl.searchParams.set(name, value)

  const params = oauth.validateAuthResponse(server, client, await signInAt(authorizeUrl, email), state)
  const tokens = await oauth.processAuthorizationCodeResponse(
    server,
    client,
    await oauth.authorizationCodeGrantRequest(server, client, proof, params, CALLBACK, verifier, insecure),
  )
  expect(tokens.scope).toBe('profile leads')
  const me = await oauth.protectedResourceRequest(
    tokens.access_token,
    'GET',
    new URL(`${base}/api/me`),
    undefined,
    undefined,
    insecure,
  )
  expect(await me.json()).toEqual(person)

  const refreshed = await oauth.processRefreshTokenResponse(
    server,
    client,
    await oauth.refreshTokenGrantRequest(server, client, proof, tokens.refresh_token ?? '', insecure),
  )
  const told = await oauth.processIntrospectionResponse(
    server,
    client,
    await oauth.introspectionRequest(server, client, proof, refreshed.access_token, insecure),
  )
  expect(told).toMatchObject({ active: true, username: email })
  const refreshToken = refreshed.refresh_token ?? ''
  await oauth.processRevocationResponse(
    await oauth.revocationRequest(server, client, proof, refreshToken, insecure),
  )
  const ended = await oauth.processIntrospectionResponse(
    server,
    client,
    await oauth.introspectionRequest(server, client, proof, refreshed.access_token, insecure),
  )
  expect(ended).toEqual({ active: false })

  const declined = await signInAt(authorizeUrl, 'nobody@example.com')
  expect(() => oauth.validateAuthResponse(server, client, declined, state)).toThrow(
    oauth.AuthorizationResponseError,
  )
})

type SimpleTokens = {
  token: Record<string, unknown>
  expired(): boolean
  refresh(): Promise<SimpleTokens>
  revokeAll(): Promise<void>
}
type SimpleOAuth2 = {
  AuthorizationCode: new (
    config: object,
  ) => { authorizeURL(requested: object): string; getToken(params: object): Promise<SimpleTokens> }
}

test('simple-oauth2: the secret in the header, and in the body', async () => {
  const { AuthorizationCode } = load('simple-oauth2') as SimpleOAuth2
  for (const authorizationMethod of ['header', 'body']) {
    const { email, person } = await somebody()
    const client = new AuthorizationCode({
      client: { id: partner.client_id, secret: partner.client_secret },
      auth: {
        tokenHost: base,
        tokenPath: '/oauth/token',
        revokePath: '/oauth/revoke',
        authorizePath: '/oauth/authorize/',
      },
      options: { authorizationMethod },
    })
    const authorizeUrl = client.authorizeURL({ redirect_uri: CALLBACK, scope: 'profile', state: 'a state' })
    const back = await signInAt(authorizeUrl, email)
    expect(back.searchParams.get('state')).toBe('a state')
    const tokens = await client.getToken({ code: back.searchParams.get('code'), redirect_uri: CALLBACK })
    expect(tokens.expired()).toBe(false)
    const refreshed = await tokens.refresh()
    const headers = { authorization: `Bearer ${refreshed.token.access_token}` }
    expect(await (await fetch(`${base}/api/me`, { headers })).json()).toEqual(person)
    await refreshed.revokeAll()
    expect((await fetch(`${base}/api/me`, { headers })).status).toBe(401)
  }
})

type Verified = (error: unknown, user?: unknown) => void
type Strategy = {
  _oauth2: {
    get(url: string, token: string, done: (error: unknown, body: string) => void): void
    useAuthorizationHeaderforGET(on: boolean): void
  }
  redirect(url: string): void
  success(user: unknown): void
  fail(...told: unknown[]): void
  error(error: unknown): void
  authenticate(request: object, options?: object): void
}
type PassportOAuth2 = new (
  options: object,
  verify: (access: string, refresh: string, profile: unknown, done: Verified) => void,
) => Strategy

test('passport-oauth2: with its own state in the session, and PKCE', async () => {
  const { email, person } = await somebody()
  const OAuth2Strategy = load('passport-oauth2') as PassportOAuth2
  const strategy = new OAuth2Strategy(
    {
      authorizationURL: `${base}/oauth/authorize/`,
      tokenURL: `${base}/oauth/token`,
      clientID: partner.client_id,
      clientSecret: partner.client_secret,
      callbackURL: CALLBACK,
      scope: ['profile', 'leads'],
      state: true,
      pkce: true,
    },
    (access, _refresh, _profile, done) => {
      strategy._oauth2.useAuthorizationHeaderforGET(true)
      strategy._oauth2.get(`${base}/api/me`, access, (error, body) =>
        error ? done(error) : done(null, JSON.parse(body)),
      )
    },
  )
  const session = {}
  const pass = (query: object) =>
    new Promise<{ redirect?: string; user?: unknown }>((resolve, reject) => {
      const step = Object.create(strategy) as Strategy
      step.redirect = (redirect) => resolve({ redirect })
      step.success = (user) => resolve({ user })
      step.fail = (...told) => reject(new Error(`refused: ${JSON.stringify(told)}`))
      step.error = reject
      step.authenticate({ query, body: {}, session, headers: {}, url: '/callback', connection: {} })
    })
  const { redirect = '' } = await pass({})
  expect(new URL(redirect).searchParams.get('code_challenge_method')).toBe('S256')
  const back = await signInAt(redirect, email)
  expect((await pass(Object.fromEntries(back.searchParams))).user).toEqual(person)
})

type Tester = (method: unknown, bundle: object) => Promise<unknown>

test("Zapier's app tester: connect, test the connection, and refresh on 401", async () => {
  const { email, person } = await somebody()
  const zapier = load('zapier-platform-core') as { version: string; createAppTester(app: object): Tester }
  const shown = { client_id: partner.client_id, client_secret: partner.client_secret }
  const form = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' }
  const app = {
    version: '1.0.0',
    platformVersion: zapier.version,
    authentication: {
      type: 'oauth2',
      oauth2Config: {
        authorizeUrl: {
          url: `${base}/oauth/zapier_authorize/`,
          params: {
            client_id: partner.client_id,
            state: '{{bundle.inputData.state}}',
            redirect_uri: '{{bundle.inputData.redirect_uri}}',
            response_type: 'code',
          },
        },
        // As in Zapier's own template: no redirect_uri at this step.
        getAccessToken: {
          method: 'POST',
          url: `${base}/oauth/token`,
          headers: form,
          body: { ...shown, grant_type: 'authorization_code', code: '{{bundle.inputData.code}}' },
        },
        refreshAccessToken: {
          method: 'POST',
          url: `${base}/oauth/token`,
          headers: form,
          body: { ...shown, grant_type: 'refresh_token', refresh_token: '{{bundle.authData.refresh_token}}' },
        },
        scope: 'profile',
        autoRefresh: true,
      },
      test: { url: `${base}/api/me`, headers: { authorization: 'Bearer {{bundle.authData.access_token}}' } },
      connectionLabel: '{{company}} ({{pin}})',
    },
  }
  const ask = zapier.createAppTester(app)
  const { authentication } = app
  const { oauth2Config } = authentication
  const inputData = { state: 'zapier state', redirect_uri: CALLBACK }
  const authorizeUrl = (await ask(oauth2Config.authorizeUrl, { inputData })) as string
  const back = await signInAt(authorizeUrl, email)
  expect(back.searchParams.get('state')).toBe('zapier state')
  const code = back.searchParams.get('code')
  const authData = (await ask(oauth2Config.getAccessToken, { inputData: { code } })) as object
  expect(await ask(authentication.test, { authData })).toEqual(person)

  harness.clock.advance(HOUR)
  await expect(ask(authentication.test, { authData })).rejects.toMatchObject({ name: 'RefreshAuthError' })
  const refreshed = (await ask(oauth2Config.refreshAccessToken, { authData })) as object
  expect(await ask(authentication.test, { authData: refreshed })).toEqual(person)
})
