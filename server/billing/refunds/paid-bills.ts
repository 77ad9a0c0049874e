import { formatAmount } from '#contract/catalogue/money.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import type { NoteLine, Way } from './credit-notes.ts'

/**
 * How much: the rest of the bill, an amount, some of its lines by position, or the same lines as a failed
 * refund.
 */
export type HowMuch =
  | { kind: 'rest' }
  | { kind: 'amount'; cents: number }
  | { kind: 'lines'; positions: number[] }
  | { kind: 'again'; cents: number; lines: NoteLine[] }

export type Chosen = { cents: number; lines: NoteLine[] }

/** What can be returned of a bill, or why not. The bill is locked by the caller. */
export async function chooseLines(
  tx: Db,
  bill: PaidBill,
  { howMuch, way }: { howMuch: HowMuch; way: Way },
): Promise<Chosen | Refused> {
  const obstacle = findObstacle(bill, way)
  if (obstacle) return wrong(obstacle)
  const [rest, toCard] = [leftOf(bill), leftForCard(bill)]
  const chosen = await wanted(tx, bill, howMuch, way === 'card' ? Math.min(rest, toCard) : rest)
  if (isRefused(chosen)) return chosen
  if (chosen.cents > rest)
    return wrong(`Only ${formatAmount(rest)} of bill ${bill.number} can still be given back.`)
  return way === 'card' && chosen.cents > toCard
    ? wrong(`Only ${formatAmount(toCard)} can still go back to the card.`)
    : chosen
}

/** Why nothing of a bill can be returned this way, whatever the amount. */
export function findObstacle(bill: PaidBill, way: Way): string | undefined {
  const { number, paidAt, charge } = bill
  if (!paidAt) return `Bill ${number} is not paid, so there is nothing to give back.`
  if (charge?.isDisputed)
    return `The payment of bill ${number} is disputed. Wait for the decision of the bank.`
  if (leftOf(bill) === 0) return `Nothing is left to give back of bill ${number}.`
  if (way === 'credit') return undefined
  if (!charge) return `Bill ${number} was not paid by card. Give credit instead.`
  return leftForCard(bill) > 0
    ? undefined
    : `Nothing of bill ${number} can still go back to the card. Give credit instead.`
}

async function wanted(tx: Db, bill: PaidBill, howMuch: HowMuch, rest: number): Promise<Chosen | Refused> {
  switch (howMuch.kind) {
    case 'rest':
      return bill.backCents === 0 && rest === bill.totalCents
        ? { cents: rest, lines: bill.lines }
        : { cents: rest, lines: [{ label: `The rest of bill ${bill.number}`, cents: rest }] }
    case 'amount':
      return howMuch.cents > 0
        ? { cents: howMuch.cents, lines: [{ label: `Part of bill ${bill.number}`, cents: howMuch.cents }] }
        : wrong('The amount must be more than zero.')
    case 'lines':
      return linesOf(tx, bill, howMuch.positions)
    case 'again':
      return howMuch.cents > 0
        ? { cents: howMuch.cents, lines: howMuch.lines }
        : wrong('The gateway did not say how much it was.')
  }
}

async function linesOf(tx: Db, bill: PaidBill, positions: readonly number[]): Promise<Chosen | Refused> {
  const returned = await linesGivenBack(tx, bill.id)
  const lines: NoteLine[] = []
  for (const position of new Set(positions)) {
    const line = bill.lines.find((one) => one.position === position)
    if (!line) return wrong(`Bill ${bill.number} has no line ${position + 1}.`)
    const cents = line.cents - (returned.get(position) ?? 0)
    if (cents <= 0) return wrong(`Nothing is left to give back of line ${position + 1}, ${line.label}.`)
    lines.push({ ...line, cents })
  }
  if (lines.length === 0) return wrong('Choose at least one line.')
  return { cents: lines.reduce((sum, line) => sum + line.cents, 0), lines }
}

/**
 * Credit used by a bill can also be returned, as credit: the card gets no more than it paid. A refund and a
 * lost dispute can together exceed the bill.
 */
