import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { idAfter, microsOf, type Place } from './place.ts'

export type FailedMail = Place & {
  kind: 'failed' | 'bounced' | 'contact-bounced'
  at: Date
  email: string
  /** Of a mail that failed. */
  subject: string | null
  why: string | null
  pin: string | null
  company: string | null
}

const FAILED = 0
const PEOPLE = 1
const CONTACTS = 2

/** Mails that were given up, and emails from which mails come back, since a moment, oldest first. */
export function listFailedMails(
  db: Db,
  place: Place,
  { since, atMost }: { since: Date; atMost: number },
): Promise<FailedMail[]> {
  const micros = Math.max(place.micros, microsOf(since))
  return db.many<FailedMail>(sql`
    select w.kind, w.source, w.id, (extract(epoch from w.at) * 1000000)::bigint as micros, w.at, w.email, w.subject, w.why, a.pin,
      a.company
    from (
      (select 'failed' as kind, ${FAILED}::integer as source, id, settled_at as at, recipient as email, subject, last_error as why,
        account_id
      from mails
      where state = 'failed'
        and (settled_at, id) > (timestamptz 'epoch' + ${micros}::float8 * interval '1 microsecond', ${idAfter(place, FAILED)}::bigint)
      order by settled_at, id limit ${atMost})
      union all
      (select 'bounced', ${PEOPLE}::integer, g.id, g.mail_bounced_at, g.email, null,
        (select m.bounce_reason from mails m where lower(m.recipient) = g.email_key and m.bounce is not null
         order by m.id desc limit 1), g.account_id
      from agents g
      where g.mail_bounced_at is not null and g.removed_at is null
        and (g.mail_bounced_at, g.id) > (timestamptz 'epoch' + ${micros}::float8 * interval '1 microsecond', ${idAfter(place, PEOPLE)}::bigint)
      order by g.mail_bounced_at, g.id limit ${atMost})
      union all
      (select 'contact-bounced', ${CONTACTS}::integer, id, billing_contact_bounced_at, billing_contact, null, null, id
      from accounts
      where billing_contact_bounced_at is not null
        and (billing_contact_bounced_at, id)
          > (timestamptz 'epoch' + ${micros}::float8 * interval '1 microsecond', ${idAfter(place, CONTACTS)}::bigint)
      order by billing_contact_bounced_at, id limit ${atMost})
    ) w left join accounts a on a.id = w.account_id
    order by w.at, w.source, w.id limit ${atMost}`)
}
