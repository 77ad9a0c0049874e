import type { RefundReason } from '#contract/billing/money-back.ts'
import type { CreditNoteRow, CreditNoteSheet } from '#contract/billing/values.ts'
import { dayIn } from '#contract/calendar/billing-dates.ts'
import { noteFact } from '#server/accounts/feed/events.ts'
import { addressLines, type BilledTo } from '#server/billing/invoices/show-invoices.ts'
import type { Deps } from '#server/deps.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

export type RefundDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'config' | 'payments'>

/** `taken-back`: a debit note for unused credit. */
export type Way = 'card' | 'credit' | 'taken-back'

export type NoteLine = { label: string; cents: number; position?: number }

export type CreditNote = {
  id: number
  key: string
  bodyDigest: Buffer
  number: string | null
  accountId: number
  invoiceId: number
  invoiceNumber: string
  way: Way
  cents: number
  lines: NoteLine[]
  reason: RefundReason
  state: NoteState
  /** The number of the failed refund's note that this one replaces. */
  replaces: string | null
  /** Sent once the gateway has settled the charge, until this deadline. Null if it was sent at once. */
  waitsUntil: Date | null
  askedBy: string
}

/** A failed one was issued, but the bank did not carry it out: it keeps its number and gave nothing back. */
export type NoteState = 'open' | 'issued' | 'refused' | 'failed'

export type NewNote = Pick<
  CreditNote,
  'key' | 'bodyDigest' | 'accountId' | 'invoiceId' | 'way' | 'cents' | 'lines' | 'reason'
> & {
  words: string
  askedBy: string
  /** Sent once the gateway has settled the charge, until then. */
  waitsUntil?: Date | undefined
}

/** Undefined: the key is in use, perhaps by a concurrent request for another bill. */
export async function insertNote(tx: Db, note: NewNote, now: Date): Promise<number | undefined> {
  const inserted = await tx.maybe<{ id: number }>(sql`
    insert into credit_notes (key, body_digest, account_id, invoice_id, way, total_cents, lines, reason, words, asked_by,
      state, created_at, waits_until)
    values (${note.key}, ${note.bodyDigest}, ${note.accountId}, ${note.invoiceId}, ${note.way}, ${note.cents},
      ${JSON.stringify(note.lines)}, ${note.reason}, ${note.words}, ${note.askedBy}, 'open', ${now},
      ${note.waitsUntil ?? null})
    on conflict (key) do nothing returning id`)
  return inserted?.id
}

export function findNote(db: Db, key: string): Promise<CreditNote | undefined> {
  return db.maybe<CreditNote>(sql`
    select n.id, n.key, n.body_digest as "bodyDigest", n.number, n.account_id as "accountId", n.invoice_id as "invoiceId",
      i.number as "invoiceNumber", n.way, n.total_cents as cents, n.lines, n.reason, n.state,
      number_replaced_by(n.id) as replaces,
      n.waits_until as "waitsUntil", n.asked_by as "askedBy"
    from credit_notes n join invoices i on i.id = n.invoice_id where n.key = ${key}`)
}

/** Undefined: it was settled meanwhile. */
export function lockOpenNote(tx: Db, id: number): Promise<CreditNote | undefined> {
  return tx.maybe<CreditNote>(sql`
    select n.id, n.key, n.body_digest as "bodyDigest", n.number, n.account_id as "accountId", n.invoice_id as "invoiceId",
      i.number as "invoiceNumber", n.way, n.total_cents as cents, n.lines, n.reason, n.state,
      number_replaced_by(n.id) as replaces,
      n.waits_until as "waitsUntil", n.asked_by as "askedBy"
    from credit_notes n join invoices i on i.id = n.invoice_id
    where n.id = ${id} and n.state = 'open' for update of n, i`)
}

/** Only an issued note counts; it is numbered here, so that refused ones leave no gap. */
export async function issueNote(tx: Db, note: CreditNote, now: Date): Promise<string> {
  const { number } = await tx.one<{ number: string }>(sql`
    with issued as (
      update credit_notes set state = 'issued', settled_at = ${now},
        number = case way when 'taken-back' then 'D-' || next_number('debit-note') else 'N-' || next_number('credit-note') end
      where id = ${note.id} returning number
    ), noted as (
      update invoices set
        refunded_cents = refunded_cents + case when ${note.way} = 'card' then ${note.cents}::integer else 0 end,
        credited_cents = credited_cents + case when ${note.way} = 'credit' then ${note.cents}::integer else 0 end
      where id = ${note.invoiceId}
    )
    select number from issued`)
  const facts = { credit_note: number, bill: note.invoiceNumber, amount_cents: note.cents, way: note.way }
  if (note.way === 'taken-back') return number
  await noteFact(tx, note.accountId, 'bill.refunded', facts, now)
  await issueDebitNoteOf(tx, note.id, now)
  return number
}

