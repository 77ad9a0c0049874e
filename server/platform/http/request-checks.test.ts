import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn } from '#contract/features/sign-in.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { send } from '#server/test-kit/send.ts'

let harness: Harness

beforeAll(async () => {
  harness = await openHarness({
    prepare: (app) => {
      app.get('/test/broken/', { config: { isPage: true } }, async () => {
        throw new Error('a secret detail')
      })
      app.get('/test/broken-call/', async () => {
        throw new Error('a secret detail')
      })
    },
  })
})
afterAll(() => harness.close())

const get = (url: string, headers: Record<string, string> = {}) =>
  harness.app.inject({ method: 'GET', url, headers })

test('an unknown url leads to the sign-in page [RTE-01]', async () => {
  for (const url of [
    '/',
    '/nowhere',
    '/nowhere/deeper/?a=1',
    '/login/extra/',
    '/.env',
    '/%2e%2e/etc/passwd',
  ]) {
    const response = await get(url)
    expect([response.statusCode, response.headers.location], url).toEqual([302, '/login/'])
  }
})

test('an unknown call is not found, with a message', async () => {
  expect((await get('/rest/nothing/')).json()).toEqual({ errors: 'This does not exist, or no longer does.' })
  const posted = await harness.app.inject({ method: 'POST', url: '/nowhere/' })
  expect(posted.statusCode).toBe(404)
})

test('a url without its slash redirects to the one with it, query kept', async () => {
  const page = await get('/login?status=registered&extraData=%7B%7D')
  expect([page.statusCode, page.headers.location]).toEqual([
    308,
    '/login/?status=registered&extraData=%7B%7D',
  ])
  const call = await harness.app.inject({ method: 'POST', url: '/rest/auth/login' })
  expect([call.statusCode, call.headers.location]).toEqual([308, '/rest/auth/login/'])
})

test('every answer has the security headers and a request number', async () => {
  for (const url of ['/login/', '/rest/nothing/', '/health']) {
    const { headers } = await get(url)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['x-frame-options']).toBe('DENY')
    expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['content-security-policy']).not.toContain('unsafe')
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  }
})

test('over https browsers are told to stay there, and cookies are bound to the host', async () => {
  const secure = await openHarness({ environment: { PUBLIC_URL: 'https://desk.example.com' } })
  const { headers } = await secure.app.inject('/login/')
  expect(headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains')
  const email = freshEmail()
  await addAccount(secure.db, { email })
  const signedIn = await send(secure, signIn, { email, password: 'password1' })
  expect(String(signedIn.headers['set-cookie'])).toMatch(/__Host-session=[^;]+; Path=\/; .*; Secure(,|$)/)
  expect(signedIn.headers['cache-control']).toBe('no-store')
  await secure.close()
})

test('of two cookies with one name the first counts, as the other may have been planted', async () => {
  const email = freshEmail()
  await addAccount(harness.db, { email })
  const { session } = (await send(harness, signIn, { email, password: 'password1' })).cookies
  expect((await get('/account/', { cookie: `session=${session}; session=planted` })).statusCode).toBe(200)
})

test('a form on another site cannot post here with our cookies', async () => {
  const strangers: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost:3001' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'http://localhost:3000', 'sec-fetch-site': 'cross-site' },
  ]
  for (const headers of strangers) {
    const refused = await send(
      harness,
      signIn,
      { email: 'agent@example.com', password: 'password1' },
      { headers },
    )
    expect([refused.status, refused.body.errors], JSON.stringify(headers)).toEqual([
      403,
      'This request did not come from our own pages. Please reload the page and try again.',
    ])
  }
  const ours = await send(
    harness,
    signIn,
    { email: '', password: '' },
    { headers: { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' } },
  )
  expect(ours.status).toBe(400)
})

test('our own forms are accepted however PUBLIC_URL spells the host', async () => {
  const spelled = await openHarness({ environment: { PUBLIC_URL: 'https://Desk.Example.com:443/' } })
  const headers = { origin: 'https://desk.example.com', 'sec-fetch-site': 'same-origin' }
  const ours = await send(spelled, signIn, { email: '', password: '' }, { headers })
  await spelled.close()
  expect(ours.status).toBe(400)
})

test('a failing page says so plainly, gives a number, and shows no internals', async () => {
  const response = await get('/test/broken/')
  expect(response.statusCode).toBe(500)
  expect(response.body).toContain('Something went wrong on our side')
  expect(response.body).toContain(String(response.headers['x-request-id']))
  expect(response.body).not.toContain('secret detail')
  expect(harness.logged()).toContain('a secret detail')
  expect((await get('/test/broken-call/')).json()).toEqual({
    errors: expect.stringContaining('Something went wrong'),
  })
})

test('the log has the route, never the url, the query or the body', async () => {
  await get('/password-reset/confirm/very-secret-token/?checked=1&mail=dana@example.com')
  await send(harness, signIn, { email: 'canary@example.com', password: 'canary-password' })
  const logged = harness.logged()
  expect(logged).toContain('/password-reset/confirm/:linkToken/')
  expect(logged).not.toContain('very-secret-token')
  expect(logged).not.toContain('dana@example.com')
  expect(logged).not.toContain('canary')
})

test('health and readiness answer; metrics only for this machine or a token', async () => {
  expect((await get('/health')).json()).toEqual({ status: 'alive' })
  expect((await get('/ready')).json()).toEqual({ status: 'ready' })
  const near = await harness.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })
  expect(near.body).toContain('http_request_seconds_bucket')
  const far = await harness.app.inject({ url: '/metrics', remoteAddress: '203.0.113.7' })
  expect(far.statusCode).toBe(302)

  const passedOn = await harness.app.inject({
    url: '/metrics',
    remoteAddress: '127.0.0.1',
    headers: { 'x-forwarded-for': '203.0.113.7' },
  })
  expect(passedOn.statusCode).toBe(302)

  const token = 'a token of at least thirty-two characters'
  const guarded = await openHarness({ environment: { METRICS_TOKEN: token } })
  expect((await guarded.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })).statusCode).toBe(302)
  const withToken = await guarded.app.inject({
    url: '/metrics',
    headers: { authorization: `Bearer ${token}` },
  })
  expect(withToken.statusCode).toBe(200)
  await guarded.close()
})

