import * as messages from '#contract/billing/messages.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type Refused, refuse, refuseOutdated } from '#server/platform/refusal.ts'
import { lockPlan, type Plan } from './queries.ts'

export function refusalOfPlan(plan: Plan | undefined): Refused | undefined {
  if (!plan || plan.isUnpaid) return refuse('invalid-fields', { errors: messages.paymentOfAccountUnderWay })
  if (plan.isCanceled) return refuse('invalid-fields', { errors: messages.planIsCanceled })
  return plan.isHeld ? refuse('invalid-fields', { errors: messages.planIsHeld }) : undefined
}

/**
 * Locks the plan, and refuses a change that was priced for another one. An order of another tab, a renewal or an operator may
 * have changed it since it was read.
 */
export async function refusalUnlessSame(
  tx: Db,
  accountId: number,
  priced: Plan,
  now: Date,
): Promise<Refused | undefined> {
  const latest = await lockPlan(tx, accountId, now)
  const isSame = (part: 'month' | 'items') => JSON.stringify(latest?.[part]) === JSON.stringify(priced[part])
  if (!isSame('month') || !isSame('items')) return refuseOutdated(messages.otherAmounts)
  return refusalOfPlan(latest)
}
