import { afterAll, beforeAll, beforeEach, test } from 'vitest'
import { type Status, statuses } from '#contract/accounts/statuses.ts'
import { sessionScopeOf } from '#server/accounts/status-rules.ts'
import { sql } from '#server/platform/db/sql.ts'
import { byStatus, compareColumn } from '#server/test-kit/access-table.ts'
import {
  askerAs,
  committedAnswers,
  everyRole,
  openWalk,
  refreshPlans,
  requestEverywhere,
} from '#server/test-kit/access-walk.ts'
import { nameOf } from '#server/test-kit/recorded-routes.ts'
import { openTenant } from '#server/test-kit/tenants.ts'

let walk: Awaited<ReturnType<typeof openWalk>>
beforeAll(async () => {
  walk = await openWalk()
})
afterAll(() => walk.harness.close())
beforeEach(() => refreshPlans(walk))

const states = [
  ...(Object.keys(statuses) as Status[]).map((status) => ({ status, isFraud: false, name: String(status) })),
  { status: 'canceled' as const, isFraud: true, name: 'fraud' },
].filter((state) => sessionScopeOf({ ...state, role: 'user' }) !== 'account')

test.each(states)(
  'an account with status $name opens nothing beyond its scope to open sessions, and changes nothing',
  async ({ status, isFraud, name }) => {
    const { harness, owned } = walk
    const byRole = new Map<string, Map<string, string>>()
    for (const role of everyRole) {
      const answers = await requestEverywhere(walk, committedAnswers(byStatus, name, role), async () => {
        // Signed in while the account was active, and still on its pages afterwards.
        const asker = await askerAs(harness, role, await openTenant(harness))
        await harness.db.run(sql`
          update accounts set status = ${status}, fraud_marked_at = ${isFraud ? harness.clock.now() : null}
          where id = ${asker.tenant.accountId}`)
        return asker
      })
      byRole.set(role, answers)
    }
    const together = owned.map(({ route }): [string, string] => {
      const each = everyRole.map((role) => byRole.get(role)?.get(nameOf(route)) ?? '')
      return [nameOf(route), new Set(each).size === 1 ? (each[0] ?? '') : each.join(', ')]
    })
    compareColumn(byStatus, name, new Map(together))
  },
  // Four roles request every URL.
  180_000,
)