test('pages are cached privately at most, personal ones never, and scripts forever', async () => {
  expect((await get('/login/')).headers['cache-control']).toBe('private, no-cache')
  expect((await get('/password-reset/')).headers['cache-control']).toBe('no-store')
  const script = /data-script="(\/assets\/[^"]+\.js)"/.exec((await get('/login/')).body)?.[1] ?? ''
  const asset = await get(script, { 'accept-encoding': 'br' })
  expect(asset.headers['cache-control']).toContain('immutable')
  expect(asset.headers['content-encoding']).toBe('br')
})

test('the ip of a visitor behind a proxy is the one that the proxy saw', async () => {
  const { testConfig } = await import('#server/test-kit/harness.ts')
  expect(testConfig({ TRUST_PROXY: '1' }).trustProxy).toBe(1)
  const behind = await openHarness({
    environment: { TRUST_PROXY: '1' },
    prepare: (app) => void app.get('/test/address/', async (request) => ({ address: request.ip })),
  })
  const response = await behind.app.inject({
    url: '/test/address/',
    remoteAddress: '10.0.0.1',
    headers: { 'x-forwarded-for': '6.6.6.6, 203.0.113.9' },
  })
  expect(response.json()).toEqual({ address: '203.0.113.9' })
  await behind.close()
})

test('only pages that are the same for everyone can be fetched ahead of a press', async () => {
  const ahead = { 'sec-purpose': 'prefetch' }
  const statusOf = async (url: string, headers: Record<string, string>) =>
    (await get(url, headers)).statusCode
  for (const url of ['/sign-up/step-1?single=1', '/site/pricing/', '/robots.txt'])
    expect(await statusOf(url, ahead), url).toBe(200)
  for (const url of ['/login/', '/account/', '/not-me/a-link/', '/sign-up/resume/a-link/', '/test/broken/'])
    for (const purpose of ['prefetch', 'prefetch;prerender'])
      expect(await statusOf(url, { 'sec-purpose': purpose }), url).toBe(403)
  expect(await statusOf('/login/', {})).toBe(200)
})

test('a session that is used by a page fetched ahead is not renewed, and no cookie is set', async () => {
  const email = freshEmail()
  await harness.db.transaction((tx) => addAccount(tx, { email }))
  const { headers } = await send(harness, signIn, { email, password: 'password1' })
  const cookie = String(headers['set-cookie']).split(';')[0] ?? ''
  await harness.db.run(sql`update sessions set last_seen_at = last_seen_at - interval '1 hour'`)
  const seen = () => harness.db.one(sql`select max(last_seen_at) as at from sessions`)
  const before = await seen()
  for (const url of ['/account/', '/login/', '/sign-up/step-1?single=1']) {
    const answer = await get(url, { cookie, 'sec-purpose': 'prefetch' })
    expect(answer.headers['set-cookie'], url).toBeUndefined()
  }
  expect(await seen()).toEqual(before)
  await get('/account/', { cookie })
  expect(await seen()).not.toEqual(before)
})

test('the pricing page alone lets the browser fetch a sign-up ahead, and never runs it', async () => {
  const rules = (body: string) => /<script type="speculationrules">(.*?)<\/script>/.exec(body)?.[1]
  const pricing = await get('/site/pricing/')
  expect(JSON.parse(rules(pricing.body) ?? '')).toEqual({
    prefetch: [{ where: { selector_matches: 'a[href^="/sign-up/"]' }, eagerness: 'moderate' }],
  })
  const login = await get('/login/')
  expect(rules(login.body)).toBeUndefined()
})
