// One instance of the product as far as renewals go, in a process of its own, on a clock that its parent holds.

import { renewDue } from '#server/billing/renewals/renew.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { openRenewalHouse } from './renewal-house.ts'

const [, , url = ''] = process.argv
let now = new Date(0)
const db = openPostgres({ url, poolSize: 8, onIdleError: () => {} })
const house = await openRenewalHouse(db, { now: () => now })

process.on('message', (at: string) => {
  now = new Date(at)
  void renewDue(house).then(
    (steps) => process.send?.({ steps }),
    (error: Error) => process.send?.({ error: error.stack }),
  )
})
process.on('disconnect', () => process.exit())
process.send?.({ steps: 0 })
