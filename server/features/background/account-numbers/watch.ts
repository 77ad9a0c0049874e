import {
  ACCOUNT_NUMBERS,
  countFreeAccountNumbers,
  warningOfFreeAccountNumbers,
} from '#server/accounts/account-numbers.ts'
import type { Deps } from '#server/deps.ts'

type WatchDeps = Pick<Deps, 'db' | 'log'>

/** Warns the operator every hour while account numbers are running out. */
export function watchAccountNumbers(deps: WatchDeps & Pick<Deps, 'jobs'>): void {
  deps.jobs.every('account-numbers', 3600, () => warnIfFew(deps))
}

export async function warnIfFew({ db, log }: WatchDeps): Promise<void> {
  const free = await countFreeAccountNumbers(db)
  const warning = warningOfFreeAccountNumbers(free)
  if (warning) log.warn({ accountNumbersLeft: free, of: ACCOUNT_NUMBERS }, warning)
}
