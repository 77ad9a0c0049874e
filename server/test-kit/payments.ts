import type { Database } from '#server/platform/db/database.ts'
import { openSandbox, signSandboxNotice } from '../adapters/payments-sandbox.ts'
import type { Clock } from '../ports/clock.ts'
import type { Payments } from '../ports/payments.ts'

/** The real sandbox, for tests that make it misbehave. */
export function sandboxFor(db: Database, clock: Clock): Payments {
  return openSandbox({ db, clock })
}

/** What the sandbox would post. */
export function signNotice(notice: object): { signature: string; payload: string } {
  const payload = Buffer.from(JSON.stringify(notice)).toString('base64')
  return signPayload(payload)
}

/** The same of what is no notice at all. */
export function signPayload(payload: string): { signature: string; payload: string } {
  return { payload, signature: signSandboxNotice(payload) }
}
