import type { ActivityName } from '#contract/features/activity.ts'
import type { OrderKind } from '#server/billing/orders/order.ts'
import type { NoteState, Way } from '#server/billing/refunds/credit-notes.ts'
import type { EntryRow } from '#server/features/account/activity/queries.ts'
import type { ApprovalAction, GatewayAlert, RefundDecision } from '#server/platform/audit.ts'
import type { Before } from '#server/platform/db/cursor.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { DeclineReason, DisputeState } from '#server/ports/payments.ts'

/** Each branch of the timeline: the newest rows of one table before a cursor, by an index on account and time. */
type Row = { id: number; at: Date; micros: number }

/** Actions by anyone but operators. */
export type OthersEntry = ActivityName | GatewayAlert
/** Actions by operators, which only they see. */
export type DeskOnly = ApprovalAction | RefundDecision | 'job-retried' | 'mail-set-aside' | 'refund-settled'
export type EntryName = OthersEntry | DeskOnly
export type TimelineEntry = Omit<EntryRow, 'action'> & { action: EntryName }

/** Operators' actions are selected by actor, all others by action. */
export function listEntries(
  db: Db,
  accountId: number,
  request: { names: readonly EntryName[]; ofOthers: readonly OthersEntry[]; ofOperators: boolean },
  { at, id, limit }: Before,
): Promise<TimelineEntry[]> {
  return db.many<TimelineEntry>(sql`
    select id, at, (extract(epoch from at) * 1000000)::bigint as micros, actor, action, ip, device, details from audit
    where account_id = ${accountId} and action = any(${request.names})
      and case when starts_with(actor, 'operator:') then ${request.ofOperators} else action = any(${request.ofOthers}) end
      and (at, id) < (${at}::timestamptz, ${id}::bigint)
    order by at desc, id desc limit ${limit}`)
}

export type NoteRow = Row & {
  words: string
  writtenBy: string
  struckBy: string | null
  struckAt: Date | null
}

export function listNotes(db: Db, accountId: number, { at, id, limit }: Before): Promise<NoteRow[]> {
  return db.many<NoteRow>(sql`
    select id, created_at as at, (extract(epoch from created_at) * 1000000)::bigint as micros, words, written_by as "writtenBy", struck_by as "struckBy", struck_at as "struckAt"
    from account_notes
    where account_id = ${accountId} and (created_at, id) < (${at}::timestamptz, ${id}::bigint)
    order by created_at desc, id desc limit ${limit}`)
}

export type ChargeRow = Row & {
  outcome: 'sent' | 'paid' | 'declined' | 'unknown' | 'voided' | 'absent'
  cents: number
  card: string
  gateway: string
  reference: string | null
  reason: DeclineReason | null
  isHard: boolean | null
  codes: string | null
  /** The month that it was for, if any. */
  periodId: number | null
  askedBy: string | null
}

export function listCharges(db: Db, accountId: number, { at, id, limit }: Before): Promise<ChargeRow[]> {
  return db.many<ChargeRow>(sql`
    select id, created_at as at, (extract(epoch from created_at) * 1000000)::bigint as micros, outcome, amount_cents as cents, coalesce(brand || ' ending in ' || last_four, '') as card,
      gateway, gateway_reference as reference, reason, is_hard as "isHard", bank_codes as codes,
      period_id as "periodId", asked_by as "askedBy"
    from charges
    where account_id = ${accountId} and (created_at, id) < (${at}::timestamptz, ${id}::bigint)
    order by created_at desc, id desc limit ${limit}`)
}

export type CreditNoteRow = Row & {
  number: string | null
  bill: string
  way: Way
  cents: number
  words: string
  askedBy: string
  state: NoteState | 'waiting' | 'withdrawn'
}

export function listCreditNotes(
  db: Db,
  accountId: number,
  { at, id, limit }: Before,
): Promise<CreditNoteRow[]> {
  return db.many<CreditNoteRow>(sql`
    select n.id, n.created_at as at, (extract(epoch from n.created_at) * 1000000)::bigint as micros, n.number, i.number as bill, n.way, n.total_cents as cents, n.words,
      n.asked_by as "askedBy", case
        when n.withdrawn_at is not null then 'withdrawn'
        when n.state = 'open' and n.waits_until is not null then 'waiting'
        else n.state end as state
    from credit_notes n join invoices i on i.id = n.invoice_id
    where n.account_id = ${accountId} and (n.created_at, n.id) < (${at}::timestamptz, ${id}::bigint)
    order by n.created_at desc, n.id desc limit ${limit}`)
}

export type DisputeRow = Row & {
  reference: string
  state: DisputeState
  cents: number
  lostCents: number
  reason: string
  replyBy: string | null
}

export function listDisputes(db: Db, accountId: number, { at, id, limit }: Before): Promise<DisputeRow[]> {
  return db.many<DisputeRow>(sql`
    select id, created_at as at, (extract(epoch from created_at) * 1000000)::bigint as micros, reference, state, amount_cents as cents, lost_cents as "lostCents", reason,
      reply_by as "replyBy"
    from disputes
    where account_id = ${accountId} and (created_at, id) < (${at}::timestamptz, ${id}::bigint)
    order by created_at desc, id desc limit ${limit}`)
}

export type MailRow = Row & {
  purpose: string
  recipient: string
  subject: string
  state: 'waiting' | 'sent' | 'kept' | 'failed' | 'withheld'
  bounce: 'hard' | 'soft' | 'complaint' | null
  tries: number
  problem: string | null
}

/** Never its text: it may contain a link that still works. */
export function listMails(db: Db, accountId: number, { at, id, limit }: Before): Promise<MailRow[]> {
  return db.many<MailRow>(sql`
    select id, created_at as at, (extract(epoch from created_at) * 1000000)::bigint as micros, purpose, recipient, subject, state, bounce, tries,
      coalesce(bounce_reason, last_error) as problem
    from mails
    where account_id = ${accountId} and (created_at, id) < (${at}::timestamptz, ${id}::bigint)
    order by created_at desc, id desc limit ${limit}`)
}

export type ConsentRow = Row & { kind: OrderKind; version: string; address: string; cents: number }

export function listConsents(db: Db, accountId: number, { at, id, limit }: Before): Promise<ConsentRow[]> {
  return db.many<ConsentRow>(sql`
    select id, terms_accepted_at as at, (extract(epoch from terms_accepted_at) * 1000000)::bigint as micros, kind, terms_version as version, terms_address as address,
      amount_cents as cents
    from orders
    where account_id = ${accountId} and (terms_accepted_at, id) < (${at}::timestamptz, ${id}::bigint)
    order by terms_accepted_at desc, id desc limit ${limit}`)
}

export type PastSignInRow = Row & { agentId: number; ip: string; device: string }

/** The remains of sign-ins whose session is deleted. */
export function listPastSignIns(
  db: Db,
  accountId: number,
  { at, id, limit }: Before,
): Promise<PastSignInRow[]> {
  return db.many<PastSignInRow>(sql`
    select id, at, (extract(epoch from at) * 1000000)::bigint as micros, agent_id as "agentId", ip, device from past_sign_ins
    where account_id = ${accountId} and (at, id) < (${at}::timestamptz, ${id}::bigint)
    order by at desc, id desc limit ${limit}`)
}
