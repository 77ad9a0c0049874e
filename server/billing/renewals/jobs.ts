import { warnOfExpiringCards } from '#server/billing/cards/card-notices.ts'
import { announceEndsOfHolds } from './hold-notices.ts'
import { type RenewDeps, renewDue } from './renew.ts'

/** Every instance looks for due renewals. Claims in the database prevent duplicates. */
export function handleRenewals(deps: RenewDeps): void {
  deps.jobs.every('renewals', 60, (mayGoOn) => renewDue(deps, mayGoOn))
  deps.jobs.every('card-notices', 3600, (mayGoOn) => warnOfExpiringCards(deps, mayGoOn))
  deps.jobs.every('hold-notices', 3600, (mayGoOn) => announceEndsOfHolds(deps, mayGoOn))
}
