import { randomUUID } from 'node:crypto'
import type { RefundRequest } from '#server/billing/refunds/give-money-back.ts'
import type { HowMuch } from '#server/billing/refunds/paid-bills.ts'
import type { RenewDeps } from '#server/billing/renewals/renew.ts'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { attempt } from '#server/platform/refusal.ts'
import { giveMoneyBack, waiveMonth } from '#server/test-kit/money-back.ts'

const by = { words: 'The lines were down', actor: 'operator:kim' }

/** Operators refund, credit and waive while renewals run. A refusal is a valid answer, as for customers. */
export async function giveSomeBack(deps: RenewDeps, count: number): Promise<void> {
  const bills = await Promise.all(Array.from({ length: count }, () => anyPaidBill(deps.db)))
  await Promise.all(
    bills.filter((bill) => bill !== undefined).map((bill) => giveMoneyBack(deps, { ...request(), bill })),
  )
  await waiveOne(deps)
}

async function anyPaidBill(db: Database): Promise<string | undefined> {
  // Half of them are new bills, whose charge is not settled yet.
  const isNew = Math.random() < 0.5
  const found = await db.maybe<{ number: string }>(
    isNew
      ? sql`
        select number from invoices where paid_at is not null and not is_left_alone(account_id) order by id desc limit 1`
      : sql`
        select number from invoices
        where paid_at is not null and not is_left_alone(account_id) and id >= (select random() * max(id) from invoices)
        order by id limit 1`,
  )
  return found?.number
}

function request(): Omit<RefundRequest, 'bill'> {
  const howMuch: HowMuch =
    Math.random() < 0.5 ? { kind: 'rest' } : { kind: 'amount', cents: 1 + Math.floor(Math.random() * 9_000) }
  return {
    key: randomUUID(),
    howMuch,
    way: Math.random() < 0.5 ? 'card' : 'credit',
    reason: 'goodwill',
    ...by,
  }
}

/** Always number 14's debt, never number 7's, and sometimes others'. */
async function waiveOne(deps: RenewDeps): Promise<void> {
  const takesOthers = Math.random() < 0.2
  const open = await deps.db.maybe<{ accountId: number }>(sql`
    select s.account_id as "accountId" from periods p join subscriptions s on s.id = p.subscription_id
    where p.state = 'past_due' and s.ended_at is null and s.account_id <> 7
      and (s.account_id = 14 or ${takesOthers})
    order by p.id limit 1`)
  if (open) await attempt(waiveMonth(deps, { key: randomUUID(), ...open, ...by }))
}

export const noMoneyDefects = {
  booksAndGateway: 0,
  billsAndNotes: 0,
  linesAndTotals: 0,
  chargesAndTotals: 0,
  creditBelowZero: 0,
  creditAndNotes: 0,
  openNotes: 0,
  notesAndMails: 0,
}

/**
 * Where books, gateway, bills, notes and mails disagree, and how many of each there were, to show that they
 * were exercised.
 */
export async function readMoneyBack(
  db: Database,
): Promise<{ defects: Record<string, number>; seen: Record<string, number> }> {
  const defects = await db.one<Record<string, number>>(sql`
    select
      (select count(*) from charges c join sandbox_charges x on x.key = c.key where c.outcome = 'paid' and c.refunded_cents <>
        case when x.voided_at is not null then x.amount_cents else (
          select coalesce(sum(r.amount_cents), 0) from sandbox_refunds r
          where r.charge_reference = x.reference and r.failed_at is null) end
      ) as "booksAndGateway",
      (select count(*) from invoices i left join (
          select invoice_id, sum(total_cents) filter (where way = 'card') as card, 
            sum(case way when 'credit' then total_cents else -total_cents end) filter (where way <> 'card') as credit
          from credit_notes where state = 'issued' group by invoice_id) n on n.invoice_id = i.id
        where i.refunded_cents <> coalesce(n.card, 0) or i.credited_cents <> coalesce(n.credit, 0)) as "billsAndNotes",
      (select count(*) from invoices i where i.total_cents <> (
        select sum(l.amount_cents) from invoice_lines l where l.invoice_id = i.id)) as "linesAndTotals",
      (select count(*) from invoices i join charges c on c.id = i.charge_id
        where i.total_cents <> c.amount_cents) as "chargesAndTotals",
      (select count(*) from (select account_id from credits group by account_id having sum(cents) < 0) a) as "creditBelowZero",
      (select abs((select coalesce(sum(cents), 0) from credits where credit_note_id is not null)
        - (select coalesce(sum(case way when 'credit' then total_cents else -total_cents end), 0)
          from credit_notes where state = 'issued' and way <> 'card'))
        + (select count(*) from invoices i join credits u on u.invoice_id = i.id and u.cents < 0
          where not exists (select from credits b where b.invoice_id = i.id and b.cents > 0) and -u.cents <> (
            select -sum(l.amount_cents) from invoice_lines l where l.invoice_id = i.id and l.kind = 'credit' and l.label = 'Credit'))) as "creditAndNotes",
      (select count(*) from credit_notes where state = 'open') as "openNotes",
      (select abs((select count(*) from credit_notes n where n.number is not null and not exists (
            select from credit_notes r where r.id = n.paid_out_by and r.number is not null))
        - (select count(*) from mails where purpose in ('refunded', 'credited', 'credit-taken-back')))) as "notesAndMails"`)
  const seen = await db.one<Record<string, number>>(sql`
    select (select count(*) from sandbox_refunds) as refunds,
      (select count(*) from sandbox_charges where voided_at is not null) as voids,
      (select count(*) from credits where credit_note_id is not null) as credits,
      (select count(*) from credits where cents < 0) as "creditsUsed",
      (select count(*) from audit where action = 'bill-waived') as waived`)
  return { defects: toNumbers(defects), seen: toNumbers(seen) }
}

function toNumbers(row: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)]))
}
