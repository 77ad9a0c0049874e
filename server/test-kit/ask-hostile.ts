import type { Harness } from './harness.ts'
import type { HostileCase } from './hostile-input.ts'
import { openTenant } from './tenants.ts'

/** Hostile requests may end a session or an account, so the owner is replaced after this many. */
const REQUESTS_PER_OWNER = 200

/** Sends a case; returns one line describing what is wrong with the answers, or nothing. */
export function hostileClient(harness: Harness) {
  let asked = 0
  let cookie = ''

  return async ({ route, url, payload, type, who, times }: HostileCase): Promise<string | undefined> => {
    if (asked % REQUESTS_PER_OWNER === 0) {
      const { owner } = await openTenant(harness)
      cookie = `session=${owner.cookies.session ?? ''}`
    }
    asked += 1
    const responses = await Promise.all(
      Array.from({ length: times }, () =>
        harness.app.inject({
          method: route.method,
          url,
          // A different IP for each case; otherwise the rate limits would answer everything.
          remoteAddress: `10.${(asked >> 16) & 255}.${(asked >> 8) & 255}.${asked & 255}`,
          headers: { ...(type ? { 'content-type': type } : {}), ...(who === 'owner' ? { cookie } : {}) },
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
