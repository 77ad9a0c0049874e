import type { Status } from '#contract/accounts/statuses.ts'
import { resumeSetUp } from '#server/accounts/set-ups.ts'
import { hasOpenOrder } from '#server/billing/orders/order.ts'
import { giveFreeAccess } from '#server/billing/subscriptions/free-access.ts'
import {
  endSubscription,
  lockAccountState,
  lockRunning,
  noteRevenue,
} from '#server/billing/subscriptions/subscription.ts'
import { endSessionsOfAccount } from '#server/identity/sessions.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Database, Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'

/**
 * Cancels an account for fraud: everyone is signed out, and nothing more is charged. False if an operator
 * already did.
 */
export function markFraud(
  db: Database,
  { accountId, actor, reason }: { accountId: number; actor: string; reason: string },
  now: Date,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { status } = await lockAccountState(tx, accountId)
    // A dispute's mark becomes the operator's own, so that winning the dispute does not lift it.
    const disputed = await markOfDispute(tx, accountId)
    const done = await tx.run(sql`
      update accounts set status = 'canceled', status_since = ${now}, fraud_marked_at = ${now}, fraud_reason = ${reason},
        fraud_dispute_id = null
      where id = ${accountId} and (fraud_marked_at is null or fraud_dispute_id is not null)`)
    if (done === 0) return false
    await endSessionsOfAccount(tx, accountId, now)
    const subscriptionId = await stopCharging(tx, accountId, now)
    const former = disputed ?? { before: status, subscriptionId }
    const details = { reason, ...former } satisfies Marked & { reason: string }
    await recordAudit(tx, { actor, action: 'fraud-marked', accountId, details }, now)
    return true
  })
}

async function stopCharging(tx: Db, accountId: number, now: Date): Promise<number | null> {
  const id = await lockRunning(tx, accountId)
  if (id === undefined) return null
  await endSubscription(tx, { id, accountId }, 'canceled', now)
  return id
}

/** Removes a fraud mark. Returns the account's new state; undefined if it had none. */
export function undoFraud(
  { db, jobs }: { db: Database; jobs: Jobs },
  { accountId, actor, reason }: { accountId: number; actor: string; reason: string },
  now: Date,
): Promise<Status | undefined> {
  return db.transaction(async (tx) => {
    const { isFraud } = await lockAccountState(tx, accountId)
    if (!isFraud) return undefined
    const marked = (await markOfDispute(tx, accountId)) ?? (await lastMark(tx, accountId))
    const goesOn = marked?.subscriptionId ? await goOn(tx, marked.subscriptionId, now) : false
    const before = marked ? await statusBefore(tx, accountId, marked, goesOn) : 'canceled'
    const back = await resumeSetUp(tx, { jobs }, accountId, before)
    await liftMark(tx, accountId, { status: back, since: now })
    // Free items restart: no month of them is owed.
    if (back === 'free agent' && !goesOn && marked?.subscriptionId) await giveFreeAccess(tx, accountId, now)
    await noteRevenue(tx, accountId, now)
    const details = { status: back, reason }
    await recordAudit(tx, { actor, action: 'fraud-undone', accountId, details }, now)
    return back
  })
}

/**
 * If its subscription has no current paid month, the account stays canceled, and its owner must pay to
 * reactivate it.
 */
function statusBefore(
  tx: Db,
  accountId: number,
  { before, subscriptionId }: Marked,
  goesOn: boolean,
): Status | Promise<Status> {
  if (subscriptionId === null) return statusAgain(tx, accountId, before)
  return goesOn || before === 'free agent' ? before : 'canceled'
}

/** Continues only within a paid month that has not ended: months since then are not owed. */
async function goOn(tx: Db, subscriptionId: number, now: Date): Promise<boolean> {
  const running = await tx.run(sql`
    update subscriptions s set ended_at = null, next_at = p.ends_at
    from (select max(ends_at) as ends_at from periods
          where subscription_id = ${subscriptionId} and state in ('paid', 'free')) p
    where s.id = ${subscriptionId} and p.ends_at > ${now}`)
  return running === 1
}

/** The account's state when it was marked. */
export type Marked = { before: Status; subscriptionId: number | null }

/** The account's state when a dispute closed it, if a dispute set the mark. */
function markOfDispute(tx: Db, accountId: number): Promise<Marked | undefined> {
  return tx.maybe<Marked>(sql`
    select d.former_status as before, d.former_subscription_id as "subscriptionId"
    from accounts a join disputes d on d.id = a.fraud_dispute_id
    where a.id = ${accountId} and a.fraud_marked_at is not null for update of a`)
}

/** The same, if an operator set it. */
function lastMark(tx: Db, accountId: number): Promise<Marked | undefined> {
  return tx.maybe<Marked>(sql`
    select details->>'before' as before, (details->>'subscriptionId')::bigint as "subscriptionId" from audit
    where account_id = ${accountId} and action = 'fraud-marked' order by id desc limit 1`)
}

export async function liftMark(
  tx: Db,
  accountId: number,
  { status, since }: { status: Status; since: Date },
): Promise<void> {
  await tx.run(sql`
    update accounts set fraud_marked_at = null, fraud_reason = null, fraud_dispute_id = null, status = ${status},
      status_since = ${since}
    where id = ${accountId}`)
}

/**
 * The state restored when a fraud mark is removed. An unpaid month is no longer collected, as the closing
 * mail said. Events since then have their effect.
 */
export async function statusAgain(tx: Db, accountId: number, former: Status): Promise<Status> {
  switch (former) {
    case 'past_due':
    case '24h_past_due':
      return 'active'
    case 'waiting for reactivation':
      return (await hasOpenOrder(tx, accountId)) ? former : 'canceled'
    case 'pending':
    case 'active':
    case 'free agent':
    case 'canceled':
    case 'expired':
    case 'free signup agent':
      return former
  }
}
