import { type Day, formatDay } from '#contract/calendar/billing-dates.ts'
import { countDialers, describeLost, dialerKeys, lostDialers } from '#contract/catalogue/dialers.ts'
import { linesOfItems, type PlanItem } from '#contract/catalogue/items.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import { type ItemKey, itemKeys, items, totalOf } from '#contract/catalogue/plan.ts'
import { fitDialers, listDialers } from '#server/accounts/dialers.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { MailDeps } from '#server/platform/mail/queue-mail.ts'

type Planned = { id: number; accountId: number }

/** Replaces the plan's items and prices. Dialers that are no longer bought are taken from their people. */
export async function replaceItems(
  tx: Db,
  deps: MailDeps,
  { id: subscriptionId, accountId }: Planned,
  items: readonly PlanItem[],
): Promise<void> {
  const [before, after] = [countDialers(await listItems(tx, subscriptionId)), countDialers(items)]
  await tx.run(sql`delete from subscription_items where subscription_id = ${subscriptionId}`)
  await tx.run(sql`
    insert into subscription_items (subscription_id, item, quantity, unit_price_cents, given)
    select ${subscriptionId}::bigint, item.key, item.quantity, item."unitPrice", coalesce(item.given, 0)
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
      as item(key text, quantity integer, "unitPrice" integer, given integer)`)
  if (dialerKeys.some((key) => after[key] < before[key]))
    await fitDialers(tx, deps, accountId, { before, after })
}

/** What the plan costs per month. */
export async function monthlyCentsOf(tx: Db, subscriptionId: number): Promise<number> {
  const { cents } = await tx.one<{ cents: number }>(sql`
    select coalesce(sum(unit_price_cents * (quantity - given)), 0)::int as cents from subscription_items
    where subscription_id = ${subscriptionId}`)
  return cents
}

/** Applies the change planned for this renewal, such as a reduction. */
export async function applyWaitingChange(
  tx: Db,
  deps: MailDeps,
  subscription: Planned,
  startsOn: string,
): Promise<void> {
  const change = await tx.maybe<{ items: PlanItem[] }>(sql`
    update subscription_changes set applied_at = ${deps.now}
    where subscription_id = ${subscription.id} and effective_on <= ${startsOn} and applied_at is null
      and withdrawn_at is null
    returning items`)
  if (change) await replaceItems(tx, deps, subscription, change.items)
}

export function listItems(db: Db, subscriptionId: number): Promise<PlanItem[]> {
  return db.many<PlanItem>(sql`
    select item as key, quantity, unit_price_cents as "unitPrice", given from subscription_items
    where subscription_id = ${subscriptionId} order by unit_price_cents * (quantity - given) desc, item`)
}

export function isOnHoldOn(day: string, heldFrom: string | null, heldUntil: string | null): boolean {
  return heldFrom !== null && heldUntil !== null && heldFrom <= day && day < heldUntil
}

/** A month on hold includes only agent access. The plan itself does not change. */
export function itemsOnHold(items: readonly PlanItem[]): PlanItem[] {
  return items.filter(({ key }) => key === 'lead')
}

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

/** Whose dialers end next month. Unassigned dialers need no sentence. */
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
