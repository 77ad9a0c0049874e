import { REACTIVATE_WITHIN_DAYS } from '#contract/calendar/lifetimes.ts'
import type { Secrets } from '#server/billing/orders/sign-up.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY, later } from '#server/ports/clock.ts'
import type { TypedForm } from './typed-form.ts'

export type Unfinished = { email: string; visitorHash: Buffer; typed: TypedForm }

export async function findUnfinished(db: Db, email: string): Promise<Unfinished | undefined> {
  return db.maybe<Unfinished>(sql`
    select email, visitor_hash as "visitorHash", form as typed from unfinished_sign_ups
    where email_key = ${email.toLowerCase()}`)
}

/**
 * Whether one of these ended accounts can still be reactivated. Until that period is over its email is
 * reserved, and permanently if it was closed for fraud. The period starts with the end of its last
 * subscription: a failed reactivation does not extend it.
 */
export async function isTakenByEnded(db: Db, accountIds: readonly number[], now: Date): Promise<boolean> {
  if (accountIds.length === 0) return false
  const taken = await db.maybe(sql`
    select 1 from accounts a
    where a.id = any(${accountIds}::bigint[]) and (a.fraud_marked_at is not null or
      coalesce((select max(s.ended_at) from subscriptions s where s.account_id = a.id), a.status_since)
        > ${later(now, -REACTIVATE_WITHIN_DAYS * DAY)})
    limit 1`)
  return taken !== undefined
}

/** A later sign-up with the same email replaces the earlier one. */
export async function keepUnfinished(
  db: Db,
  { visitorHash, typed, secrets }: { visitorHash: Buffer; typed: TypedForm; secrets: Secrets },
  now: Date,
): Promise<number> {
  const { id } = await db.one<{ id: number }>(sql`
    insert into unfinished_sign_ups (email, visitor_hash, form, password_hash, first_answer_hash, second_answer_hash,
      created_at, changed_at)
    values (${typed.email}, ${visitorHash}, ${JSON.stringify(typed)}, ${secrets.passwordHash}, ${secrets.firstAnswerHash},
      ${secrets.secondAnswerHash}, ${now}, ${now})
    on conflict (email_key) do update set email = excluded.email, visitor_hash = excluded.visitor_hash,
      form = excluded.form, password_hash = excluded.password_hash, first_answer_hash = excluded.first_answer_hash,
      second_answer_hash = excluded.second_answer_hash, changed_at = excluded.changed_at
    returning id`)
  return id
}

/** The visitor who opened the link becomes the one who owns the unfinished sign-up. */
export async function handOver(tx: Db, email: string, visitorHash: Buffer): Promise<Unfinished | undefined> {
  return tx.maybe<Unfinished>(sql`
    update unfinished_sign_ups set visitor_hash = ${visitorHash} where email_key = ${email.toLowerCase()}
    returning email, visitor_hash as "visitorHash", form as typed`)
}
