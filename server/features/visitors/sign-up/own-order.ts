import * as messages from '#contract/billing/messages.ts'
import type { OrderState } from '#server/billing/orders/order.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import { DAY, later } from '#server/ports/clock.ts'

/** What became of an order, as its page follows it. */
export type OrderStanding = 'registered' | 'confirming' | 'refused'

export type AskedOrder = {
  email: string
  visitorHash: Buffer | null
  now: Date
  /** The order that is just being placed. */
  besides?: number
}

/** After a day the account itself is the answer: the look-up sends its owner to sign in. */
const TOLD_FOR_MS = DAY

/** The order that this visitor is paying, or has just paid, with this email. Nobody else is told of it. */
export async function findOwnOrder(
  db: Db,
  { email, visitorHash, now, besides = 0 }: AskedOrder,
): Promise<Exclude<OrderStanding, 'refused'> | undefined> {
  if (!visitorHash) return undefined
  const order = await db.maybe<{ state: OrderState }>(sql`
    select o.state from orders o left join accounts a on a.id = o.account_id
    where o.visitor_hash = ${visitorHash} and o.email_key = ${email.toLowerCase()} and o.kind = 'sign-up'
      and (o.state in ('intent', 'unknown')
        or o.state = 'paid' and o.settled_at > ${later(now, -TOLD_FOR_MS)} and a.fraud_marked_at is null)
      and o.id <> ${besides}
    order by o.id desc limit 1`)
  if (!order) return undefined
  return order.state === 'paid' ? 'registered' : 'confirming'
}

/** The order before this one stands in the way, and the page must know how it ended: only a refused one is over. */
export function refuseForOrder(status: OrderStanding): Refused {
  return refuse('other-body', { errors: textOf(status), also: { data: { status } } })
}

function textOf(status: OrderStanding): string {
  switch (status) {
    case 'registered':
      return messages.signUpPaid
    case 'confirming':
      return messages.signUpConfirming
    case 'refused':
      return messages.signUpChanged
  }
}
