import type { InvoiceRow, InvoiceSheet, InvoiceState } from '#contract/billing/values.ts'
import { type Day, dayBefore, dayIn, formatDay } from '#contract/calendar/billing-dates.ts'
import { DEFAULT_COUNTRY, nameOfCountry } from '#contract/catalogue/countries.ts'
import { type Cents, formatAmount } from '#contract/catalogue/money.ts'
import type { OrderKind } from '#server/billing/orders/order.ts'
import type { Before } from '#server/platform/db/cursor.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { DisputeState } from '#server/ports/payments.ts'

type Row = {
  number: string
  issuedAt: Date
  paidAt: Date | null
  note: string
  totalCents: number
  refundedCents: number
  creditedCents: number
  lostCents: number
  disputes: ToldDispute[]
  kind: OrderKind | 'renewal'
  state: InvoiceState
  /** The time zone of the bill: its dates do not follow the account's. */
  zone: string
}

/** Moments as text, as they arrive in JSON. */
type ToldDispute = { state: DisputeState; openedOn: Day; closedAt: string | null; lostCents: Cents }

const NEWEST = Number.MAX_SAFE_INTEGER

/** The newest ones, or those before the one with a number. */
export async function listInvoices(
  db: Db,
  accountId: number,
  { before = null, atMost }: { before?: string | null; atMost: number },
): Promise<InvoiceRow[]> {
  const rows = await db.many<Row>(sql`
    select i.number, i.issued_at as "issuedAt", i.paid_at as "paidAt", i.note, i.total_cents as "totalCents",
      i.refunded_cents as "refundedCents", i.credited_cents as "creditedCents",
      lost_of_charge(i.charge_id) as "lostCents", disputes_of_charge(i.charge_id) as disputes, coalesce(o.kind, 'renewal') as kind, state_of_invoice(i) as state,
      billing_zone_at(i.account_id, i.issued_at) as zone
    from invoices i left join orders o on o.id = i.order_id
    where i.account_id = ${accountId}
      and i.id < coalesce((select id from invoices where account_id = ${accountId} and number = ${before}), ${NEWEST}::bigint)
    order by i.id desc limit ${atMost}`)
  return rows.map(rowOf)
}

/** The newest before a row, with the cursor of a list over several tables. */
export async function listInvoicesBefore(
  db: Db,
  accountId: number,
  { at, id, limit }: Before,
): Promise<(InvoiceRow & { id: number; at: Date; micros: number })[]> {
  const rows = await db.many<Row & { id: number; micros: number }>(sql`
    select i.id, (extract(epoch from i.issued_at) * 1000000)::bigint as micros, i.number, i.issued_at as "issuedAt", i.paid_at as "paidAt", i.note, i.total_cents as "totalCents",
      i.refunded_cents as "refundedCents", i.credited_cents as "creditedCents",
      lost_of_charge(i.charge_id) as "lostCents", disputes_of_charge(i.charge_id) as disputes, coalesce(o.kind, 'renewal') as kind, state_of_invoice(i) as state,
      billing_zone_at(i.account_id, i.issued_at) as zone
    from invoices i left join orders o on o.id = i.order_id
    where i.account_id = ${accountId} and (i.issued_at, i.id) < (${at}::timestamptz, ${id}::bigint)
    order by i.issued_at desc, i.id desc limit ${limit}`)
  return rows.map((row) => ({ ...rowOf(row), id: row.id, at: row.issuedAt, micros: row.micros }))
}

type Sheet = Row & {
  startsOn: string | null
  endsOn: string | null
  brand: string | null
  lastFour: string | null
  pin: string
  billedTo: BilledTo
  lines: InvoiceSheet['lines']
}

export type BilledTo = Record<
  'company' | 'name' | 'address' | 'city' | 'state' | 'zipCode' | 'country' | 'taxNumber',
  string
>

