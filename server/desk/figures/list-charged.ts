import { type ReportingMonth, startOfMonth } from '#contract/calendar/reporting-months.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { entryOf, type Found, idIn, type Part, type Row } from './entry.ts'

/** Charges that the gateway confirmed in a month. They are found by that moment, so it is part of the cursor. */
export async function listCharged(
  db: Db,
  month: ReportingMonth,
  until: Date,
  { after, atMost }: Part,
): Promise<Found[]> {
  const { at, id } = cursorIn(after, month, until) ?? { at: startOfMonth(month), id: 0 }
  const rows = await db.many<Row & { id: number; at: Date; bill: string | null }>(sql`
    select c.id, c.account_id as "accountId", a.pin, a.company, c.settled_at as at, c.amount_cents as cents,
      (select i.number from invoices i where i.charge_id = c.id limit 1) as bill
    from charges c left join accounts a on a.id = c.account_id
    where c.outcome = 'paid' and (c.settled_at, c.id) > (${at}, ${id}) and c.settled_at < ${until}
    order by c.settled_at, c.id limit ${atMost}`)
  return rows.map((row) =>
    entryOf({ ...row, cursor: `${row.at.toISOString()}~${row.id}` }, row.bill ? `Bill ${row.bill}` : ''),
  )
}

/** Only a moment of the month; anything else that somebody typed begins at the first entry. */
function cursorIn(
  after: string | undefined,
  month: ReportingMonth,
  until: Date,
): { at: Date; id: number } | undefined {
  const [moment = '', id] = (after ?? '').split('~')
  const at = new Date(moment)
  return at >= startOfMonth(month) && at < until ? { at, id: idIn(id) } : undefined
}
