import type { Status } from '#contract/accounts/statuses.ts'
import { givenOf, linesOfItems, type PlanItem } from '#contract/catalogue/items.ts'
import { type ItemKey, items, type PlanLine, type PriceList, totalOf } from '#contract/catalogue/plan.ts'
import { findTimeZone } from '#server/accounts/accounts.ts'
import { closedStatuses, resumeSetUp } from '#server/accounts/set-ups.ts'
import { findCard } from '#server/billing/cards/cards.ts'
import { hasOpenOrder } from '#server/billing/orders/order.ts'
import { pricesAt } from '#server/billing/prices.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Database, Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { listItems } from './plan-items.ts'
import {
  type AccountState,
  beginSubscription,
  lockAccountState,
  lockRunning,
  noteRevenue,
  undoCancellation,
  withdrawChanges,
} from './subscription.ts'

/** The plan stays the same but becomes free: each month gets an invoice over zero, without a charge. */
export async function giveFreeAccess(tx: Db, accountId: number, now: Date): Promise<void> {
  const running = await lockRunning(tx, accountId)
  if (running) await makeFree(tx, running, now)
  else await beginFree(tx, accountId, now)
  await tx.run(sql`update accounts set status = 'free agent', status_since = ${now} where id = ${accountId}`)
  await noteRevenue(tx, accountId, now)
}

/**
 * From the next month on, nothing is free: neither the plan nor planned changes. If the plan has ended,
 * nothing is free when it is reactivated.
 */
async function endFreeAccess(tx: Db, accountId: number, now: Date): Promise<void> {
  const prices = await pricesAt(tx, now)
  const newest = await tx.maybe<{ id: number }>(sql`
    select id from subscriptions where account_id = ${accountId} order by id desc limit 1 for update`)
  if (newest) await chargeItems(tx, newest.id, prices)
  await tx.run(sql`
    update accounts set status = 'active', status_since = ${now} where id = ${accountId} and status = 'free agent'`)
  await noteRevenue(tx, accountId, now)
}

async function chargeItems(tx: Db, subscriptionId: number, prices: PriceList): Promise<void> {
  for (const { key, unitPrice } of (await listItems(tx, subscriptionId)).map((item) => charged(item, prices)))
    await tx.run(sql`
      update subscription_items set given = 0, unit_price_cents = ${unitPrice}
      where subscription_id = ${subscriptionId} and item = ${key}`)
  const planned = await tx.maybe<{ id: number; items: PlanItem[] }>(sql`
    select id, items from subscription_changes
    where subscription_id = ${subscriptionId} and applied_at is null and withdrawn_at is null`)
  if (!planned) return
  const repriced = planned.items.map((item) => charged(item, prices))
  await tx.run(
    sql`update subscription_changes set items = ${JSON.stringify(repriced)} where id = ${planned.id}`,
  )
}

/** Partly paid items already have a price. */
function charged(item: PlanItem, prices: PriceList): PlanItem {
  const hasPrice = givenOf(item) < item.quantity && item.unitPrice > 0
  return { ...item, given: 0, unitPrice: hasPrice ? item.unitPrice : prices[items[item.key].priceKey] }
}

/** What a month of the plan costs, or would cost without free items. */
export async function fullMonthCents(db: Db, subscriptionId: number, now: Date): Promise<number> {
  const prices = await pricesAt(db, now)
  return (await listItems(db, subscriptionId))
    .map((item) => charged(item, prices))
    .reduce((sum, { quantity, unitPrice }) => sum + quantity * unitPrice, 0)
}

/** The same for the account's plan, or the one that free access would give it. */
export async function fullMonthCentsOf(db: Db, accountId: number, now: Date): Promise<number> {
  const id = await findLast(db, accountId)
  const cents = id === null ? 0 : await fullMonthCents(db, id, now)
  return cents > 0 ? cents : (await pricesAt(db, now))[items.lead.priceKey]
}

/** True if part of the plan is free, even if the rest is paid for. */
export async function hasFreeItems(db: Db, accountId: number): Promise<boolean> {
  const freeItem = await db.maybe(sql`
    select 1 from subscription_items
    where subscription_id = (select max(id) from subscriptions where account_id = ${accountId}) and given > 0 limit 1`)
  return freeItem !== undefined
}

/** True while a charge of a month or an order is in progress: its answer would overwrite any change made now. */
async function isBeingCharged(db: Db, accountId: number): Promise<boolean> {
  const charging = await db.maybe(sql`
    select 1 from periods p join subscriptions s on s.id = p.subscription_id
    where s.account_id = ${accountId} and p.state = 'charging'`)
  return charging !== undefined || hasOpenOrder(db, accountId)
}

/** True while a bill of the running plan is not paid. */
async function hasOpenMonth(db: Db, accountId: number): Promise<boolean> {
  const open = await db.maybe(sql`
    select 1 from periods p join subscriptions s on s.id = p.subscription_id
    where s.account_id = ${accountId} and s.ended_at is null and p.state in ('due', 'past_due') limit 1`)
  return open !== undefined
}

/** The caller has checked that no bill is open. */
async function makeFree(tx: Db, subscriptionId: number, now: Date): Promise<void> {
  await tx.run(
    sql`update subscription_items set unit_price_cents = 0, given = quantity where subscription_id = ${subscriptionId}`,
  )
  // A change planned for the next month would bring its own prices, so drop it.
  await withdrawChanges(tx, subscriptionId, now)
  await undoCancellation(tx, subscriptionId, now)
  await tx.run(sql`
    update subscriptions set
      next_at = coalesce(next_at, (select max(ends_at) from periods where subscription_id = ${subscriptionId}))
    where id = ${subscriptionId}`)
}

