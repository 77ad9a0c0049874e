import type { OperatorAction } from '#contract/features/activity.ts'
import { recordAudit } from './audit.ts'
import type { Database } from './db/database.ts'
import { within } from './db/within.ts'
import { isRefused, type Refused } from './refusal.ts'

/** Who acts, when, and why. Some command line actions have no reason. */
export type By = { actor: string; now: Date; reason?: string }

/**
 * Runs a change and writes its audit entry in one transaction; a refusal leaves neither. Without details
 * there is no entry: nothing changed, as for a request resent after a lost answer.
 */
export function audited<Done extends object>(
  db: Database,
  { actor, now, reason }: By,
  action: OperatorAction,
  act: (tx: Database) => Promise<Done | Refused>,
  detailsOf: (done: Done) => Record<string, unknown> | undefined,
): Promise<Done | Refused> {
  return db.transaction(async (tx) => {
    const done = await act(within(db, tx))
    if (isRefused(done)) return done
    const ofAction = detailsOf(done)
    if (!ofAction) return done
    const details = { ...ofAction, ...(reason ? { reason } : {}) }
    await recordAudit(tx, { actor, action, details }, now)
    return done
  })
}
