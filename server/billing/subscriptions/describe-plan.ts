import { type Day, formatDay } from '#contract/calendar/billing-dates.ts'
import { countDialers, describeLost, lostDialers } from '#contract/catalogue/dialers.ts'
import { linesOfItems, type PlanItem } from '#contract/catalogue/items.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import { type ItemKey, itemKeys, items, totalOf } from '#contract/catalogue/plan.ts'
import { listDialers } from '#server/accounts/dialers.ts'
import type { Db } from '#server/platform/db/database.ts'

/** Describes how the next month differs from this one, item by item, and its price. */
export function describePlanned(
  now: readonly PlanItem[],
  next: { on: Day; items: readonly PlanItem[] },
): string[] {
  const changes = itemKeys.flatMap((key) => {
    const [has, gets] = [quantityOf(key, now), quantityOf(key, next.items)]
    const { label } = items[key]
    if (has === gets) return []
    if (gets === 0) return [`${label} ends`]
    return [has === 0 ? `${label} starts` : `${label} goes from ${has} to ${gets}`]
  })
  return [
    `On ${formatDay(next.on)}: ${changes.join('; ')}. Until then you keep what you have paid for, and you can undo this in your account.`,
    describeCost(next),
  ]
}

/** Whose dialers end with the next month. Dialers that nobody has need no sentence. */
export async function describeLostDialers(
  tx: Db,
  accountId: number,
  now: readonly PlanItem[],
  next: { on: Day; items: readonly PlanItem[] },
): Promise<string[]> {
  const [has, gets] = [countDialers(now), countDialers(next.items)]
  return lostDialers(await listDialers(tx, accountId), has, gets)
    .filter(({ dialer }) => dialer.people.length > 0)
    .map((lost) => describeLost(lost, has[lost.dialer.item], `on ${formatDay(next.on)}`))
}

export function describeCost({ on, items: bought }: { on: Day; items: readonly PlanItem[] }): string {
  return `From ${formatDay(on)} your plan costs ${formatAmount(totalOf(linesOfItems(bought)))} a month.`
}

function quantityOf(key: ItemKey, bought: readonly PlanItem[]): number {
  return bought.find((item) => item.key === key)?.quantity ?? 0
}
