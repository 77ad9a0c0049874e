import type { PlanItem } from '#contract/catalogue/items.ts'
import type { PlanMonth } from '#contract/catalogue/plan-change.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { findCreditPrices } from './find-credit-prices.ts'

export type Plan = {
  id: number
  zone: string
  month: PlanMonth
  items: PlanItem[]
  hasWaitingChange: boolean
  isCanceled: boolean
  /** On hold now, or from the next month on. */
  isHeld: boolean
  /** The current month is being charged, or its charge failed, or it is over and the next one is about to be charged. */
  isUnpaid: boolean
}

export async function findPlan(db: Db, accountId: number, now: Date): Promise<Plan | undefined> {
  const found = await db.maybe<Plan & { periodId: number }>(sql`
    select s.id, s.time_zone as zone, p.id as "periodId", jsonb_build_object('from', p.starts_on, 'to', p.ends_on, 'isFree',
        p.state = 'free') as month,
      (select coalesce(jsonb_agg(jsonb_build_object('key', i.item, 'quantity', i.quantity, 'unitPrice', i.unit_price_cents,
        'given', i.given) order by i.item), '[]') from subscription_items i where i.subscription_id = s.id) as items,
      exists (select from subscription_changes c
        where c.subscription_id = s.id and c.applied_at is null and c.withdrawn_at is null) as "hasWaitingChange",
      s.cancel_on is not null as "isCanceled", coalesce(s.held_until > p.starts_on, false) as "isHeld",
      p.state not in ('paid', 'free') or p.ends_at <= ${now} as "isUnpaid"
    from subscriptions s
    join lateral (select id, starts_on, ends_on, ends_at, state from periods where subscription_id = s.id
      order by starts_on desc limit 1) p on true
    where s.account_id = ${accountId} and s.ended_at is null`)
  if (!found) return undefined
  const { periodId, ...plan } = found
  const creditPrices = await findCreditPrices(db, { accountId, periodId }, plan.items)
  return creditPrices ? { ...plan, month: { ...plan.month, creditPrices } } : plan
}

/** The lowest monthly cost before any of the changes since then; null if there were none. */
export async function findLowestCost(db: Db, accountId: number, since: Date): Promise<number | null> {
  const { cents } = await db.one<{ cents: number | null }>(sql`
    select min((details ->> 'monthlyBefore')::int) as cents from audit
    where account_id = ${accountId} and at > ${since} and action = 'plan-changed'`)
  return cents
}

/** Whether the same reduction is already planned. */
export async function isPlanned(
  tx: Db,
  subscriptionId: number,
  next: { on: string; items: readonly PlanItem[] },
): Promise<boolean> {
  const planned = await tx.maybe(sql`
    select 1 from subscription_changes
    where subscription_id = ${subscriptionId} and applied_at is null and withdrawn_at is null
      and effective_on = ${next.on} and items = ${JSON.stringify(next.items)}::jsonb`)
  return planned !== undefined
}

/** Locks first and reads afterwards: the previous holder of the lock may have started another month. */
export async function lockPlan(tx: Db, accountId: number, now: Date): Promise<Plan | undefined> {
  await tx.run(
    sql`select 1 from subscriptions where account_id = ${accountId} and ended_at is null for update`,
  )
  return findPlan(tx, accountId, now)
}
