import type { RecoveryFigure } from '#contract/billing/figure-names.ts'
import type { ReportingMonth } from '#contract/calendar/reporting-months.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { entryOf, type Found, idIn, type Part, type Row } from './entry.ts'

type Outcome = Exclude<RecoveryFigure, 'refused'>

/** Renewals that were refused in a month, by what had become of them before a moment. Null: all. */
export async function listRefused(
  db: Db,
  { month, outcome }: { month: ReportingMonth; outcome: Outcome | null },
  until: Date,
  { after, atMost }: Part,
): Promise<Found[]> {
  const rows = await db.many<Row & { bill: string | null; outcome: Outcome }>(sql`
    select r.period_id as cursor, r.account_id as "accountId", a.pin, a.company, r.failed_at as at, r.cents, r.outcome,
      (select i.number from invoices i where i.period_id = r.period_id and i.order_id is null) as bill
    from (
      select period_id, account_id, failed_at, cents,
        case when decided_at < ${until} then outcome else 'undecided' end as outcome
      from refused_renewals
      where month = ${month} and period_id > ${idIn(after)} and failed_at < ${until}
    ) r join accounts a on a.id = r.account_id
    where ${outcome}::text is null or r.outcome = ${outcome}
    order by r.period_id limit ${atMost}`)
  return rows.map((row) =>
    entryOf(row, [row.bill && `Bill ${row.bill}`, outcomes[row.outcome]].filter(Boolean).join(': ')),
  )
}

const outcomes: Record<Outcome, string> = {
  'retry-1': 'paid at the first retry',
  'retry-2': 'paid at the second retry',
  'retry-3': 'paid at the third retry',
  'retry-4': 'paid at the fourth retry or later',
  'by-customer': 'paid by the customer',
  waived: 'waived',
  never: 'never paid',
  undecided: 'not decided yet',
}
