import type { Status } from '#contract/accounts/statuses.ts'
import { closedStatuses } from '#server/accounts/set-ups.ts'
import { afterCursor, type Cursor, microsOf } from '#server/platform/db/cursor.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

export type WaitingWork = Cursor & {
  kind: 'set-up' | 'mail'
  at: Date
  tries: number
  lastError: string | null
  pin: string | null
  company: string | null
  /** Of an email. */
  recipient: string | null
  subject: string | null
}

const SET_UPS = 0
const MAILS = 1

/**
 * Provisioning and emails begun before a moment and unfinished, oldest first. Excludes provisioning of closed
 * accounts, which waits for them.
 */
export function listWaitingWork(
  db: Db,
  cursor: Cursor,
  { setUpsBefore, mailsBefore, atMost }: { setUpsBefore: Date; mailsBefore: Date; atMost: number },
): Promise<WaitingWork[]> {
  const [setUps, mails] = [afterCursor(cursor, SET_UPS), afterCursor(cursor, MAILS)]
  return db.many<WaitingWork>(sql`
    select w.kind, w.source, w.id, (extract(epoch from w.at) * 1000000)::bigint as micros, w.at, w.tries,
      w.last_error as "lastError", w.pin, w.company, w.recipient, w.subject
    from (
      (select 'set-up' as kind, ${SET_UPS}::integer as source, s.account_id as id, s.started_at as at, s.tries, s.last_error,
        a.pin, a.company, null as recipient, null as subject
      from set_ups s join accounts a on a.id = s.account_id
      where s.state = 'running' and s.started_at <= ${setUpsBefore} and a.status <> all(${closedStatuses}::text[])
        and (s.started_at, s.account_id)
          > (${setUps.at}::timestamptz, ${setUps.id}::bigint)
      order by s.started_at, s.account_id limit ${atMost})
      union all
      (select 'mail', ${MAILS}::integer, m.id, m.created_at, m.tries, m.last_error, a.pin, a.company, m.recipient, m.subject
      from mails m left join accounts a on a.id = m.account_id
      where m.state = 'waiting' and m.created_at <= ${mailsBefore}
        and (m.created_at, m.id)
          > (${mails.at}::timestamptz, ${mails.id}::bigint)
      order by m.created_at, m.id limit ${atMost})
    ) w
    order by w.at, w.source, w.id limit ${atMost}`)
}

export type DeadSetUp = Cursor & {
  at: Date
  pin: string
  company: string
  status: Status
  tries: number
  lastError: string | null
}

/** Paid accounts whose provisioning failed and is no longer retried, oldest first. */
export function listDeadSetUps(db: Db, cursor: Cursor, atMost: number): Promise<DeadSetUp[]> {
  const after = afterCursor(cursor)
  return db.many<DeadSetUp>(sql`
    select s.account_id as id, 0 as source, (extract(epoch from s.started_at) * 1000000)::bigint as micros, s.started_at as at,
      a.pin, a.company, a.status, s.tries, s.last_error as "lastError"
    from set_ups s join accounts a on a.id = s.account_id
    where s.state = 'dead'
      and (s.started_at, s.account_id) > (${after.at}::timestamptz, ${after.id}::bigint)
    order by s.started_at, s.account_id limit ${atMost}`)
}

export type FailedMail = Cursor & {
  kind: 'failed' | 'bounced' | 'contact-bounced'
  at: Date
  email: string
  /** Of a failed mail. */
  subject: string | null
  why: string | null
  pin: string | null
  company: string | null
}

const FAILED = 0
const PEOPLE = 1
const CONTACTS = 2

/** Dropped mails that nobody has resent or set aside, and bounced emails since a moment, oldest first. */
export function listFailedMails(
  db: Db,
  cursor: Cursor,
  { since, atMost }: { since: Date; atMost: number },
): Promise<FailedMail[]> {
  const from = { ...cursor, micros: Math.max(cursor.micros, microsOf(since)) }
  const [failed, people] = [afterCursor(from, FAILED), afterCursor(from, PEOPLE)]
  const contacts = afterCursor(from, CONTACTS)
  return db.many<FailedMail>(sql`
    select w.kind, w.source, w.id, (extract(epoch from w.at) * 1000000)::bigint as micros, w.at, w.email, w.subject, w.why, a.pin,
      a.company
    from (
      (select 'failed' as kind, ${FAILED}::integer as source, id, settled_at as at, recipient as email, subject, last_error as why,
        account_id
      from mails
      where state = 'failed' and closed_at is null
        and (settled_at, id) > (${failed.at}::timestamptz, ${failed.id}::bigint)
      order by settled_at, id limit ${atMost})
      union all
      (select 'bounced', ${PEOPLE}::integer, g.id, g.mail_bounced_at, g.email, null,
        (select m.bounce_reason from mails m where lower(m.recipient) = g.email_key and m.bounce is not null
         order by m.id desc limit 1), g.account_id
      from agents g
      where g.mail_bounced_at is not null and g.removed_at is null
        and (g.mail_bounced_at, g.id) > (${people.at}::timestamptz, ${people.id}::bigint)
      order by g.mail_bounced_at, g.id limit ${atMost})
      union all
      (select 'contact-bounced', ${CONTACTS}::integer, id, billing_contact_bounced_at, billing_contact, null, null, id
      from accounts
      where billing_contact_bounced_at is not null
        and (billing_contact_bounced_at, id)
          > (${contacts.at}::timestamptz, ${contacts.id}::bigint)
      order by billing_contact_bounced_at, id limit ${atMost})
    ) w left join accounts a on a.id = w.account_id
    order by w.at, w.source, w.id limit ${atMost}`)
}
