import { type RenewDeps, renewDue } from '../../money/renew.ts'

/** Looks every minute for what is due. Every instance does: the claims in the database keep them apart. */
export function handleRenewals(deps: RenewDeps): void {
  deps.jobs.every('renewals', 60, () => renewDue(deps))
}
