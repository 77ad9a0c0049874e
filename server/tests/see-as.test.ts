import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountFiles } from '#contract/accounts/account-files.ts'
import { accountPages } from '#contract/accounts/account-pages.ts'
import { accountCalls, allCalls } from '#contract/calls.ts'
import { type PageName, pages } from '#contract/pages.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { readOnlyView } from '#contract/wire/server-messages.ts'
import { hashTables } from '#server/test-kit/all-rows.ts'
import { openDesk, type TestDesk } from '#server/test-kit/desk.ts'
import { freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { nameOf, type Route, recordRoutes } from '#server/test-kit/recorded-routes.ts'
import { openView, type TestView } from '#server/test-kit/see-as.ts'
import { encode } from '#server/test-kit/send.ts'
import { openTenant, type Tenant } from '#server/test-kit/tenants.ts'
import { type Named, whoMay } from '#server/test-kit/who-may.ts'

let harness: Harness
let desk: TestDesk
let publicRoutes: Route[]
let deskRoutes: Route[]
let tenant: Tenant
let view: TestView

beforeAll(async () => {
  ;({ opened: harness, routes: publicRoutes } = await recordRoutes(() => openHarness()))
  ;({ opened: desk, routes: deskRoutes } = await recordRoutes(() => openDesk(harness)))
  tenant = await openTenant(harness, { hasPasskey: true })
  const { pin } = await harness.db.one<{ pin: string }>({
    text: 'select pin from accounts where id = $1',
    values: [tenant.accountId],
  })
  view = await openView(harness, desk, await desk.as('admin'), { pin, agentId: tenant.ownerId })
})
afterAll(async () => {
  await desk.close()
  await harness.close()
})

/** Everything on the desk's listener except the desk's own routes. */
const customerRoutes = () => deskRoutes.filter(({ url }) => !/^\/(?:desk|assets)\//.test(url) && url !== '/*')

type App = Pick<Harness, 'app'>

/** As a browser would send it, with a valid body where known. */
async function ask(
  { app }: App,
  route: Route,
  headers: Record<string, string>,
  method: string = route.method,
) {
  const call = allCalls.find((one) => nameOf({ method: one.method, url: one.path }) === nameOf(route))
  const access = whoMay(route)
  const named: Named = typeof access === 'object' ? (access.names?.(tenant) ?? {}) : {}
  const { payload, type } = call ? encode(call, named.body ?? {}) : {}
  const parts = {
    linkToken: 'made-up',
    step: 'step-1',
    number: 'made-up',
    reference: 'made-up',
    ...named.parts,
  }
  const response = await app.inject({
    method: method as 'GET',
    url: fillPath(route.url.replace('*', 'made-up'), parts),
    remoteAddress: freshIp(),
    headers: { ...(type ? { 'content-type': type } : {}), ...headers },
    ...(payload === undefined || method === 'HEAD' ? {} : { payload }),
  })
  const { 'x-request-id': id, date, ...told } = response.headers
  return { status: response.statusCode, headers: told, body: response.body.replaceAll(String(id), '') }
}

const unknown = (app: App, { method, isPage }: Route, headers: Record<string, string>) =>
  ask(app, { method, isPage, url: isPage ? '/nowhere/' : '/nowhere/at/all/' }, headers)

const inFrame = { 'sec-fetch-dest': 'iframe' }

test('the view has all account pages and knows every call of the account', () => {
  const known = new Set(customerRoutes().map(nameOf))
  const names = Object.keys(accountPages) as (keyof typeof accountPages & PageName)[]
  const wanted = [
    ...names.map((name) => `GET ${pages[name]}`),
    ...Object.values(accountFiles).map(({ path }) => `GET ${path}`),
    ...accountCalls.map(({ method, path }) => `${method} ${path}`),
  ]
  expect(
    wanted.filter((name) => !known.has(name)),
    'Add its routes to server/features/account/account-features.ts',
  ).toEqual([])
})

test('a view allows only reading, at any url, and no table changes', async () => {
  const before = await hashTables(harness)
  let refused = 0
  for (const route of customerRoutes()) {
    const headers = { ...inFrame, cookie: view.cookie }
    const { status, body, headers: told } = await ask(desk, route, headers)
    const where = `${nameOf(route)}: ${status} ${body.slice(0, 300)}`
    expect(status, where).toBeLessThan(500)
    expect(told, where).not.toHaveProperty('set-cookie')
    if (route.method === 'GET') expect([200, 302, 308, 404], where).toContain(status)
    else {
      expect(status, where).toBe(403)
      expect(body, where).toContain(readOnlyView)
      refused += 1
    }
  }
  expect(refused).toBeGreaterThan(50)
  expect(await hashTables(harness)).toEqual(before)
})

test('every call and page of the contract is refused in a view, or reads, with any method', async () => {
  const before = await hashTables(harness)
  for (const route of publicRoutes) {
    for (const method of new Set([route.method, 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'])) {
      const headers = { 'sec-fetch-dest': 'empty', cookie: view.cookie }
      const { status, body } = await ask(desk, route, headers, method)
      const where = `${method} ${route.url}: ${status} ${body.slice(0, 200)}`
      const isReading = method === 'GET' || method === 'HEAD'
      expect(isReading ? [200, 302, 304, 308, 404] : [403, 404, 415], where).toContain(status)
    }
  }
  expect(await hashTables(harness)).toEqual(before)
})

test('each of the owner’s pages opens in the view, with its files', async () => {
  for (const route of customerRoutes()) {
    const access = whoMay(route)
    if (route.method !== 'GET' || typeof access !== 'object' || route.url === pages.reactivate) continue
    const { status, body } = await ask(desk, route, { ...inFrame, cookie: view.cookie })
    expect(status, `${nameOf(route)}: ${body.slice(0, 300)}`).toBe(200)
  }
})

test('without a view, the desk has none of the customers’ urls', async () => {
  const { cookies } = tenant.owner
  const { cookie: operator } = await desk.as('admin')
  const { cookie: reader } = await desk.as('reader')
  const token = /desk_view=[^;]+/.exec(view.cookie)?.[0] ?? ''
  for (const cookie of [
    '',
    `session=${cookies.session}`,
    operator,
    token,
    `${reader}; ${token}`,
    `${operator}; ${token}`,
  ]) {
    for (const route of customerRoutes()) {
      const answer = await ask(desk, route, { cookie })
      expect(answer, `${nameOf(route)} with ${cookie}`).toEqual(await unknown(desk, route, { cookie }))
    }
  }
})

test("the public port has none of the desk's urls, and desk cookies open nothing there", async () => {
  const cookie = view.cookie
  const ofDesk = deskRoutes.filter(({ url }) => url.startsWith('/desk/'))
  expect(ofDesk.length).toBeGreaterThan(10)
  for (const route of ofDesk) {
    expect(publicRoutes.map(nameOf)).not.toContain(nameOf(route))
    const answer = await ask(harness, route, { cookie })
    const path = { ...route, url: '/nowhere/', isPage: true }
    expect(answer, nameOf(route)).toEqual(await ask(harness, path, { cookie }))
  }
  for (const route of publicRoutes) {
    const access = whoMay(route)
    if (typeof access !== 'object') continue
    const answer = await ask(harness, route, { ...inFrame, cookie })
    expect(answer, nameOf(route)).toEqual(await ask(harness, route, inFrame))
    expect(answer.headers['content-security-policy'] ?? '').not.toContain("frame-ancestors 'self'")
  }
})
