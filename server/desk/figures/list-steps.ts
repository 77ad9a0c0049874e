import type { ReportingMonth } from '#contract/calendar/reporting-months.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { entryOf, type Found, idIn, type Part, type Row } from './entry.ts'

type Step = { month: ReportingMonth; step: string; wizard: 'new' | 'legacy' | null }

/** Who took a step of a sign-up in a month, and the account that it led to later, if it did. */
export async function listSteps(
  db: Db,
  { month, step, wizard }: Step,
  until: Date,
  { after, atMost }: Part,
): Promise<Found[]> {
  const rows = await db.many<Row & { email: string | null }>(sql`
    select s.id as cursor, a.id as "accountId", a.pin, a.company, s.at, 0 as cents,
      coalesce((select u.email from unfinished_sign_ups u where u.id = s.unfinished_id),
        (select o.email_key from orders o where o.id = s.order_id)) as email
    from sign_up_steps s left join accounts a on a.id = coalesce(s.account_id, (
      select p.account_id from sign_up_steps p
      where p.visitor_hash = s.visitor_hash and p.step = 'paid' and p.at >= s.at order by p.at limit 1))
    where s.month = ${month} and s.step = ${step} and s.id > ${idIn(after)} and s.at < ${until}
      and (${wizard}::text is null or s.wizard = ${wizard})
    order by s.id limit ${atMost}`)
  return rows.map((row) => entryOf(row, row.accountId ? '' : 'No account yet', { email: row.email ?? '' }))
}