/** Searches only this account. Another account's invoice number is as unknown as an invented one. */
export async function findInvoice(
  db: Db,
  accountId: number,
  number: string,
): Promise<InvoiceSheet | undefined> {
  const sheet = await db.maybe<Sheet>(sql`
    select i.number, i.issued_at as "issuedAt", i.paid_at as "paidAt", i.note, i.total_cents as "totalCents",
      i.refunded_cents as "refundedCents", i.credited_cents as "creditedCents",
      lost_of_charge(i.charge_id) as "lostCents", disputes_of_charge(i.charge_id) as disputes, coalesce(o.kind, 'renewal') as kind, state_of_invoice(i) as state,
      billing_zone_at(i.account_id, i.issued_at) as zone, p.starts_on as "startsOn", p.ends_on as "endsOn", c.brand, c.last_four as "lastFour",
      a.pin, i.billed_to as "billedTo",
      (select coalesce(jsonb_agg(jsonb_build_object('label', l.label, 'quantity', l.quantity,
        'unitCents', l.unit_price_cents, 'cents', l.amount_cents) order by l.position), '[]')
        from invoice_lines l where l.invoice_id = i.id) as lines
    from invoices i join accounts a on a.id = i.account_id
    left join orders o on o.id = i.order_id left join periods p on p.id = i.period_id
    left join charges c on c.id = i.charge_id
    where i.account_id = ${accountId} and i.number = ${number}`)
  if (!sheet) return undefined
  const { zone, startsOn, endsOn, paidAt, billedTo } = sheet
  return {
    ...rowOf(sheet),
    lines: sheet.lines,
    serviceFrom: sheet.kind === 'plan-change' ? null : startsOn,
    serviceThrough: endsOn && sheet.kind !== 'plan-change' ? dayBefore(endsOn) : null,
    paidOn: paidAt ? dayIn(zone, paidAt) : null,
    card: sheet.brand && sheet.lastFour ? `${sheet.brand} ending in ${sheet.lastFour}` : null,
    customer: {
      name: billedTo.name,
      company: billedTo.company,
      pin: sheet.pin,
      address: addressLines(billedTo),
      taxNumber: billedTo.taxNumber,
    },
  }
}

/** In postal format. The country is included only for international mail. */
export function addressLines({ address, city, state, zipCode, country }: BilledTo): string[] {
  const cityLine = [city, [state, zipCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  const abroad = cityLine && country !== DEFAULT_COUNTRY ? nameOfCountry(country) : ''
  return [address, cityLine, abroad].filter(Boolean)
}

const whats: Record<OrderKind | 'renewal', string> = {
  'sign-up': 'First month',
  renewal: 'Monthly plan',
  'plan-change': 'Added mid-month',
  reactivation: 'Back again: first month',
}

function rowOf(row: Row): InvoiceRow {
  return {
    number: row.number,
    issuedOn: dayIn(row.zone, row.issuedAt),
    what: whats[row.kind],
    note: [row.note, ...row.disputes.map((dispute) => sayDispute(row.zone, dispute))].join(' '),
    totalCents: row.totalCents,
    refundedCents: row.refundedCents,
    creditedCents: row.creditedCents,
    lostCents: row.lostCents,
    state: row.state,
  }
}

/** The bank's message about the payment, after the bill's text. */
function sayDispute(zone: string, { state, openedOn, closedAt, lostCents }: ToldDispute): string {
  const opened = `This payment was disputed at the bank on ${formatDay(openedOn)}.`
  if (state === 'opened' || closedAt === null) return opened
  const closedOn = formatDay(dayIn(zone, new Date(closedAt)))
  if (state === 'lost' && lostCents === 0)
    return `${opened} The bank decided this on ${closedOn}, after it had returned the payment.`
  const returned = lostCents > 0 ? `returned ${formatAmount(lostCents)}` : ''
  const decided = [state === 'won' ? 'confirmed it' : '', returned].filter(Boolean).join(' and ')
  return `${opened} The bank ${decided} on ${closedOn}.`
}