export function leftOf({ totalCents, creditUsedCents, backCents }: PaidBill): number {
  return Math.max(0, totalCents + creditUsedCents - backCents)
}

export function leftForCard({ charge }: PaidBill): number {
  return charge ? charge.cents - charge.backCents : 0
}

function wrong(errors: string): Refused {
  return refuse('invalid-fields', { errors })
}

/** A paid bill with what was returned and what is pending. */
export type PaidBill = {
  id: number
  number: string
  accountId: number
  /** The amount due after the credit that the bill used. */
  totalCents: number
  creditUsedCents: number
  /** Given as credit, and not taken back. */
  creditedCents: number
  paidAt: Date | null
  /** In which it was billed. */
  zone: string
  /** Returned, pending, or taken back by the bank in a dispute. */
  backCents: number
  lines: NoteLine[]
  charge: {
    id: number
    key: string
    reference: string
    cents: number
    backCents: number
    /** The bank has yet to decide whether it takes the money back. */
    isDisputed: boolean
  } | null
}

/**
 * Locked until the transaction ends. The charge comes first, as when the gateway reports a dispute: a
 * transaction that waits for it here then sees the dispute.
 */
export async function lockBill(tx: Db, number: string): Promise<PaidBill | undefined> {
  await tx.run(sql`
    select 1 from charges where id = (select charge_id from invoices where number = ${number}) for update`)
  await tx.maybe(sql`select 1 from invoices where number = ${number} for update`)
  return (await findBills(tx, [number]))[0]
}

/** Newest first. */
export function findBills(db: Db, numbers: readonly string[]): Promise<PaidBill[]> {
  return db.many<PaidBill>(sql`
    select i.id, i.number, i.account_id as "accountId", i.total_cents as "totalCents",
      i.credit_used_cents as "creditUsedCents", i.credited_cents as "creditedCents", i.paid_at as "paidAt",
      billing_zone_at(i.account_id, i.issued_at) as zone,
      i.refunded_cents + i.credited_cents + lost_of_charge(i.charge_id) + coalesce((
        select sum(n.total_cents) from credit_notes n where n.invoice_id = i.id and n.state = 'open' and n.way <> 'taken-back'), 0)::integer as "backCents",
      (select coalesce(jsonb_agg(jsonb_build_object('label', l.label, 'cents', l.amount_cents, 'position', l.position)
          order by l.position), '[]')
        from invoice_lines l where l.invoice_id = i.id) as lines,
      (select jsonb_build_object('id', c.id, 'key', c.key, 'reference', c.gateway_reference, 'cents', c.amount_cents,
          'backCents', c.refunded_cents + lost_of_charge(c.id) + coalesce((
            select sum(r.amount_cents) from refunds r where r.charge_id = c.id and r.outcome = 'sent'), 0),
          'isDisputed', is_disputed(c.id))
        from charges c where c.id = i.charge_id and c.outcome = 'paid') as charge
    from invoices i where i.number = any(${numbers}::text[]) order by i.id desc`)
}

/** An account's newest paid bills that cost something. */
export async function listPaidBills(db: Db, accountId: number, limit: number): Promise<PaidBill[]> {
  const paid = await db.many<{ number: string }>(sql`
    select number from invoices
    where account_id = ${accountId} and paid_at is not null and total_cents + credit_used_cents > 0
    order by id desc limit ${limit}`)
  return findBills(
    db,
    paid.map(({ number }) => number),
  )
}

/** What earlier notes have returned of each line, including pending ones. */
export async function linesGivenBack(tx: Db, invoiceId: number): Promise<Map<number, number>> {
  const rows = await tx.many<{ position: number; cents: number }>(sql`
    select line.position, sum(line.cents)::integer as cents
    from credit_notes n, jsonb_to_recordset(n.lines) as line(position integer, cents integer)
    where n.invoice_id = ${invoiceId} and n.state in ('open', 'issued') and line.position is not null
    group by line.position`)
  return new Map(rows.map(({ position, cents }) => [position, cents]))
}
