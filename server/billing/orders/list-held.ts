import type { Cents } from '#contract/catalogue/money.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

export type HeldSignUp = {
  order: number
  ageMinutes: number
  until: Date
  why: string
  email: string
  company: string | null
  amountCents: Cents
  address: string
  device: string
  card: string
  /** Of the billing address that was typed. The card may have been issued elsewhere. */
  billingCountry: string
  customerState: string | null
}

/** The sign-ups that wait for a decision, the most urgent first. */
export function listHeld(db: Db, now: Date, limit: number): Promise<HeldSignUp[]> {
  return db.many<HeldSignUp>(sql`
    select h.order_id as order, (extract(epoch from ${now}::timestamptz - h.held_at) / 60)::integer as "ageMinutes",
      h.until, h.why, o.email_key as email, o.customer->>'company' as company, o.amount_cents as "amountCents",
      h.ip as address, h.device, concat(h.brand, ' ', h.last_four) as card, h.card_country as "billingCountry",
      o.customer->>'state' as "customerState"
    from held_sign_ups h join orders o on o.id = h.order_id
    where h.decided_at is null order by h.until limit ${limit}`)
}