/** Restores the last plan, or starts with one agent access if there never was one. */
async function beginFree(tx: Db, accountId: number, now: Date): Promise<void> {
  const last = await findLast(tx, accountId)
  const had = last === null ? [] : await listItems(tx, last)
  const bought: { key: ItemKey; quantity: number }[] = had.length > 0 ? had : [{ key: 'lead', quantity: 1 }]
  const lines = bought.map(
    ({ key, quantity }): PlanLine => ({
      key,
      quantity,
      given: quantity,
      label: items[key].label,
      unitPrice: 0,
      amount: 0,
    }),
  )
  const timeZone = await findTimeZone(tx, accountId)
  const note = 'Access without charge.'
  await beginSubscription(tx, { accountId, orderId: null, chargeId: null, timeZone, lines, note }, now)
}

async function findLast(db: Db, accountId: number): Promise<number | null> {
  const { id } = await db.one<{ id: number | null }>(
    sql`select max(id) as id from subscriptions where account_id = ${accountId}`,
  )
  return id
}

/** Why an account's plan cannot be made free now. */
export type AccessObstacle =
  | 'fraud'
  | 'free-already'
  | 'being-set-up'
  | 'not-joined'
  | 'being-charged'
  | 'open-bill'
/** Why free access cannot end now. */
export type EndObstacle = 'not-free' | 'being-charged' | 'no-card'

type FreeAccessRequest = {
  accountId: number
  actor: string
  reason: string
  /** The second operator, where one had to agree. */
  agreedBy?: string | undefined
}

/**
 * Makes an account's plan free of charge, with its audit entry, in the caller's transaction. Or returns what
 * prevents it.
 */
export async function giveAccessIn(
  tx: Db,
  { jobs, now }: { jobs: Jobs; now: Date },
  { accountId, actor, reason, agreedBy }: FreeAccessRequest,
): Promise<AccessObstacle | undefined> {
  const account = await lockAccountState(tx, accountId)
  const obstacle = await accessObstacle(tx, accountId, account)
  if (obstacle) return obstacle
  await giveFreeAccess(tx, accountId, now)
  if (closedStatuses.includes(account.status)) await resumeSetUp(tx, { jobs }, accountId, 'free agent')
  const details = { before: account.status, reason, agreedBy }
  await recordAudit(tx, { actor, action: 'access-given', accountId, details }, now)
  return undefined
}

/** Ends free access, with its audit entry: from the next month, the plan is charged at current prices. */
export function endAccess(
  db: Database,
  { accountId, actor, reason }: { accountId: number; actor: string; reason: string },
  now: Date,
): Promise<EndObstacle | undefined> {
  return db.transaction(async (tx) => {
    const { status } = await lockAccountState(tx, accountId)
    const obstacle = await endObstacle(tx, accountId, status)
    if (obstacle) return obstacle
    await endFreeAccess(tx, accountId, now)
    await recordAudit(tx, { actor, action: 'access-ended', accountId, details: { reason } }, now)
    return undefined
  })
}

export async function accessObstacle(
  db: Db,
  accountId: number,
  { status, isFraud }: AccountState,
): Promise<AccessObstacle | undefined> {
  if (isFraud) return 'fraud'
  if (status === 'free agent') return 'free-already'
  if (status === 'pending') return 'being-set-up'
  if (status === 'free signup agent') return 'not-joined'
  if (await isBeingCharged(db, accountId)) return 'being-charged'
  return (await hasOpenMonth(db, accountId)) ? 'open-bill' : undefined
}

export async function endObstacle(
  db: Db,
  accountId: number,
  status: Status,
): Promise<EndObstacle | undefined> {
  if (status !== 'free agent' && !(await hasFreeItems(db, accountId))) return 'not-free'
  if (await isBeingCharged(db, accountId)) return 'being-charged'
  return (await findCard(db, accountId)) ? undefined : 'no-card'
}

/** Why something cannot be done now, for an operator at the desk. */
export const obstacleTexts: Record<AccessObstacle | EndObstacle, string> = {
  fraud: 'The account is marked for fraud. Remove the mark first.',
  'free-already': 'The plan is free of charge already.',
  'being-set-up': 'The account is still being set up. Try again when it is ready.',
  'not-joined': 'The owner has not joined yet and could not sign in.',
  'being-charged': 'A charge is in progress. Try again when its outcome is known.',
  'open-bill': 'Waive or collect the open bill first.',
  'not-free': 'The account has no free access.',
  'no-card':
    'There is no card on file, so the next month could not be charged. The owner can add one under Billing.',
}

/**
 * An account with only free items is a free agent. Once it pays for something it becomes active, and its free
 * items stay free. Other statuses (past due, being provisioned) do not change.
 */
export async function followPrice(
  tx: Db,
  accountId: number,
  items: readonly PlanItem[],
  now: Date,
): Promise<void> {
  const costs = totalOf(linesOfItems(items)) > 0
  if (!costs && !items.some((item) => givenOf(item) > 0)) return
  const [from, to] = costs ? ['free agent', 'active'] : ['active', 'free agent']
  await tx.run(
    sql`update accounts set status = ${to}, status_since = ${now} where id = ${accountId} and status = ${from}`,
  )
}
