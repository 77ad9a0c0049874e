import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Hit } from './found.ts'

/** How many of the mails to an email that nobody has are shown. */
const MAILS_AT_MOST = 5

/** By a whole email: of people, of billing contacts, of sign-ups, and those that people had before. */
export async function findByEmail(db: Db, email: string | undefined, atMost: number): Promise<Hit[]> {
  if (email === undefined) return []
  const hits = await db.many<Hit>(sql`
    (select 'person' as kind, 'Email' as what, email as text, account_id as "accountId", true as "isExact",
      id::text as reference, role as state, null::integer as "amountCents", null::timestamptz as at
    from agents where email_key = ${email} and removed_at is null order by id limit ${atMost})
    union all
    (select 'account', 'Billing contact', billing_contact, id, false, '', null, null::integer, null::timestamptz
    from accounts where lower(billing_contact) = ${email} and billing_contact <> '' order by id limit ${atMost})
    union all
    (select 'person', 'Former email', f.email, g.account_id, false, g.id::text, g.role, null::integer, f.changed_at
    from former_emails f join agents g on g.id = f.agent_id
    where lower(f.email) = ${email} and g.removed_at is null order by f.id desc limit ${atMost})
    union all
    (select 'sign-up', 'Email', email, null::bigint, false, '', 'left', null::integer, changed_at
    from unfinished_sign_ups where email_key = ${email})
    union all
    (select 'sign-up', 'Email', email_key, null::bigint, false, id::text, state, amount_cents, created_at
    from orders where email_key = ${email} and kind = 'sign-up' and state in ('intent', 'unknown', 'held'))`)
  return hits.length > 0 ? hits : mailsTo(db, email)
}

function mailsTo(db: Db, email: string): Promise<Hit[]> {
  return db.many<Hit>(sql`
    select 'mail' as kind, 'Recipient' as what, recipient as text, account_id as "accountId", false as "isExact",
      id::text as reference, coalesce(bounce, state) as state, null::integer as "amountCents", created_at as at
    from mails where lower(recipient) = ${email} order by id desc limit ${MAILS_AT_MOST}`)
}
