// One instance of the product, reduced to renewals, in its own process with a clock that its parent controls.

import { renewDue } from '#server/billing/renewals/renew.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { openRenewalHarness } from './renewal-harness.ts'

const [, , url = ''] = process.argv
let now = new Date(0)
const db = openPostgres({ url, poolSize: 8, onIdleError: () => {} })
const harness = await openRenewalHarness(db, { now: () => now })

process.on('message', (at: string) => {
  now = new Date(at)
  void renewDue(harness).then(
    (steps) => process.send?.({ steps }),
    (error: Error) => process.send?.({ error: error.stack }),
  )
})
process.on('disconnect', () => process.exit())
process.send?.({ steps: 0 })
