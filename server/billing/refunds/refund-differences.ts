import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'

/** What a refund on the gateway's own pages gave beyond its bill: the same money was given as credit, or is on its way. */
export async function noteDifference(
  tx: Db,
  { accountId, invoiceId, cents }: { accountId: number; invoiceId: number; cents: number },
  now: Date,
): Promise<void> {
  await tx.run(sql`
    insert into refund_differences (account_id, invoice_id, cents, created_at)
    values (${accountId}, ${invoiceId}, ${cents}, ${now})
    on conflict (invoice_id) where closed_at is null do update set cents = refund_differences.cents + excluded.cents`)
}

/** That much of it has its credit note now. */
export async function bookDifference(
  tx: Db,
  { invoiceId, cents }: { invoiceId: number; cents: number },
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update refund_differences set cents = greatest(0, cents - ${cents}),
      closed_at = case when cents <= ${cents} then ${now}::timestamptz end
    where invoice_id = ${invoiceId} and closed_at is null`)
}

/** A refund of the charge has failed: what is left of the difference is at most what is on no credit note. */
export async function limitDifference(tx: Db, chargeId: number, now: Date): Promise<void> {
  await tx.run(sql`
    update refund_differences d set cents = greatest(0, least(d.cents, c.refunded_cents - i.refunded_cents)),
      closed_at = case when c.refunded_cents <= i.refunded_cents then ${now}::timestamptz end
    from invoices i join charges c on c.id = i.charge_id
    where i.charge_id = ${chargeId} and d.invoice_id = i.id and d.closed_at is null`)
}

type Left = { accountId: number; bill: string; cents: number }

/** An operator leaves it as it is: the customer keeps the refund and the credit. */
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

/** Those of an account that nobody has decided, oldest first. */
export function listDifferencesOf(db: Db, accountId: number): Promise<OpenDifference[]> {
  return db.many<OpenDifference>(sql`
    select d.created_at as at, i.number as bill, d.cents
    from refund_differences d join invoices i on i.id = d.invoice_id
    where d.account_id = ${accountId} and d.closed_at is null order by d.id limit 20`)
}
