import type { ReportingMonth } from '#contract/calendar/reporting-months.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { entryOf, type Found, idIn, type Part, type Row } from './entry.ts'

export type MovementFilter = { kind: string; cause?: string; reason?: string }

type Moved = Row & {
  kind: string
  cause: string
  reason: string
  after: number | null
  note: string | null
  /** Of credit that was taken back. */
  isDebit: boolean | null
  bill: string | null
  dispute: string | null
}

export async function listMovements(
  db: Db,
  { month, kind, cause, reason }: MovementFilter & { month: ReportingMonth },
  until: Date,
  { after, atMost }: Part,
): Promise<Found[]> {
  const rows = await db.many<Moved>(sql`
    select m.id as cursor, m.account_id as "accountId", a.pin, a.company, m.at, m.cents, m.kind, m.cause, m.reason,
      m.after_cents as after, n.number as note, n.way = 'taken-back' as "isDebit", i.number as bill, d.reference as dispute
    from revenue_movements m join accounts a on a.id = m.account_id
    left join credit_notes n on n.id = m.credit_note_id
    left join invoices i on i.id = n.invoice_id
    left join disputes d on d.id = m.dispute_id
    where m.month = ${month} and m.kind = ${kind} and m.id > ${idIn(after)} and m.at < ${until}
      and (${cause ?? null}::text is null or m.cause = ${cause ?? null})
      and (${reason ?? null}::text is null or m.reason = ${reason ?? null})
    order by m.id limit ${atMost}`)
  return rows.map((row) => entryOf(row, wordsOf(row)))
}

function wordsOf({ kind, cause, reason, note, isDebit, bill, dispute }: Moved): string {
  if (note) return `${isDebit ? 'Debit' : 'Credit'} note ${note} for bill ${bill}`
  if (dispute) return `Dispute ${dispute}`
  if (cause === 'hold') return kind === 'more' || kind === 'returned' ? 'No longer on hold' : 'Put on hold'
  return causes[cause] ?? (cause === 'canceled' ? `Canceled: ${reason || 'no reason given'}` : '')
}

const causes: Record<string, string> = {
  plan: '',
  free: 'Access without charge',
  expired: 'Expired after refused renewals',
  closed: 'Closed for a dispute or fraud',
}
