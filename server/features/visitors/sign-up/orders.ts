import type { PlanLine } from '#contract/catalogue/plan.ts'
import type { OrderKind, OrderState } from '#server/billing/orders/orders.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Customer, Secrets } from './customer.ts'

export type Order = {
  id: number
  key: string
  kind: OrderKind
  state: OrderState
  bodyDigest: Buffer
  lines: PlanLine[]
  amountCents: number
  customer: (Customer & Secrets) | null
  refusal: string | null
  pin: string | null
}

/** Written before the gateway is asked. The constraints refuse a second one for the same key or email. */
export function insertOrder(
  tx: Db,
  order: {
    key: string
    bodyDigest: Buffer
    lines: PlanLine[]
    amountCents: number
    customer: Customer & Secrets
    termsVersion: string
    address: string
    visitorHash: Buffer
  },
  now: Date,
): Promise<{ id: number }> {
  return tx.one<{ id: number }>(sql`
    insert into orders (key, kind, email_key, body_digest, lines, amount_cents, customer, terms_version, terms_accepted_at,
      terms_address, visitor_hash, state, created_at)
    values (${order.key}, 'sign-up', ${order.customer.email.toLowerCase()}, ${order.bodyDigest},
      ${JSON.stringify(order.lines)}, ${order.amountCents}, ${JSON.stringify(order.customer)}, ${order.termsVersion},
      ${now}, ${order.address}, ${order.visitorHash}, 'intent', ${now})
    returning id`)
}

/** Of any kind: a key that was used for a plan change is taken for a sign-up, too. */
export function findOrder(db: Db, key: string): Promise<Order | undefined> {
  return db.maybe<Order>(sql`
    select o.id, o.key, o.kind, o.state, o.body_digest as "bodyDigest", o.lines, o.amount_cents as "amountCents", o.customer,
      o.refusal, a.pin
    from orders o left join accounts a on a.id = o.account_id
    where o.key = ${key}`)
}
