import type { PlanLine } from '#contract/catalogue/plan.ts'
import type { FieldErrors, GroupedErrors } from '#contract/wire/call.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

export type OrderKind = 'sign-up' | 'plan-change' | 'open-balance' | 'reactivation'
export type OrderState = 'intent' | 'unknown' | 'paid' | 'declined' | 'refused' | 'voided'

/** Whoever closes an order first does what follows from it; everyone else is told that it is closed. */
export function closeOrder(
  tx: Db,
  orderId: number,
  state: Exclude<OrderState, 'intent' | 'unknown'>,
  now: Date,
  refusal?: GroupedErrors | FieldErrors | string,
): Promise<{ id: number; lines: PlanLine[]; amountCents: number } | undefined> {
  return tx.maybe(sql`
    update orders set state = ${state}, settled_at = ${now}, refusal = ${refusal === undefined ? null : JSON.stringify(refusal)},
      customer = null
    where id = ${orderId} and state in ('intent', 'unknown')
    returning id, lines, amount_cents as "amountCents"`)
}

export async function markUnknown(db: Db, orderId: number): Promise<void> {
  await db.run(sql`update orders set state = 'unknown' where id = ${orderId} and state = 'intent'`)
}
