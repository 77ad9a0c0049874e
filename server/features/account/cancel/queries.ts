import * as messages from '#contract/billing/messages.ts'
import type { CancellationReceipt } from '#contract/billing/values.ts'
import { dayBefore, dayIn } from '#contract/calendar/billing-dates.ts'
import { lockRunning } from '#server/billing/subscriptions/subscription.ts'
import type { Session } from '#server/identity/sessions.ts'
import type { Actor, Origin } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'

export type Running = {
  id: number
  anchor: string
  zone: string
  nextAt: Date | null
  cancelOn: string | null
  reference: string | null
  heldFrom: string | null
  heldUntil: string | null
  /** The day on which the last paid month ends. */
  paidUntil: string
  /** The day on which that month began. */
  paidSince: string
  /** State of the unpaid month, if there is one. */
  openState: 'due' | 'charging' | 'past_due' | null
  openSince: string
}

/**
 * Locks the subscription against a concurrent renewal. The months are read after the lock is taken: a
 * statement that waits for a lock still sees the snapshot from before the wait.
 */
export async function lockSubscription(tx: Db, accountId: number): Promise<Running | undefined> {
  const subscriptionId = await lockRunning(tx, accountId)
  return subscriptionId === undefined ? undefined : findRunning(tx, accountId)
}

/** The same without the lock, for previews. */
export function findRunning(db: Db, accountId: number): Promise<Running | undefined> {
  return db.maybe<Running>(sql`
    select s.id, s.anchor_date as anchor, s.time_zone as zone, s.next_at as "nextAt", s.cancel_on as "cancelOn",
      s.cancel_reference as reference, s.held_from as "heldFrom", s.held_until as "heldUntil",
      paid.ends_on as "paidUntil", paid.starts_on as "paidSince", open.state as "openState", open.starts_on as "openSince"
    from subscriptions s
    join lateral (select starts_on, ends_on from periods p where p.subscription_id = s.id and p.state in ('paid', 'free')
      order by starts_on desc limit 1) paid on true
    left join lateral (select state, starts_on from periods p
      where p.subscription_id = s.id and p.state in ('due', 'charging', 'past_due') limit 1) open on true
    where s.account_id = ${accountId} and s.ended_at is null`)
}

export async function noteCancellation(
  tx: Db,
  subscriptionId: number,
  noted: { reference: string; cancelOn: string; reason: string },
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update subscriptions set cancel_requested_at = ${now}, cancel_on = ${noted.cancelOn}, cancel_reason = ${noted.reason},
      cancel_reference = ${noted.reference}
    where id = ${subscriptionId}`)
}

/** The newest subscription, if it has ended by cancellation. */
export function findEndedCancellation(
  tx: Db,
  accountId: number,
): Promise<{ reference: string; cancelOn: string } | undefined> {
  return tx.maybe(sql`
    select cancel_reference as reference, cancel_on as "cancelOn" from subscriptions
    where id = (select max(id) from subscriptions where account_id = ${accountId})
      and ended_at is not null and cancel_reference is not null`)
}

export async function wasUndone(tx: Db, subscriptionId: number): Promise<boolean> {
  const undone = await tx.maybe(
    sql`select 1 from undone_cancellations where subscription_id = ${subscriptionId} limit 1`,
  )
  return undone !== undefined
}

type SubscriptionRow = {
  reference: string
  company: string
  pin: string
  zone: string
  requestedAt: Date
  cancelOn: string
  endedAt: Date | null
  undoneAt: Date | null
}

export async function findCancellation(db: Db, reference: string): Promise<CancellationReceipt | undefined> {
  const found = await db.maybe<SubscriptionRow>(sql`
    select c.reference, a.company, a.pin, c.zone, c.requested_at as "requestedAt", c.cancel_on as "cancelOn",
      c.ended_at as "endedAt", c.undone_at as "undoneAt"
    from (
      select cancel_reference as reference, account_id, time_zone as zone, cancel_requested_at as requested_at, cancel_on,
        ended_at, null::timestamptz as undone_at
      from subscriptions where cancel_reference = ${reference}
      union all
      select u.reference, s.account_id, s.time_zone, u.requested_at, u.cancel_on, null, u.undone_at
      from undone_cancellations u join subscriptions s on s.id = u.subscription_id where u.reference = ${reference}
    ) c join accounts a on a.id = c.account_id`)
  if (!found) return undefined
  const { zone, undoneAt, endedAt } = found
  return {
    reference: found.reference,
    company: found.company,
    pin: found.pin,
    requestedOn: dayIn(zone, found.requestedAt),
    lastDay: dayBefore(found.cancelOn),
    state: undoneAt ? 'undone' : endedAt ? 'ended' : 'waiting',
    undoneOn: undoneAt ? dayIn(zone, undoneAt) : null,
  }
}

/** The caller's name as given, and the operator's reason. */
export type Caller = { name: string; reason: string }

/** Who changes a subscription: a person of the account, or an operator for a caller. */
export type Changer = {
  accountId: number
  actor: Actor
  origin?: Origin | undefined
  caller?: Caller
}

export function changerIn({ accountId, agentId, origin }: Session): Changer {
  return { accountId, actor: { agentId }, origin }
}

/** Why a change is impossible now, with the messages of the customer's pages. */
const words: Record<keyof typeof messages.callerMessages, string> = {
  nothingToCancel: messages.nothingToCancel,
  nothingToUndo: messages.nothingToUndo,
  nothingToHold: messages.nothingToHold,
  nothingOnHold: messages.nothingOnHold,
  planIsCanceled: messages.planIsCanceled,
  alreadyOnHold: messages.alreadyOnHold,
  paymentUnderWay: messages.paymentOfAccountUnderWay,
  unpaid: messages.paymentOfAccountUnderWay,
  endHoldWhenPaid: messages.endHoldWhenPaid,
}
export type Obstacle = keyof typeof messages.callerMessages

export function obstructed({ caller }: Pick<Changer, 'caller'>, obstacle: Obstacle): Refused {
  const errors = caller ? messages.callerMessages[obstacle] : words[obstacle]
  return refuse('invalid-fields', { errors })
}

/** What the audit entry adds if an operator did it. */
export function detailsOf({ caller }: Changer): Record<string, string> {
  return caller ? { caller: caller.name, reason: caller.reason } : {}
}
