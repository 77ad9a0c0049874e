import type { Cents } from '#contract/catalogue/money.ts'
import { CAME_TOO_LATE, RETURNED_WITHIN_MS } from '#server/billing/orders/give-back.ts'
import { afterCursor, type Cursor } from '#server/platform/db/cursor.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { later } from '#server/ports/clock.ts'
import type { DeclineReason } from '#server/ports/payments.ts'

export type UnansweredCharge = Cursor & {
  kind: 'charge' | 'refund'
  at: Date
  outcome: string
  /** The purchase: a renewal, or the kind of an order. */
  for: string
  amountCents: Cents
  gateway: string
  /** A late payment's refund: it paid no bill, and its own job makes it. */
  isReturn: boolean
  /** Both null until a sign-up is paid. */
  pin: string | null
  company: string | null
  email: string | null
}

const CHARGES = 0
const REFUNDS = 1

/**
 * Charges and refunds sent to the gateway before a moment, with unknown outcome, oldest first. Excludes late
 * payments that a job is refunding or the bank is deciding about.
 */
export function listUnanswered(
  db: Db,
  cursor: Cursor,
  { before, atMost }: { before: Date; atMost: number },
): Promise<UnansweredCharge[]> {
  const [charges, refunds] = [afterCursor(cursor, CHARGES), afterCursor(cursor, REFUNDS)]
  return db.many<UnansweredCharge>(sql`
    select w.kind, w.source, w.id, (extract(epoch from w.at) * 1000000)::bigint as micros, w.at, w.outcome, w.amount_cents as "amountCents",
      w.gateway, w.is_return as "isReturn", coalesce(o.kind, 'renewal') as "for", a.pin, a.company, o.email_key as email
    from (
      (select 'charge' as kind, ${CHARGES}::integer as source, id, created_at as at, outcome, amount_cents, gateway, order_id,
        account_id, false as is_return
      from charges
      where outcome in ('sent', 'unknown') and not is_disputed(id) and created_at <= ${before}
        and (reason is distinct from ${CAME_TOO_LATE} or created_at <= ${later(before, -RETURNED_WITHIN_MS)})
        and (created_at, id) > (${charges.at}::timestamptz, ${charges.id}::bigint)
      order by created_at, id limit ${atMost})
      union all
      (select 'refund', ${REFUNDS}::integer, r.id, r.created_at, r.outcome, r.amount_cents, c.gateway, c.order_id, c.account_id,
        r.credit_note_id is null
      from refunds r join charges c on c.id = r.charge_id
      where r.outcome = 'sent' and r.created_at <= ${before}
        and (r.created_at, r.id) > (${refunds.at}::timestamptz, ${refunds.id}::bigint)
      order by r.created_at, r.id limit ${atMost})
    ) w left join orders o on o.id = w.order_id left join accounts a on a.id = w.account_id
    order by w.at, w.source, w.id limit ${atMost}`)
}

export type RefusedRenewal = Cursor & {
  at: Date
  pin: string
  company: string
  amountCents: Cents | null
  /** What the bank said last; null if no charge was sent. */
  refusal: { reason: DeclineReason; isHard: boolean | null; codes: string | null } | null
  tries: number
  isLastDay: boolean
}

/**
 * Refused and still unpaid months, oldest first. Selected before their accounts are joined: the planner
 * expects few of them.
 */
export function listRefusedRenewals(db: Db, cursor: Cursor, atMost: number): Promise<RefusedRenewal[]> {
  const after = afterCursor(cursor)
  return db.many<RefusedRenewal>(sql`
    select p.id, 0 as source, (extract(epoch from p.failed_at) * 1000000)::bigint as micros, p.failed_at as at, a.pin,
      a.company, p.tries, p.last_day_at is not null as "isLastDay",
      (select i.total_cents from invoices i where i.period_id = p.id and i.paid_at is null limit 1) as "amountCents",
      (select jsonb_build_object('reason', c.reason, 'isHard', c.is_hard, 'codes', c.bank_codes) from charges c
        where c.period_id = p.id and c.outcome = 'declined' order by c.id desc limit 1) as refusal
    from (
      select * from periods
      where state = 'past_due'
        and (failed_at, id) > (${after.at}::timestamptz, ${after.id}::bigint)
      order by failed_at, id limit ${atMost}
    ) p join subscriptions s on s.id = p.subscription_id join accounts a on a.id = s.account_id
    order by p.failed_at, p.id`)
}

export type FailedRefund = Cursor & {
  at: Date
  why: 'failed' | 'refused'
  isForeign: boolean
  pin: string
  company: string
  amountCents: Cents
  /** Null for a late payment: it paid for nothing. */
  bill: string | null
  creditNote: string | null
}

/** Undecided refunds that moved no money, oldest first. */
export function listFailedRefunds(db: Db, cursor: Cursor, atMost: number): Promise<FailedRefund[]> {
  const after = afterCursor(cursor)
  return db.many<FailedRefund>(sql`
    select f.id, 0 as source, (extract(epoch from f.failed_at) * 1000000)::bigint as micros, f.failed_at as at, f.why,
      f.is_foreign as "isForeign", a.pin, a.company, f.amount_cents as "amountCents", n.number as "creditNote",
      (select i.number from invoices i where i.charge_id = f.charge_id limit 1) as bill
    from failed_refunds f join accounts a on a.id = f.account_id left join credit_notes n on n.id = f.credit_note_id
    where f.state = 'waiting'
      and (f.failed_at, f.id) > (${after.at}::timestamptz, ${after.id}::bigint)
    order by f.failed_at, f.id limit ${atMost}`)
}

/** The same for one account, newest first. */
export function listFailedRefundsOf(db: Db, accountId: number): Promise<FailedRefund[]> {
  return db.many<FailedRefund>(sql`
    select f.id, 0 as source, (extract(epoch from f.failed_at) * 1000000)::bigint as micros, f.failed_at as at, f.why,
      f.is_foreign as "isForeign", a.pin, a.company, f.amount_cents as "amountCents", n.number as "creditNote",
      (select i.number from invoices i where i.charge_id = f.charge_id limit 1) as bill
    from failed_refunds f join accounts a on a.id = f.account_id left join credit_notes n on n.id = f.credit_note_id
    where f.account_id = ${accountId} and f.state = 'waiting' order by f.id desc limit 20`)
}

export type RefundDifference = Cursor & {
  at: Date
  pin: string
  company: string
  bill: string
  amountCents: Cents
}

/** Gateway refunds beyond what was left of their bills, oldest first. */
export function listRefundDifferences(db: Db, cursor: Cursor, atMost: number): Promise<RefundDifference[]> {
  const after = afterCursor(cursor)
  return db.many<RefundDifference>(sql`
    select d.id, 0 as source, (extract(epoch from d.created_at) * 1000000)::bigint as micros, d.created_at as at, a.pin,
      a.company, i.number as bill, d.cents as "amountCents"
    from (
      select * from refund_differences
      where closed_at is null
        and (created_at, id) > (${after.at}::timestamptz, ${after.id}::bigint)
      order by created_at, id limit ${atMost}
    ) d join accounts a on a.id = d.account_id join invoices i on i.id = d.invoice_id
    order by d.created_at, d.id`)
}
