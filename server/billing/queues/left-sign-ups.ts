import { statusesHoldingEmail } from '#server/accounts/status-rules.ts'
import { afterCursor, type Cursor, microsOf } from '#server/platform/db/cursor.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY, HOUR, later } from '#server/ports/clock.ts'

export type LeftSignUp = Cursor & {
  at: Date
  email: string
  name: string
  company: string | null
  phone: string | null
}

/** Someone may still be typing. */
const TYPING_MS = HOUR

/** When a sign-up was last changed that is listed for so many days. */
export function leftBetween(now: Date, days: number): { since: Date; before: Date } {
  return { since: later(now, -days * DAY), before: later(now, -TYPING_MS) }
}

/**
 * People who filled in the sign-up within some days and did not pay, oldest first. Excludes people with a
 * payment in progress or an account.
 */
export function listLeftSignUps(
  db: Db,
  cursor: Cursor,
  { since, before, atMost }: { since: Date; before: Date; atMost: number },
): Promise<LeftSignUp[]> {
  const after = afterCursor({ ...cursor, micros: Math.max(cursor.micros, microsOf(since)) })
  return db.many<LeftSignUp>(sql`
    select u.id, 0 as source, (extract(epoch from u.changed_at) * 1000000)::bigint as micros, u.changed_at as at, u.email,
      coalesce(u.form->>'full_name', concat_ws(' ', u.form->>'first_name', u.form->>'last_name')) as name,
      u.form->>'company' as company, u.form->>'mobile_phone' as phone
    from unfinished_sign_ups u
    where (u.changed_at, u.id) > (${after.at}::timestamptz, ${after.id}::bigint)
      and u.changed_at <= ${before}
      and not exists (
        select from orders o where o.email_key = u.email_key and o.kind = 'sign-up' and o.state in ('intent', 'unknown', 'held')
      )
      and not exists (
        select from agents g join accounts a on a.id = g.account_id
        where g.email_key = u.email_key and g.removed_at is null and g.joined_at is not null
          and a.status = any(${statusesHoldingEmail}) and a.fraud_marked_at is null
      )
    order by u.changed_at, u.id limit ${atMost}`)
}
