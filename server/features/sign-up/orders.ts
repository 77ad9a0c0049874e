import type { GroupedErrors } from '#contract/calls/call.ts'
import type { PlanLine } from '#contract/plan.ts'
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { VaultedCard } from '../../ports/payments.ts'
import type { Customer, Secrets } from './customer.ts'

export type OrderState = 'intent' | 'unknown' | 'paid' | 'declined' | 'refused' | 'voided'

export type Order = {
  id: number
  key: string
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
  },
  now: Date,
): Promise<{ id: number }> {
  return tx.one<{ id: number }>(sql`
    insert into orders (key, kind, email_key, body_digest, lines, amount_cents, customer, terms_version, terms_accepted_at,
      terms_address, state, created_at)
    values (${order.key}, 'sign-up', ${order.customer.email.toLowerCase()}, ${order.bodyDigest},
      ${JSON.stringify(order.lines)}, ${order.amountCents}, ${JSON.stringify(order.customer)}, ${order.termsVersion},
      ${now}, ${order.address}, 'intent', ${now})
    returning id`)
}

export function findOrder(db: Db, key: string): Promise<Order | undefined> {
  return db.maybe<Order>(sql`
    select o.id, o.key, o.state, o.body_digest as "bodyDigest", o.lines, o.amount_cents as "amountCents", o.customer,
      o.refusal, a.pin
    from orders o left join accounts a on a.id = o.account_id
    where o.key = ${key} and o.kind = 'sign-up'`)
}

/** Whoever closes an order first does what follows from it; everyone else is told that it is closed. */
export function closeOrder(
  tx: Db,
  orderId: number,
  state: Exclude<OrderState, 'intent' | 'unknown'>,
  now: Date,
  refusal?: GroupedErrors | string,
): Promise<Pick<Order, 'id' | 'lines' | 'amountCents'> | undefined> {
  return tx.maybe(sql`
    update orders set state = ${state}, settled_at = ${now}, refusal = ${refusal === undefined ? null : JSON.stringify(refusal)},
      customer = null
    where id = ${orderId} and state in ('intent', 'unknown')
    returning id, lines, amount_cents as "amountCents"`)
}

export async function markUnknown(db: Db, orderId: number): Promise<void> {
  await db.run(sql`update orders set state = 'unknown' where id = ${orderId} and state = 'intent'`)
}

/**
 * Noted before the charge is sent: after a kill this row says that there may be one. False when the order was
 * closed meanwhile; then nothing may be sent any more.
 */
export async function noteCharge(
  db: Db,
  charge: {
    key: string
    orderId: number
    gateway: string
    card: VaultedCard
    holder: string
    amountCents: number
  },
  now: Date,
): Promise<boolean> {
  const { card } = charge
  const noted = await db.run(sql`
    with open_order as (select id from orders where id = ${charge.orderId} and state = 'intent' for update)
    insert into charges (key, order_id, gateway, gateway_token, amount_cents, brand, last_four, expires_month, expires_year,
      holder, outcome, created_at)
    select ${charge.key}, id, ${charge.gateway}, ${card.token}, ${charge.amountCents}::integer, ${card.brand},
      ${card.lastFour}, ${card.expiresMonth}::smallint, ${card.expiresYear}::smallint, ${charge.holder}, 'sent',
      ${now}::timestamptz
    from open_order`)
  return noted === 1
}

export type NotedCharge = {
  id: number
  gateway: string
  token: string
  brand: string
  lastFour: string
  expiresMonth: number
  expiresYear: number
  holder: string
}

export function settleCharge(
  tx: Db,
  key: string,
  outcome: {
    outcome: 'paid' | 'declined' | 'unknown' | 'voided' | 'absent'
    reference?: string
    reason?: string
  },
  now: Date,
): Promise<NotedCharge | undefined> {
  return tx.maybe<NotedCharge>(sql`
    update charges set outcome = ${outcome.outcome}, gateway_reference = coalesce(${outcome.reference ?? null}, gateway_reference),
      reason = ${outcome.reason ?? null}, settled_at = ${outcome.outcome === 'unknown' ? null : now}
    where key = ${key}
    returning id, gateway, gateway_token as token, brand, last_four as "lastFour", expires_month as "expiresMonth",
      expires_year as "expiresYear", holder`)
}
