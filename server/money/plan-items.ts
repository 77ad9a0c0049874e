import type { ItemKey } from '#contract/plan.ts'
import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'

export type PlanItem = { key: ItemKey; quantity: number; unitPrice: number }

/** The plan becomes these items, at these prices. */
export async function replaceItems(
  tx: Db,
  subscriptionId: number,
  items: readonly PlanItem[],
): Promise<void> {
  await tx.run(sql`delete from subscription_items where subscription_id = ${subscriptionId}`)
  await tx.run(sql`
    insert into subscription_items (subscription_id, item, quantity, unit_price_cents)
    select ${subscriptionId}::bigint, item.key, item.quantity, item."unitPrice"
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as item(key text, quantity integer, "unitPrice" integer)`)
}

/** Less takes effect at renewal: here. */
export async function applyWaitingChange(
  tx: Db,
  subscriptionId: number,
  startsOn: string,
  now: Date,
): Promise<void> {
  const change = await tx.maybe<{ items: PlanItem[] }>(sql`
    update subscription_changes set applied_at = ${now}
    where subscription_id = ${subscriptionId} and effective_on <= ${startsOn} and applied_at is null
      and withdrawn_at is null
    returning items`)
  if (change) await replaceItems(tx, subscriptionId, change.items)
}
