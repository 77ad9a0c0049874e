import { afterAll, beforeAll, expect, test } from 'vitest'
import { allCalls } from '#contract/calls.ts'
import { pages } from '#contract/pages.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { freshIp } from '#server/test-kit/fresh.ts'
import type { Harness } from '#server/test-kit/harness.ts'
import { nameOf, openRecorded, type Route } from '#server/test-kit/recorded-routes.ts'
import { addProtected, typePassword } from '#server/test-kit/second-factor.ts'
import { encode } from '#server/test-kit/send.ts'
import type { SignedIn } from '#server/test-kit/signed-in.ts'
import { openTenant, rowsOf, type Tenant } from '#server/test-kit/tenants.ts'
import { accessOf, type Named, type Own } from '#server/test-kit/who-may.ts'

let harness: Harness
let recorded: Route[]

beforeAll(async () => {
  ;({ harness, routes: recorded } = await openRecorded())
})
afterAll(() => harness.close())

const routes = () => recorded

/** The routes that require a session. */
function owned(): { route: Route; own: Own }[] {
  return routes().flatMap((route) => {
    const access = accessOf(nameOf(route))
    return typeof access === 'object' ? [{ route, own: access }] : []
  })
}

async function ask(route: Route, named: Named = {}, person?: Pick<SignedIn, 'cookies'>) {
  const call = allCalls.find((one) => nameOf({ method: one.method, url: one.path }) === nameOf(route))
  const { payload, type } = call ? encode(call, named.body ?? {}) : {}
  const parts = {
    linkToken: 'made-up',
    step: 'step-1',
    slug: 'made-up',
    number: 'made-up',
    reference: 'made-up',
    id: '1',
    ...named.parts,
  }
  const response = await harness.app.inject({
    method: route.method,
    url: fillPath(route.url.replace('*', 'made-up'), parts),
    remoteAddress: freshIp(),
    headers: {
      ...(type ? { 'content-type': type } : {}),
      ...(person ? { cookie: `session=${person.cookies.session ?? ''}` } : {}),
    },
    ...(payload === undefined ? {} : { payload }),
  })
  return { status: response.statusCode, location: response.headers.location, body: response.body }
}

const marksIn = (body: string, { marks }: Tenant) => marks.filter((mark) => body.includes(mark))

test('every call of the contract has a route', () => {
  const known = new Set(routes().flatMap((route) => (route.isPage ? [] : [nameOf(route)])))
  const names = allCalls.map(({ method, path }) => nameOf({ method, url: path }))
  const missing = names.filter((name) => !known.has(name))
  expect(missing, 'Join it with its use case in the routes.ts of its feature').toEqual([])
})

test('every page of the contract has a route', () => {
  const known = new Set(routes().flatMap((route) => (route.isPage ? [nameOf(route)] : [])))
  const missing = Object.entries(pages).filter(([, url]) => !known.has(nameOf({ method: 'GET', url })))
  expect(missing, 'Join it with its values in the routes.ts of its feature').toEqual([])
})

test('of every address it is known who may ask there', () => {
  const unknown = routes()
    .map(nameOf)
    .filter((name) => accessOf(name) === undefined)
  expect(unknown, 'Say in server/test-kit/who-may.ts who may ask there').toEqual([])
  expect(owned().length).toBeGreaterThan(15)
})

test('what names a thing says whose', () => {
  const nameless = owned().filter(({ route, own }) => {
    const call = allCalls.find((one) => nameOf({ method: one.method, url: one.path }) === nameOf(route))
    const fields = Object.keys((call?.body as { shape?: object } | undefined)?.shape ?? {})
    const takesAName = route.url.includes(':') || fields.some((field) => field.endsWith('_id'))
    return takesAName && !own.names
  })
  expect(nameless.map(({ route }) => nameOf(route))).toEqual([])
})

test('a visitor is sent to the sign-in by every page, and refused by every call', async () => {
  const first = await openTenant(harness, { hasPasskey: true })
  const before = await rowsOf(harness, first.accountId)
  for (const { route, own } of owned()) {
    const { status, location, body } = await ask(route, own.names?.(first))
    const isSentAway = route.isPage && (status === 302 || status === 303) && location?.startsWith('/login/')
    expect(isSentAway || status === 401, `${nameOf(route)}: ${status} ${location}`).toBe(true)
    expect(marksIn(body, first), nameOf(route)).toEqual([])
  }
  expect(await rowsOf(harness, first.accountId)).toEqual(before)
})

test('between the password and the second step, every page and every call treats the person as signed out', async () => {
  const { email } = await addProtected(harness)
  const { cookies } = await typePassword(harness, email)
  const secondStep = cookies['second-step'] ?? ''
  expect(secondStep).not.toBe('')
  const first = await openTenant(harness, { hasPasskey: true })
  for (const { route, own } of owned()) {
    // Its token is no session, whichever cookie it comes in.
    const { status, location } = await ask(route, own.names?.(first), {
      cookies: { session: `${secondStep}; second-step=${secondStep}` },
    })
    const isSentAway = route.isPage && (status === 302 || status === 303) && location?.startsWith('/login/')
    expect(isSentAway || status === 401, `${nameOf(route)}: ${status} ${location}`).toBe(true)
  }
})

test('another owner reaches nothing of the account, at any address, and changes nothing in it', async () => {
  const first = await openTenant(harness, { hasPasskey: true })
  const before = await rowsOf(harness, first.accountId)
  for (const { route, own } of owned()) {
    // A new one each time: some of these requests end the session that sends them.
    const { owner: stranger } = await openTenant(harness, { hasPasskey: true })
    const { status, body } = await ask(route, own.names?.(first), stranger)
    expect(status, `${nameOf(route)}: ${body.slice(0, 300)}`).toBeLessThan(500)
    if (own.names) expect([403, 404], `${nameOf(route)}: ${body.slice(0, 300)}`).toContain(status)
    expect(marksIn(body, first), nameOf(route)).toEqual([])
    expect(await rowsOf(harness, first.accountId), nameOf(route)).toEqual(before)
  }
})

test('the owner reaches what is named: so the refusals above are about whose it is', async () => {
  for (const { route, own } of owned()) {
    if (!own.names) continue
    const tenant = await openTenant(harness, { hasPasskey: true })
    const { status, body } = await ask(route, own.names(tenant), tenant.owner)
    expect(status, `${nameOf(route)}: ${body.slice(0, 300)}`).toBe(200)
  }
})

test('what is open to everyone tells of no account, whoever asks', async () => {
  const first = await openTenant(harness, { hasPasskey: true })
  const { owner: stranger } = await openTenant(harness, { hasPasskey: true })
  for (const route of routes()) {
    const access = accessOf(nameOf(route))
    if (access !== 'everyone' && access !== 'secret') continue
    for (const person of [undefined, stranger]) {
      const { status, body } = await ask(route, {}, person)
      expect(status, nameOf(route)).toBeLessThan(500)
      expect(marksIn(body, first), nameOf(route)).toEqual([])
    }
  }
})
