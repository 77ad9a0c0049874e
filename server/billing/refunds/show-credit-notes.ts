import type { CreditNoteRow, CreditNoteSheet } from '#contract/billing/values.ts'
import { dayIn } from '#contract/calendar/billing-dates.ts'
import { addressLines, type BilledTo } from '#server/billing/invoices/show-invoices.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { NoteLine, Way } from './credit-notes.ts'

type Row = {
  number: string
  issuedAt: Date
  failedAt: Date | null
  bill: string
  way: Way
  cents: number
  zone: string
}

/** Newest first. Notes that wait for the bank are not listed: their outcome is not known. */
export async function listCreditNotes(db: Db, accountId: number, atMost: number): Promise<CreditNoteRow[]> {
  const rows = await db.many<Row>(sql`
    select n.number, n.settled_at as "issuedAt", n.failed_at as "failedAt", i.number as bill, n.way, n.total_cents as cents,
      billing_zone_at(n.account_id, n.settled_at) as zone
    from credit_notes n join invoices i on i.id = n.invoice_id
    where n.account_id = ${accountId} and n.number is not null order by n.id desc limit ${atMost}`)
  return rows.map(rowOf)
}

/** The same of some bills, by their numbers. */
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

/** Searches only this account. Billed to whom the bill was. */
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
