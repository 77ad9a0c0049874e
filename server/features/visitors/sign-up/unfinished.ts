import { queryOf } from '#contract/catalogue/plan.ts'
import { backPageOf } from '#contract/provider/plan-builder-url.ts'
import type { Secrets } from '#server/billing/orders/sign-up.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type CustomerForm, quantitiesOf } from './form.ts'

/** A sign-up that was saved before it was paid. */
export type Unfinished = { email: string; visitorHash: Buffer; typed: TypedForm }

/** The input under its wire names and with its wizard, without the fields that are stored only as hashes. */
type TypedForm = ReturnType<typeof typedOf>

function typedOf(form: CustomerForm) {
  const { password, password2, first_question_answer, second_question_answer, ...typed } = form
  return typed
}

export async function findUnfinished(db: Db, email: string): Promise<Unfinished | undefined> {
  return db.maybe<Unfinished>(sql`
    select email, visitor_hash as "visitorHash", form as typed from unfinished_sign_ups
    where email_key = ${email.toLowerCase()}`)
}

/** A later sign-up with the same email replaces the earlier one. */
export async function storeUnfinished(
  db: Db,
  { visitorHash, form, secrets }: { visitorHash: Buffer; form: CustomerForm; secrets: Secrets },
  now: Date,
): Promise<number> {
  const { id } = await db.one<{ id: number }>(sql`
    insert into unfinished_sign_ups (email, visitor_hash, form, password_hash, first_answer_hash, second_answer_hash,
      created_at, changed_at)
    values (${form.email}, ${visitorHash}, ${JSON.stringify(typedOf(form))}, ${secrets.passwordHash},
      ${secrets.firstAnswerHash}, ${secrets.secondAnswerHash}, ${now}, ${now})
    on conflict (email_key) do update set email = excluded.email, visitor_hash = excluded.visitor_hash,
      form = excluded.form, password_hash = excluded.password_hash, first_answer_hash = excluded.first_answer_hash,
      second_answer_hash = excluded.second_answer_hash, changed_at = excluded.changed_at
    returning id`)
  return id
}

/** The visitor who opened the link becomes the owner of the unfinished sign-up. */
export async function handOver(tx: Db, email: string, visitorHash: Buffer): Promise<Unfinished | undefined> {
  return tx.maybe<Unfinished>(sql`
    update unfinished_sign_ups set visitor_hash = ${visitorHash} where email_key = ${email.toLowerCase()}
    returning email, visitor_hash as "visitorHash", form as typed`)
}

export function firstNameOf(typed: TypedForm): string {
  return typed.wizard === 'new' ? (typed.full_name.split(/\s+/)[0] ?? '') : typed.first_name
}

/** Where to continue: the step before the card, with the plan that was chosen. */
export function addressOfTyped(typed: TypedForm): string {
  if (typed.wizard === 'legacy') return '/sign-up/step-4'
  const query = new URLSearchParams(queryOf(quantitiesOf(typed)))
  query.set('back-url', backPageOf(typed.originPath))
  if (typed.planName !== '') query.set('plan-name', typed.planName)
  return `/sign-up/step-1?${query}`
}
