import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { VaultedCard } from '#server/ports/payments.ts'

/** What was asked of the gateway, with what is kept of the card. */
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
    with open_order as (select id, account_id from orders where id = ${charge.orderId} and state = 'intent' for update)
    insert into charges (key, order_id, account_id, gateway, gateway_token, amount_cents, brand, last_four, expires_month,
      expires_year, holder, outcome, created_at)
    select ${charge.key}, id, account_id, ${charge.gateway}, ${card.token}, ${charge.amountCents}::integer, ${card.brand},
      ${card.lastFour}, ${card.expiresMonth}::smallint, ${card.expiresYear}::smallint, ${charge.holder}, 'sent',
      ${now}::timestamptz
    from open_order`)
  return noted === 1
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
