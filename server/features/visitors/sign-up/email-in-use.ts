import * as paymentMessages from '#contract/billing/messages.ts'
import { REACTIVATE_WITHIN_DAYS } from '#contract/calendar/lifetimes.ts'
import type { emailStatuses } from '#contract/features/sign-up/calls.ts'
import * as signUpMessages from '#contract/features/sign-up/messages.ts'
import { holdsEmail } from '#server/accounts/status-rules.ts'
import type { OrderState } from '#server/billing/orders/order.ts'
import { type Agent, findAgents } from '#server/identity/agents.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import { DAY, later } from '#server/ports/clock.ts'
import { grouped } from './form.ts'
import { findUnfinished } from './unfinished.ts'

export type EmailStatus = { status: (typeof emailStatuses)[number]; pin: string }

/** An order's outcome, as its page follows it. */
export type OrderStanding = 'registered' | 'confirming' | 'held' | 'refused'

export type AskedOrder = {
  email: string
  visitorHash: Buffer | null
  now: Date
  /** The id of the order being placed. */
  besides?: number
}

/** After a day the order is no longer reported: the email look-up sends the account's owner to sign in. */
const REPORTED_FOR_MS = DAY

/**
 * Someone who has already paid with this email is told so, and is never asked for another email. For an
 * active account the message is to sign in; for an account that has ended, the specification's text.
 */
export async function refusalOfEmail(db: Db, request: AskedOrder): Promise<Refused | undefined> {
  const blocking = await findBlockingStatus(db, request)
  switch (blocking) {
    case undefined:
      return undefined
    case 'busy.active': {
      const own = await findOwnOrder(db, request)
      return own ? refuseForOrder(own) : grouped({ emails_form: { email: [signUpMessages.emailHasAccount] } })
    }
    case 'busy.cancelled':
      return grouped({ emails_form: { email: [signUpMessages.emailTaken] } })
  }
}

/** Which account blocks an order with this email. Another visitor's unfinished sign-up does not lift the block. */
async function findBlockingStatus(
  db: Db,
  { email, now }: AskedOrder,
): Promise<'busy.active' | 'busy.cancelled' | undefined> {
  const agents = await findAgents(db, email)
  if (agents.some(holdsEmail)) return 'busy.active'
  return (await isReserved(db, agents, now)) ? 'busy.cancelled' : undefined
}

/** The order that this visitor is paying, or has just paid, with this email. Other visitors never learn of it. */
export async function findOwnOrder(
  db: Db,
  { email, visitorHash, now, besides = 0 }: AskedOrder,
): Promise<Exclude<OrderStanding, 'refused'> | undefined> {
  if (!visitorHash) return undefined
  const order = await db.maybe<{ state: OrderState }>(sql`
    select o.state from orders o left join accounts a on a.id = o.account_id
    where o.visitor_hash = ${visitorHash} and o.email_key = ${email.toLowerCase()} and o.kind = 'sign-up'
      and (o.state in ('intent', 'unknown', 'held')
        or o.state = 'paid' and o.settled_at > ${later(now, -REPORTED_FOR_MS)} and a.fraud_marked_at is null)
      and o.id <> ${besides}
    order by o.id desc limit 1`)
  if (!order) return undefined
  if (order.state === 'held') return 'held'
  return order.state === 'paid' ? 'registered' : 'confirming'
}

export type WaitingOrder = Extract<OrderStanding, 'confirming' | 'held'>

/** Anybody's order with this email that is not settled yet. There is at most one. */
export async function findWaitingOrder(db: Db, email: string): Promise<WaitingOrder | undefined> {
  const order = await db.maybe<{ state: OrderState }>(sql`
    select state from orders
    where email_key = ${email.toLowerCase()} and kind = 'sign-up' and state in ('intent', 'unknown', 'held')`)
  if (!order) return undefined
  return order.state === 'held' ? 'held' : 'confirming'
}

/** The wire reports a held order as being confirmed, under review. */
export function wireStatusOf(standing: OrderStanding): {
  status: 'registered' | 'confirming' | 'refused'
  review?: true
} {
  return standing === 'held' ? { status: 'confirming', review: true } : { status: standing }
}

/** An earlier order blocks this one, and the page must know its result: only a refused one is over. */
export function refuseForOrder(status: OrderStanding): Refused {
  return refuse('other-body', { errors: textOf(status), also: { data: wireStatusOf(status) } })
}

function textOf(status: OrderStanding): string {
  switch (status) {
    case 'registered':
      return paymentMessages.signUpPaid
    case 'confirming':
      return paymentMessages.signUpConfirming
    case 'held':
      return paymentMessages.signUpUnderReview
    case 'refused':
      return paymentMessages.signUpChanged
  }
}

/** With several accounts, in this order: one that can sign in, an unfinished sign-up, an ended one, free. */
export async function statusOfEmail(
  db: Db,
  email: string,
  visitorHash: Buffer | null,
  now: Date,
): Promise<EmailStatus> {
  const agents = await findAgents(db, email)
  const living = agents.find(holdsEmail)
  if (living) return { status: 'busy.active', pin: living.pin }
  const unfinished = await findUnfinished(db, email)
  const isOwn = visitorHash !== null && unfinished?.visitorHash.equals(visitorHash)
  if (unfinished && !isOwn) return { status: 'busy.pending', pin: '' }
  return { status: (await isReserved(db, agents, now)) ? 'busy.cancelled' : 'free', pin: '' }
}

/**
 * Whether one of these people's accounts has ended and can still be reactivated. For that period the account's
 * email is reserved, and forever if it was closed for fraud. The period starts with the end of the last
 * subscription: a failed reactivation does not extend it.
 */
async function isReserved(db: Db, agents: readonly Agent[], now: Date): Promise<boolean> {
  const ended = agents.filter((agent) => agent.status !== 'free signup agent')
  if (ended.length === 0) return false
  const reserving = await db.maybe(sql`
    select 1 from accounts a
    where a.id = any(${ended.map(({ accountId }) => accountId)}::bigint[]) and (a.fraud_marked_at is not null or
      coalesce((select max(s.ended_at) from subscriptions s where s.account_id = a.id), a.status_since)
        > ${later(now, -REACTIVATE_WITHIN_DAYS * DAY)})
    limit 1`)
  return reserving !== undefined
}
