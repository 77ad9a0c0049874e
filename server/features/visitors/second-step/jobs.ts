import type { Deps } from '#server/deps.ts'
import { finishRecoveries } from '#server/identity/recover-second-factor.ts'

const EVERY_SECONDS = 600

export function handleFactorRecoveries(deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'config'>): void {
  deps.jobs.every('factor-recoveries', EVERY_SECONDS, (mayGoOn) => finishRecoveries(deps, mayGoOn))
}
