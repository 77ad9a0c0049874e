import type { CreditNoteSheet, InvoiceSheet } from '#contract/billing/values.ts'
import type { DeskBillValues, DeskCreditNoteValues } from '#contract/desk/account/bill-values.ts'
import type { OperatorRole } from '#contract/desk/desk-roles.ts'
import { billedToLines, creditNoteFacts, invoiceFacts } from '#contract/features/billing.ts'
import { findInvoice } from '#server/billing/invoices/show-invoices.ts'
import { isBeingReturned } from '#server/billing/orders/give-back.ts'
import { findCreditNote } from '#server/billing/refunds/show-credit-notes.ts'
import { showMoney } from '#server/billing/subscriptions/show-money.ts'
import type { Deps } from '#server/deps.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import { momentIn } from '../desk-moment.ts'
import { type AccountFound, findAccount } from '../find-account.ts'
import { billTags, chargeTags, creditNoteTags } from '../state-tags.ts'
import { offersOfBills } from './bill-offers.ts'
import { sayCharge } from './timeline-lines.ts'
import type { ChargeRow, CreditNoteRow } from './timeline-queries.ts'

/** A bill of the account, found by its number within the account. */
export async function showBill(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { number, bill: named }: { number: string; bill: string },
  role: OperatorRole,
): Promise<DeskBillValues | Refused> {
  const account = await findAccount(db, number)
  const bill = account && (await findInvoice(db, account.id, named))
  if (!bill) return refuse('not-found')
  const money = await showMoney(db, account.id, clock.now())
  return {
    account: { number, company: account.company },
    bill: {
      number: bill.number,
      tag: billTags[bill.state],
      facts: factsIn(invoiceFacts(bill)),
      billedTo: billedToLines(bill),
      note: bill.note,
      lines: bill.lines,
      totalCents: bill.totalCents,
      less: lessOf(bill),
    },
    offers: (await offersOfBills(db, [bill], { account, money, role })).get(bill.number) ?? [],
    payments: await listPayments(db, account, bill.number),
    notes: await listNotes(db, account, bill.number),
  }
}

/** One that was issued, also if the bank did not carry out its refund. */
export async function showCreditNote(
  { db }: Pick<Deps, 'db'>,
  { number, note: named }: { number: string; note: string },
): Promise<DeskCreditNoteValues | Refused> {
  const account = await findAccount(db, number)
  const note = account && (await findCreditNote(db, account.id, named))
  if (!note) return refuse('not-found')
  return {
    account: { number, company: account.company },
    note: {
      number: note.number,
      tag: creditNoteTags[note.failedOn ? 'failed' : 'issued'],
      facts: factsIn(creditNoteFacts(note)),
      billedTo: billedToLines(note),
      bill: note.bill,
      isDebit: note.way === 'taken-back',
      lines: note.lines,
      totalCents: note.cents,
    },
  }
}

function factsIn(facts: Record<string, string | undefined>): { name: string; value: string }[] {
  return Object.entries(facts).flatMap(([name, value]) => (value ? [{ name, value }] : []))
}

function lessOf({ refundedCents, creditedCents, lostCents }: InvoiceSheet): DeskBillValues['bill']['less'] {
  return [
    { name: 'Refunded', cents: refundedCents },
    { name: 'Given as credit', cents: creditedCents },
    { name: 'Returned by the bank', cents: lostCents },
  ].filter(({ cents }) => cents > 0)
}

/** Those of its month, and the one that paid it. */
async function listPayments(
  db: Db,
  { id, timeZone }: AccountFound,
  bill: string,
): Promise<DeskBillValues['payments']> {
  const rows = await db.many<ChargeRow>(sql`
    with bill as (select charge_id, period_id from invoices where account_id = ${id} and number = ${bill})
    select c.id, c.created_at as at, c.outcome, c.amount_cents as cents,
      coalesce(c.brand || ' ending in ' || c.last_four, '') as card, c.gateway, c.gateway_reference as reference, c.reason,
      c.asked_by as "askedBy"
    from (
      select p.id from bill b join charges p on p.id = b.charge_id
      union select p.id from bill b join charges p on p.period_id = b.period_id
    ) found join charges c on c.id = found.id
    order by c.id`)
  return rows.map((row) => ({
    key: row.id,
    at: momentIn(timeZone, row.at),
    cents: row.cents,
    tag: chargeTags[isBeingReturned(row) ? 'returning' : row.outcome],
    more: sayCharge(row, () => '').more,
  }))
}

type NoteRow = Pick<CreditNoteRow, 'id' | 'at' | 'number' | 'way' | 'cents' | 'state'>

async function listNotes(
  db: Db,
  { id, timeZone }: AccountFound,
  bill: string,
): Promise<DeskBillValues['notes']> {
  const rows = await db.many<NoteRow>(sql`
    select n.id, n.created_at as at, n.number, n.way, n.total_cents as cents, n.state
    from invoices i join credit_notes n on n.invoice_id = i.id
    where i.account_id = ${id} and i.number = ${bill} order by n.id`)
  return rows.map((row) => ({
    key: row.id,
    number: row.number,
    at: momentIn(timeZone, row.at),
    cents: row.cents,
    way: wayWords[row.way],
    tag: creditNoteTags[row.state],
  }))
}

const wayWords: Record<CreditNoteSheet['way'], string> = {
  card: 'To the card',
  credit: 'As credit',
  'taken-back': 'Taken back',
}
