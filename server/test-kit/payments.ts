import type { Database } from '#server/platform/db/database.ts'
import { openSandbox, signSandboxNotice } from '../adapters/payments-sandbox.ts'
import type { Clock } from '../ports/clock.ts'
import type { Payments } from '../ports/payments.ts'

/** The real sandbox gateway, for tests that make it misbehave. */
export function sandboxFor(db: Database, clock: Clock): Payments {
  return openSandbox({ db, clock })
}

/** The same, with something that happens while it stores a card. */
export function sandboxMeanwhile(happens: () => Promise<unknown> | undefined) {
  return (db: Database, clock: Clock): Payments => {
    const real = sandboxFor(db, clock)
    return {
      ...real,
      async vault(...asked) {
        const vaulted = await real.vault(...asked)
        await happens()
        return vaulted
      },
    }
  }
}

/** The gateway charges, but its answers are lost. */
export async function withoutAnswers<Result>(
  { payments }: { payments: Payments },
  work: () => Promise<Result>,
): Promise<Result> {
  const { charge } = payments
  payments.charge = async (order) => {
    await charge(order)
    return { kind: 'unknown' }
  }
  return work().finally(() => {
    payments.charge = charge
  })
}

/** Charges never reach the gateway. */
export async function outOfReach<Result>(
  { payments }: { payments: Payments },
  work: () => Promise<Result>,
): Promise<Result> {
  const { charge } = payments
  payments.charge = async () => ({ kind: 'unknown' })
  return work().finally(() => {
    payments.charge = charge
  })
}

/** A signed notice, as the sandbox would post it. */
export function signNotice(notice: object): { signature: string; payload: string } {
  const payload = Buffer.from(JSON.stringify(notice)).toString('base64')
  return signPayload(payload)
}

/** Signs any payload, including one that is not a notice. */
export function signPayload(payload: string): { signature: string; payload: string } {
  return { payload, signature: signSandboxNotice(payload) }
}