/** Undefined: the refund pays out no credit. */
export async function issueDebitNoteOf(
  tx: Db,
  noteId: number,
  now: Date,
): Promise<(CreditNote & { number: string }) | undefined> {
  const debit = await lockDebitNoteOf(tx, noteId)
  return debit && { ...debit, number: await issueNote(tx, debit, now) }
}

export type FailedNote = { number: string; bill: string; cents: number; accountId: number }

/** For a note whose refund the bank did not carry out: it keeps its number, and its amount counts as not given. */
export async function failNote(tx: Db, id: number, now: Date): Promise<FailedNote | undefined> {
  await tx.run(sql`
    select 1 from credit_notes n join invoices i on i.id = n.invoice_id where n.id = ${id} for update of n, i`)
  return tx.maybe(sql`
    with failed as (
      update credit_notes set state = 'failed', failed_at = ${now} where id = ${id} and state = 'issued' and way = 'card'
      returning number, invoice_id, total_cents, account_id
    ), noted as (
      update invoices i set refunded_cents = i.refunded_cents - f.total_cents from failed f where i.id = f.invoice_id
      returning i.number
    )
    select f.number, noted.number as bill, f.total_cents as cents, f.account_id as "accountId" from failed f, noted`)
}

/** Restores the credit that the refund would have paid out. */
export async function refuseNote(tx: Db, id: number, now: Date): Promise<void> {
  await tx.run(sql`update credit_notes set state = 'refused', settled_at = ${now} where id = ${id}`)
  const debit = await lockDebitNoteOf(tx, id)
  if (!debit) return
  await tx.run(sql`
    insert into credits (account_id, cents, credit_note_id, created_at)
    values (${debit.accountId}, ${debit.cents}, ${debit.id}, ${now})`)
  await tx.run(sql`
    update invoices set credited_cents = credited_cents + ${debit.cents} where id = ${debit.invoiceId}`)
  await refuseNote(tx, debit.id, now)
}

/** The debit note of the credit that a refund pays out. */
async function lockDebitNoteOf(tx: Db, noteId: number): Promise<CreditNote | undefined> {
  const debit = await tx.maybe<{ id: number }>(sql`select id from credit_notes where paid_out_by = ${noteId}`)
  return debit && lockOpenNote(tx, debit.id)
}

type Row = {
  number: string
  issuedAt: Date
  failedAt: Date | null
  bill: string
  way: Way
  cents: number
  zone: string
}

/** Newest first. Notes waiting for the bank are omitted: their outcome is unknown. */
export async function listCreditNotes(db: Db, accountId: number, atMost: number): Promise<CreditNoteRow[]> {
  const rows = await db.many<Row>(sql`
    select n.number, n.settled_at as "issuedAt", n.failed_at as "failedAt", i.number as bill, n.way, n.total_cents as cents,
      billing_zone_at(n.account_id, n.settled_at) as zone
    from credit_notes n join invoices i on i.id = n.invoice_id
    where n.account_id = ${accountId} and n.number is not null order by n.id desc limit ${atMost}`)
  return rows.map(rowOf)
}

/** The same for some bills, by number. */
export async function listCreditNotesOf(
  db: Db,
  accountId: number,
  bills: readonly string[],
): Promise<CreditNoteRow[]> {
  const rows = await db.many<Row>(sql`
    select n.number, n.settled_at as "issuedAt", n.failed_at as "failedAt", i.number as bill, n.way, n.total_cents as cents,
      billing_zone_at(n.account_id, n.settled_at) as zone
    from invoices i join credit_notes n on n.invoice_id = i.id
    where i.number = any(${bills}::text[]) and i.account_id = ${accountId} and n.number is not null order by n.id desc`)
  return rows.map(rowOf)
}

type Sheet = Row & { lines: NoteLine[]; pin: string; billedTo: BilledTo }

/** Searches only this account. Billed to the same customer as the bill. */
export async function findCreditNote(
  db: Db,
  accountId: number,
  number: string,
): Promise<CreditNoteSheet | undefined> {
  const sheet = await db.maybe<Sheet>(sql`
    select n.number, n.settled_at as "issuedAt", n.failed_at as "failedAt", i.number as bill, n.way, n.total_cents as cents,
      billing_zone_at(n.account_id, n.settled_at) as zone, n.lines, a.pin, i.billed_to as "billedTo"
    from credit_notes n join invoices i on i.id = n.invoice_id join accounts a on a.id = n.account_id
    where n.account_id = ${accountId} and n.number = ${number} and n.number is not null`)
  if (!sheet) return undefined
  const { billedTo, pin, lines } = sheet
  const { name, company, taxNumber } = billedTo
  return {
    ...rowOf(sheet),
    lines: lines.map(({ label, cents }) => ({ label, cents })),
    customer: { name, company, pin, address: addressLines(billedTo), taxNumber },
  }
}

function rowOf({ number, issuedAt, failedAt, bill, way, cents, zone }: Row): CreditNoteRow {
  const failedOn = failedAt && dayIn(zone, failedAt)
  return { number, issuedOn: dayIn(zone, issuedAt), bill, way, cents, failedOn }
}
