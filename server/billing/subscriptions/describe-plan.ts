import { type Day, formatDay } from '#contract/calendar/billing-dates.ts'
import { linesOfItems, type PlanItem } from '#contract/catalogue/items.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import { type ItemKey, itemKeys, items, totalOf } from '#contract/catalogue/plan.ts'

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

export function describeCost({ on, items: bought }: { on: Day; items: readonly PlanItem[] }): string {
  return `From ${formatDay(on)} your plan costs ${formatAmount(totalOf(linesOfItems(bought)))} a month.`
}

function quantityOf(key: ItemKey, bought: readonly PlanItem[]): number {
  return bought.find((item) => item.key === key)?.quantity ?? 0
}
