import { afterAll, beforeAll, expect, test } from 'vitest'
import { givenRoles, may, type Role } from '#contract/accounts/roles.ts'
import { allCalls } from '#contract/calls.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { addAgent } from '#server/test-kit/accounts.ts'
import { freshEmail, freshIp } from '#server/test-kit/fresh.ts'
import type { Harness } from '#server/test-kit/harness.ts'
import { type OwnedRoute, openOwned } from '#server/test-kit/owned-routes.ts'
import { nameOf, type Route } from '#server/test-kit/recorded-routes.ts'
import { encode } from '#server/test-kit/send.ts'
import { type SignedIn, signedInAs } from '#server/test-kit/signed-in.ts'
import { openTenant, rowsOf, type Tenant } from '#server/test-kit/tenants.ts'
import type { Own } from '#server/test-kit/who-may.ts'

let harness: Harness
let owned: OwnedRoute[]
beforeAll(async () => {
  ;({ harness, owned } = await openOwned())
})
afterAll(() => harness.close())

type Person = SignedIn & { agentId: number }

async function personOf(tenant: Tenant, role: Role): Promise<Person> {
  if (role === 'owner') return { ...tenant.owner, agentId: tenant.ownerId }
  const email = freshEmail()
  const agentId = await addAgent(harness.db, tenant.accountId, { email, role })
  return { ...(await signedInAs(harness, { email })), agentId }
}

async function ask(route: Route, tenant: Tenant, own: Own, person: Person) {
  // Everyone disconnects their own apps; those of others need a role (connected-apps.test.ts).
  const appKey = tenant.appKey.replace(/\d+$/, String(person.agentId))
  const named = own.names?.({ ...tenant, appKey }) ?? {}
  const call = allCalls.find((one) => nameOf({ method: one.method, url: one.path }) === nameOf(route))
  const { payload, type } = call ? encode(call, named.body ?? {}) : {}
  const response = await harness.app.inject({
    method: route.method,
    url: fillPath(route.url, { number: 'made-up', ...named.parts }),
    remoteAddress: freshIp(),
    headers: {
      ...(type ? { 'content-type': type } : {}),
      cookie: `session=${person.cookies.session ?? ''}`,
    },
    ...(payload === undefined ? {} : { payload }),
  })
  return { status: response.statusCode, location: response.headers.location, body: response.body }
}

/** Pages of account scope only: the sessions of this walk have no other. */
const isOfScope = (route: Route) => !nameOf(route).includes('/account/reactivate/')

test.each(givenRoles)(
  'who is %s is refused everything that the table does not allow, and changes nothing',
  async (role) => {
    const tenant = await openTenant(harness)
    const person = await personOf(tenant, role)
    const before = await rowsOf(harness, tenant.accountId)
    for (const { route, own, permission } of owned) {
      if (may(role, permission)) continue
      const { status, location, body } = await ask(route, tenant, own, person)
      const isSentHome = route.isPage && status === 302 && location === '/account/'
      expect(isSentHome || status === 403, `${nameOf(route)}: ${status} ${body.slice(0, 200)}`).toBe(true)
    }
    expect(await rowsOf(harness, tenant.accountId)).toEqual(before)
  },
)

test.each(['owner', ...givenRoles] as const)(
  'who is %s reaches everything that the table allows',
  async (role) => {
    const reader = await openTenant(harness)
    const reading = await personOf(reader, role)
    for (const { route, own, permission } of owned) {
      if (!may(role, permission) || !isOfScope(route)) continue
      // Only reading leaves everything as it was.
      const isReading = route.method === 'GET'
      const tenant = isReading ? reader : await openTenant(harness)
      const person = isReading ? reading : await personOf(tenant, role)
      const { status, body } = await ask(route, tenant, own, person)
      const where = `${nameOf(route)}: ${status} ${body.slice(0, 200)}`
      expect(status, where).not.toBe(403)
      expect(status, where).toBeLessThan(500)
      if (route.isPage && route.method === 'GET') expect(status, where).toBe(200)
    }
  },
)
