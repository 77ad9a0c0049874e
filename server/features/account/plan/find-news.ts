import type { PlanNews } from '#contract/features/plan.ts'
import { lastDone } from '#server/accounts/was-just-done.ts'
import type { Db } from '#server/platform/db/database.ts'
import { planActions } from './change-plan.ts'

/** What was done on the plan's page just now. */
export async function findNews(db: Db, accountId: number, now: Date): Promise<PlanNews | null> {
  const action = await lastDone(db, accountId, [...planActions, 'held', 'hold-ended'], now)
  if (action === undefined || action === 'held') return null
  if (action === 'hold-ended') return action
  if (action === 'plan-planned') return 'planned'
  return action === 'plan-kept' ? 'kept' : 'changed'
}
