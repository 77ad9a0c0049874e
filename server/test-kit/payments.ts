import { openSandbox } from '../adapters/payments-sandbox.ts'
import type { Database } from '../db/database.ts'
import type { Clock } from '../ports/clock.ts'
import type { Payments } from '../ports/payments.ts'

/** The real sandbox, for tests that make it misbehave. */
export function sandboxFor(db: Database, clock: Clock): Payments {
  return openSandbox({ db, clock })
}
