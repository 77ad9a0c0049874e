import type { FastifyInstance } from 'fastify'
import type { TestDesk } from './desk.ts'
import type { Harness } from './harness.ts'
import type { HostileCase } from './hostile-input.ts'
import { openTenant } from './tenants.ts'

/** Hostile requests may end a session or an account, so the person is replaced after this many. */
const REQUESTS_PER_PERSON = 200

/** As a customer: the owner of an account. */
export function hostileClient(harness: Harness) {
  return hostileSender(harness.app, async () => {
    const { owner } = await openTenant(harness)
    return `session=${owner.cookies.session ?? ''}`
  })
}

/** As an operator, who may do everything. */
export function hostileOperator(desk: TestDesk) {
  return hostileSender(desk.app, async () => (await desk.as('admin')).cookie)
}

/** Sends a case; returns one line describing what is wrong with the answers, or nothing. */
function hostileSender(app: FastifyInstance, signIn: () => Promise<string>) {
  let requestCount = 0
  let cookie = ''

  return async ({ route, url, payload, type, who, times }: HostileCase): Promise<string | undefined> => {
    if (requestCount % REQUESTS_PER_PERSON === 0) cookie = await signIn()
    requestCount += 1
    const responses = await Promise.all(
      Array.from({ length: times }, () =>
        app.inject({
          method: route.method,
          url,
          // A different IP for each case; otherwise the rate limits would answer everything.
          remoteAddress: `10.${(requestCount >> 16) & 255}.${(requestCount >> 8) & 255}.${requestCount & 255}`,
          headers: { ...(type ? { 'content-type': type } : {}), ...(who === 'signed in' ? { cookie } : {}) },
          ...(payload === undefined ? {} : { payload }),
        }),
      ),
    )
    const bad = responses.find(({ statusCode }) => statusCode >= 500)
    if (bad) return `${bad.statusCode} ${bad.body.slice(0, 200)}`
    if (({} as { isAdmin?: boolean }).isAdmin) return 'something hostile reached a prototype'
    const raw = responses.find(({ body }) => /^\{.*"statusCode":4\d\d/.test(body))
    return raw && `the framework's own words: ${raw.body.slice(0, 200)}`
  }
}
