import { linesOfItems, type PlanItem } from '#contract/catalogue/items.ts'
import { totalOf } from '#contract/catalogue/plan.ts'
import type { ChangePreview } from '#contract/catalogue/plan-change.ts'
import type { Db } from '#server/platform/db/database.ts'
import { DAY, later } from '#server/ports/clock.ts'
import { findLowestCost, type Plan } from './queries.ts'

/** Several purchases count together, or two that almost double the plan would not be asked about. */
const TOGETHER_MS = 30 * DAY

/** Whether a purchase raises the monthly cost to more than twice of what it was at some time in the last 30 days. */
export async function moreThanDoubles(
  db: Db,
  accountId: number,
  plan: Pick<Plan, 'items'>,
  preview: Pick<ChangePreview, 'itemsNow' | 'nextCents'>,
  now: Date,
): Promise<boolean> {
  const today = monthlyCents(plan.items)
  const then = Math.max(monthlyCents(preview.itemsNow), preview.nextCents)
  if (then <= today) return false
  const lowest = await findLowestCost(db, accountId, later(now, -TOGETHER_MS))
  return then > 2 * Math.min(today, lowest ?? today)
}

function monthlyCents(items: readonly PlanItem[]): number {
  return totalOf(linesOfItems(items))
}
