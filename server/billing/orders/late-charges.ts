import type { Deps } from '#server/deps.ts'
import type { Db } from '#server/platform/db/database.ts'
import { defineJob, type Jobs } from '#server/platform/jobs/jobs.ts'
import { HOUR, later, MINUTE } from '#server/ports/clock.ts'
import { giveBackCharge } from './give-back.ts'

const LOOK_AGAIN_MS = [10 * MINUTE, 6 * HOUR]

/** Looks once more after a charge was given up: money that was taken for nothing goes back. */
export const voidLateCharge = defineJob<{ key: string }>({
  name: 'void-late-charge',
  retries: 60,
  firstRetrySeconds: 15,
  longestRetrySeconds: 600,
  expiresSeconds: 30,
})

export async function lookAgainLater(tx: Db, jobs: Jobs, key: string, now: Date): Promise<void> {
  for (const wait of LOOK_AGAIN_MS) await jobs.send(tx, voidLateCharge, { key }, later(now, wait))
}

export function handleLateCharges(deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'config' | 'payments'>): void {
  deps.jobs.handle(voidLateCharge, ({ key }) => giveBackCharge(deps, key))
}
