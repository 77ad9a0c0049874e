import type { Quantities } from '#contract/plan.ts'
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Customer, Secrets } from './customer.ts'

export type Unfinished = { visitorHash: Buffer; form: { customer: Customer; quantities: Quantities } }

export function findUnfinished(db: Db, email: string): Promise<Unfinished | undefined> {
  return db.maybe<Unfinished>(sql`
    select visitor_hash as "visitorHash", form from unfinished_sign_ups where email_key = ${email.toLowerCase()}`)
}

/** A later one with the same email replaces the earlier one. */
export async function keepUnfinished(
  db: Db,
  kept: { visitorHash: Buffer; customer: Customer; quantities: Quantities; secrets: Secrets },
  now: Date,
): Promise<void> {
  const { customer, quantities, secrets } = kept
  await db.run(sql`
    insert into unfinished_sign_ups (email, visitor_hash, form, password_hash, first_answer_hash, second_answer_hash,
      created_at, changed_at)
    values (${customer.email}, ${kept.visitorHash}, ${JSON.stringify({ customer, quantities })}, ${secrets.passwordHash},
      ${secrets.firstAnswerHash}, ${secrets.secondAnswerHash}, ${now}, ${now})
    on conflict (email_key) do update set email = excluded.email, visitor_hash = excluded.visitor_hash,
      form = excluded.form, password_hash = excluded.password_hash, first_answer_hash = excluded.first_answer_hash,
      second_answer_hash = excluded.second_answer_hash, changed_at = excluded.changed_at`)
}

export async function dropUnfinished(tx: Db, email: string): Promise<void> {
  await tx.run(sql`delete from unfinished_sign_ups where email_key = ${email.toLowerCase()}`)
}
