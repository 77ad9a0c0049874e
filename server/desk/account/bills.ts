import type { FastifyInstance } from 'fastify'
import type { CreditNoteSheet, InvoiceRow, InvoiceSheet, MoneyValues } from '#contract/billing/values.ts'
import type { BillOffer, DeskBillValues, DeskCreditNoteValues } from '#contract/desk/account.ts'
import { deskPages } from '#contract/desk/desk-pages.ts'
import { type OperatorRole, roleMissing } from '#contract/desk/desk-roles.ts'
import { nothingToPay } from '#contract/desk/help.ts'
import { billedToLines, creditNoteFacts, invoiceFacts } from '#contract/features/billing.ts'
import { findInvoice } from '#server/billing/invoices/show-invoices.ts'
import { isBeingReturned } from '#server/billing/orders/give-back.ts'
import { findCreditNote } from '#server/billing/refunds/credit-notes.ts'
import { findBills, findObstacle, type PaidBill } from '#server/billing/refunds/paid-bills.ts'
import { showMoney } from '#server/billing/subscriptions/show-money.ts'
import type { Deps } from '#server/deps.ts'
import { writeCreditNotePdf, writeInvoicePdf } from '#server/features/account/billing/invoice-pdf.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import { momentIn } from '../desk-moment.ts'
import { type DeskDeps, deskFile } from '../desk-routes.ts'
import { type AccountFound, findAccount } from '../find-account.ts'
import { helpPath, moneyPath } from '../links.ts'
import { billTags, chargeTags, creditNoteTags } from '../state-tags.ts'
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

type Around = { account: { number: string }; money: Pick<MoneyValues, 'open'>; role: OperatorRole }

/** The operator's actions on some bills of one account, by number. */
export async function offersOfBills(
  db: Db,
  bills: readonly Pick<InvoiceRow, 'number' | 'state'>[],
  around: Around,
): Promise<Map<string, BillOffer[]>> {
  const paid = await findBills(
    db,
    bills.map(({ number }) => number),
  )
  const byNumber = new Map(paid.map((bill) => [bill.number, bill]))
  return new Map(bills.map((bill) => [bill.number, offersOf(bill, byNumber.get(bill.number), around)]))
}

/**
 * An unpaid bill can be paid or waived; a paid one refunded. Actions beyond the role say which role has them.
 */
function offersOf(
  { number: bill, state }: Pick<InvoiceRow, 'number' | 'state'>,
  found: PaidBill | undefined,
  { account: { number }, money: { open }, role }: Around,
): BillOffer[] {
  const needsMoney = roleMissing({ role }, 'money')
  const href = moneyPath(number, bill)
  if (state !== 'open') {
    const why = found ? (findObstacle(found, 'credit') ?? null) : null
    return [{ text: 'Refund or credit', href, why: needsMoney ?? why }]
  }
  const why =
    open?.number !== bill
      ? nothingToPay
      : open.isConfirming
        ? 'The bank has not answered yet about the payment of this bill.'
        : null
  return [
    {
      text: 'Send a pay link',
      href: helpPath(number, 'pay-link'),
      why: roleMissing({ role }, 'help') ?? why,
    },
    { text: 'Waive', href, why: needsMoney ?? why },
  ]
}

/** The charges of a bill's month, and the one that paid the bill. */
async function listPayments(
  db: Db,
  { id, timeZone }: AccountFound,
  bill: string,
): Promise<DeskBillValues['payments']> {
  const rows = await db.many<ChargeRow>(sql`
    with bill as (select charge_id, period_id from invoices where account_id = ${id} and number = ${bill})
    select c.id, c.created_at as at, c.outcome, c.amount_cents as cents,
      coalesce(c.brand || ' ending in ' || c.last_four, '') as card, c.gateway, c.gateway_reference as reference, c.reason,
      c.is_hard as "isHard", c.bank_codes as codes, c.period_id as "periodId", c.asked_by as "askedBy"
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

/** An issued one, even if the bank did not carry out its refund. */
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

type Write = (accountId: number, number: string) => Promise<Buffer | undefined>

/** An account's bills and credit notes as the customer gets them. Each download is in the audit log. */
export function documentRoutes(app: FastifyInstance, deps: DeskDeps): void {
  const { db, config } = deps
  documentRoute(app, deps, { path: `${deskPages.bill.path}bill.pdf`, part: 'bill' }, async (id, number) => {
    const bill = await findInvoice(db, id, number)
    return bill && writeInvoicePdf(config, bill)
  })
  const path = `${deskPages['credit-note'].path}credit-note.pdf`
  documentRoute(app, deps, { path, part: 'note' }, async (id, number) => {
    const note = await findCreditNote(db, id, number)
    return note && writeCreditNotePdf(config, note)
  })
}

function documentRoute(
  app: FastifyInstance,
  deps: DeskDeps,
  { path, part }: { path: string; part: 'bill' | 'note' },
  write: Write,
): void {
  const { db, clock } = deps
  deskFile(app, deps, path, 'read', async ({ actor, origin }, { visitor: { parts } }, reply) => {
    const account = await findAccount(db, parts.number ?? '')
    const number = parts[part] ?? ''
    const pdf = account && (await write(account.id, number))
    if (!pdf) return refuse('not-found')
    const entry = { actor, action: 'document-downloaded', accountId: account.id, origin } as const
    await recordAudit(db, { ...entry, details: { document: number } }, clock.now())
    return reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="${number}.pdf"`)
      .send(pdf)
  })
}
