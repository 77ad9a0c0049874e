import type { Deps } from '#server/deps.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { digestOf } from '#server/platform/idempotency.ts'
import type { MailDeps } from '#server/platform/mail/queue-mail.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import { insertNote, issueNote, lockOpenNote } from './credit-notes.ts'
import { postCreditNote } from './mails.ts'

type ReportedRefund = { key: string; cents: number }

/**
 * A refund made at the gateway gets its credit note when the gateway reports it. What does not fit on the
 * bill, because it was given as credit or another refund is pending, is left to an operator. Returns the id
 * of the note.
 */
export async function noteForeignRefund(
  tx: Db,
  deps: MailDeps & Pick<Deps, 'log'>,
  chargeId: number,
  refund: ReportedRefund,
): Promise<number | undefined> {
  const bill = await lockBillOf(tx, chargeId)
  if (!bill) return undefined
  const cents = Math.max(0, refund.cents - bill.rest)
  const noteId = await noteOnBill(tx, deps, bill, { key: refund.key, cents: refund.cents - cents })
  if (cents === 0) return noteId
  const { accountId, number } = bill
  await noteDifference(tx, { accountId, invoiceId: bill.id, cents }, deps.now)
  const details = { bill: number, cents }
  await recordAudit(tx, { actor: 'gateway', action: 'refund-unbooked', accountId, details }, deps.now)
  deps.log.error(
    { bill: number, cents },
    'a refund on the pages of the gateway is more than what is left of its bill',
  )
  return noteId
}

/**
 * One of our refunds was refused, or credit was taken back: what did not fit on the bill because of it now
 * does.
 */
export async function noteUnbookedRefund(
  tx: Db,
  mailDeps: MailDeps,
  chargeId: number,
  key: string,
): Promise<void> {
  const bill = await lockBillOf(tx, chargeId)
  if (!bill) return
  const cents = Math.min(bill.unbooked, bill.rest)
  await noteOnBill(tx, mailDeps, bill, { key, cents })
  if (cents > 0) await bookDifference(tx, { invoiceId: bill.id, cents }, mailDeps.now)
}

type Bill = {
  id: number
  number: string
  accountId: number
  /** What can still be refunded: less credit given, and pending refunds. */
  rest: number
  /** What was refunded to the card without a credit note. */
  unbooked: number
}

async function lockBillOf(tx: Db, chargeId: number): Promise<Bill | undefined> {
  await tx.run(sql`select 1 from invoices where charge_id = ${chargeId} for update`)
  return tx.maybe<Bill>(sql`
    select i.id, i.number, i.account_id as "accountId", c.refunded_cents - i.refunded_cents as unbooked,
      least(i.total_cents - i.refunded_cents - coalesce(open.card, 0),
        i.total_cents + i.credit_used_cents - i.refunded_cents - i.credited_cents - coalesce(open.both, 0))::integer as rest
    from invoices i join charges c on c.id = i.charge_id cross join lateral (
      select sum(n.total_cents) filter (where n.way = 'card') as card, sum(n.total_cents) as both
      from credit_notes n where n.invoice_id = i.id and n.state = 'open' and n.way <> 'taken-back') open
    where i.charge_id = ${chargeId}`)
}

async function noteOnBill(
  tx: Db,
  mailDeps: MailDeps,
  bill: Bill,
  { key, cents }: ReportedRefund,
): Promise<number | undefined> {
  if (cents <= 0) return undefined
  const { id, number, accountId } = bill
  const noteId = await insertNote(
    tx,
    {
      key,
      bodyDigest: digestOf({ key }),
      accountId,
      invoiceId: id,
      way: 'card',
      cents,
      lines: [{ label: `Refund of bill ${number}`, cents }],
      reason: 'other',
      words: 'Refunded on the pages of the gateway.',
      askedBy: 'gateway',
    },
    mailDeps.now,
  )
  const note = noteId && (await lockOpenNote(tx, noteId))
  if (!note) return undefined
  await postCreditNote(tx, mailDeps, { ...note, number: await issueNote(tx, note, mailDeps.now) })
  return note.id
}

/** The excess of a gateway refund over its bill: the same money was given as credit, or is pending. */
async function noteDifference(
  tx: Db,
  { accountId, invoiceId, cents }: { accountId: number; invoiceId: number; cents: number },
  now: Date,
): Promise<void> {
  await tx.run(sql`
    insert into refund_differences (account_id, invoice_id, cents, created_at)
    values (${accountId}, ${invoiceId}, ${cents}, ${now})
    on conflict (invoice_id) where closed_at is null do update set cents = refund_differences.cents + excluded.cents`)
}

/** This much of it now has its credit note. */
async function bookDifference(
  tx: Db,
  { invoiceId, cents }: { invoiceId: number; cents: number },
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update refund_differences set cents = greatest(0, cents - ${cents}),
      closed_at = case when cents <= ${cents} then ${now}::timestamptz end
    where invoice_id = ${invoiceId} and closed_at is null`)
}

/** A refund of the charge has failed: the difference is at most what has no credit note. */
export async function limitDifference(tx: Db, chargeId: number, now: Date): Promise<void> {
  await tx.run(sql`
    update refund_differences d set cents = greatest(0, least(d.cents, c.refunded_cents - i.refunded_cents)),
      closed_at = case when c.refunded_cents <= i.refunded_cents then ${now}::timestamptz end
    from invoices i join charges c on c.id = i.charge_id
    where i.charge_id = ${chargeId} and d.invoice_id = i.id and d.closed_at is null`)
}

type Left = { accountId: number; bill: string; cents: number }

/** An operator accepts it: the customer keeps the refund and the credit. */
export async function leaveDifference(
  tx: Db,
  { id, actor, reason }: { id: number; actor: string; reason: string },
  now: Date,
): Promise<Left | Refused> {
  const left = await tx.maybe<Left>(sql`
    update refund_differences d set closed_at = ${now} from invoices i
    where d.id = ${id} and d.closed_at is null and i.id = d.invoice_id
    returning d.account_id as "accountId", i.number as bill, d.cents`)
  if (!left) {
    const isClosed = await tx.maybe(sql`select 1 from refund_differences where id = ${id}`)
    return isClosed
      ? refuse('invalid-fields', { errors: 'This difference is closed already.' })
      : refuse('not-found', { errors: 'There is no such difference.' })
  }
  const { accountId, ...details } = left
  await recordAudit(
    tx,
    { actor, action: 'refund-difference-left', accountId, details: { ...details, reason } },
    now,
  )
  return left
}

export type OpenDifference = { at: Date; bill: string; cents: number }

/** An account's undecided differences, oldest first. */
export function listDifferencesOf(db: Db, accountId: number): Promise<OpenDifference[]> {
  return db.many<OpenDifference>(sql`
    select d.created_at as at, i.number as bill, d.cents
    from refund_differences d join invoices i on i.id = d.invoice_id
    where d.account_id = ${accountId} and d.closed_at is null order by d.id limit 20`)
}
