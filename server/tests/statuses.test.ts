import { afterAll, beforeAll, expect, test } from 'vitest'
import { givenRoles, may, type Role } from '#contract/accounts/roles.ts'
import { type Status, statuses } from '#contract/accounts/statuses.ts'
import { allCalls } from '#contract/calls.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { sessionScopeOf } from '#server/accounts/status-rules.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addAgent } from '#server/test-kit/accounts.ts'
import { freshEmail, freshIp } from '#server/test-kit/fresh.ts'
import type { Harness } from '#server/test-kit/harness.ts'
import { type OwnedRoute, openOwned } from '#server/test-kit/owned-routes.ts'
import { nameOf, type Route } from '#server/test-kit/recorded-routes.ts'
import { scopesOf } from '#server/test-kit/scopes-of-calls.ts'
import { encode } from '#server/test-kit/send.ts'
import { signedInAs } from '#server/test-kit/signed-in.ts'
import { openTenant, rowsOf, type Tenant } from '#server/test-kit/tenants.ts'
import type { Own } from '#server/test-kit/who-may.ts'

let harness: Harness
let owned: OwnedRoute[]
beforeAll(async () => {
  ;({ harness, owned } = await openOwned())
})
afterAll(() => harness.close())

async function ask(route: Route, own: Own, tenant: Tenant, session: string) {
  const named = own.names?.(tenant) ?? {}
  const call = allCalls.find((one) => nameOf({ method: one.method, url: one.path }) === nameOf(route))
  const { payload, type } = call ? encode(call, named.body ?? {}) : {}
  const response = await harness.app.inject({
    method: route.method,
    url: fillPath(route.url, { number: 'made-up', ...named.parts }),
    remoteAddress: freshIp(),
    headers: { ...(type ? { 'content-type': type } : {}), cookie: `session=${session}` },
    ...(payload === undefined ? {} : { payload }),
  })
  return { status: response.statusCode, location: response.headers.location ?? '', body: response.body }
}

/** Signed in while the account was active, and still on its pages when it no longer is. */
async function signedInWith(tenant: Tenant, role: Role): Promise<string> {
  if (role === 'owner') return tenant.owner.cookies.session ?? ''
  const email = freshEmail()
  await addAgent(harness.db, tenant.accountId, { email, role })
  return (await signedInAs(harness, { email })).cookies.session ?? ''
}

const states = [
  ...(Object.keys(statuses) as Status[]).map((status) => ({ status, isFraud: false })),
  { status: 'canceled' as const, isFraud: true },
].filter((state) => sessionScopeOf({ ...state, role: 'user' }) !== 'account')

test.each(states)(
  'an account that is $status (fraud: $isFraud) opens nothing beyond its scope to anybody who is still signed in, and changes nothing',
  async ({ status, isFraud }) => {
    const tenant = await openTenant(harness)
    const people: [Role, string][] = []
    for (const role of ['owner', ...givenRoles] as const)
      people.push([role, await signedInWith(tenant, role)])
    const { db, clock } = harness
    await db.run(sql`
      update accounts set status = ${status}, fraud_marked_at = ${isFraud ? clock.now() : null}
      where id = ${tenant.accountId}`)
    const before = await rowsOf(harness, tenant.accountId)
    for (const [role, session] of people) {
      const scope = sessionScopeOf({ status, role, isFraud })
      for (const { route, own, permission } of owned) {
        if (scope && scopesOf(nameOf(route)).includes(scope) && may(role, permission)) continue
        // Whoever is signed out already is signed out.
        if (route.url.startsWith('/account/sign-out')) continue
        const { status: code, location, body } = await ask(route, own, tenant, session)
        const where = `${role}: ${nameOf(route)}: ${code} ${location} ${body.slice(0, 200)}`
        const isSentAway =
          route.isPage && code === 302 && (scope ? location !== '' : location.startsWith('/login/'))
        expect(isSentAway || code === (scope ? 403 : 401), where).toBe(true)
      }
    }
    expect(await rowsOf(harness, tenant.accountId)).toEqual(before)
  },
)
