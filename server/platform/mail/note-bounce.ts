import { cutTo, oneLine } from '#contract/wire/plain-text.ts'
import { type Origin, recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY, later } from '#server/ports/clock.ts'
import type { BounceKind } from './bounce-kinds.ts'

/** Soft bounces flag the email once they occurred on this many days. */
const SOFT_DAYS = 3
const SOFT_WITHIN_MS = 14 * DAY
const REASON_AT_MOST = 500

type Returned = { recipient: string; accountId: number | null; createdAt: Date }
type Person = { id: number; accountId: number }

/**
 * Records a bounce and flags its email. A repeated notice, or a weaker one than before, changes nothing.
 * Flags everyone who has this email now and has followed no link since the mail was made.
 */
export async function noteBounce(
  tx: Db,
  mailId: number,
  { kind, reason }: { kind: BounceKind; reason: string },
  now: Date,
): Promise<void> {
  const mail = await tx.maybe<Returned>(sql`
    update mails set bounced_at = ${now}, bounce = ${kind}, bounce_reason = ${cutTo(oneLine(reason), REASON_AT_MOST)}
    where id = ${mailId}
      and (bounce is null or (bounce = 'soft' and ${kind} <> 'soft') or (bounce = 'hard' and ${kind} = 'complaint'))
    returning recipient, account_id as "accountId", created_at as "createdAt"`)
  if (!mail) return
  const emailKey = mail.recipient.toLowerCase()
  if (kind === 'soft' && !(await cameBackForDays(tx, emailKey, now))) return
  const people = await tx.many<Person>(sql`
    update agents set mail_bounced_at = ${now}, mail_bounce = ${kind}
    where email_key = ${emailKey} and removed_at is null and mail_bounced_at is null
      and (mail_works_at is null or mail_works_at < ${mail.createdAt})
    returning id, account_id as "accountId"`)
  for (const { id, accountId } of people) {
    const details = { mail: mailId, kind }
    await recordAudit(tx, { actor: 'mail', action: 'email-bounced', accountId, agentId: id, details }, now)
  }
  if (mail.accountId !== null) await markContact(tx, { ...mail, accountId: mail.accountId }, now)
}

/** Counts days, not mails: five mails in one bad hour prove nothing. */
async function cameBackForDays(tx: Db, emailKey: string, now: Date): Promise<boolean> {
  const { days } = await tx.one<{ days: number }>(sql`
    select count(distinct (m.bounced_at at time zone 'UTC')::date)::int as days from mails m
    where lower(m.recipient) = ${emailKey} and m.bounce = 'soft' and m.bounced_at > ${later(now, -SOFT_WITHIN_MS)}
      and not exists (
        select from agents g
        where g.email_key = ${emailKey} and g.removed_at is null and g.mail_works_at >= m.created_at)`)
  return days >= SOFT_DAYS
}

async function markContact(
  tx: Db,
  { recipient, accountId, createdAt }: Returned & { accountId: number },
  now: Date,
): Promise<void> {
  const emailKey = recipient.toLowerCase()
  const marked = await tx.run(sql`
    update accounts set billing_contact_bounced_at = ${now}
    where id = ${accountId} and lower(billing_contact) = ${emailKey} and billing_contact_bounced_at is null
      and not exists (
        select from agents g
        where g.email_key = ${emailKey} and g.removed_at is null and g.mail_works_at >= ${createdAt})`)
  if (marked === 0) return
  await recordAudit(tx, { actor: 'mail', action: 'billing-contact-bounced', accountId }, now)
}

/**
 * Somebody followed a link mailed to this email: it works, for everyone who has it, and for every account
 * whose billing contact it is. Late notices about earlier mails no longer flag it.
 */
export async function noteEmailWorks(
  tx: Db,
  email: string,
  origin: Origin | undefined,
  now: Date,
): Promise<void> {
  const { people, contacts } = await clearBounce(tx, email)
  await setWorks(tx, email, now)
  for (const { id, accountId } of people)
    await recordAudit(tx, { actor: { agentId: id }, action: 'email-works', accountId, origin }, now)
  // It may be another account, so its log does not say from where.
  for (const { accountId } of contacts)
    await recordAudit(tx, { actor: 'mail', action: 'email-works', accountId }, now)
}

/** Every flagged person, and every account with a flagged billing contact. */
export async function clearBounce(
  tx: Db,
  email: string,
): Promise<{ people: Person[]; contacts: Pick<Person, 'accountId'>[] }> {
  const emailKey = email.toLowerCase()
  const people = await tx.many<Person>(sql`
    update agents set mail_bounced_at = null, mail_bounce = null
    where email_key = ${emailKey} and removed_at is null and mail_bounced_at is not null
    returning id, account_id as "accountId"`)
  const contacts = await tx.many<Pick<Person, 'accountId'>>(sql`
    update accounts set billing_contact_bounced_at = null
    where billing_contact_bounced_at is not null and lower(billing_contact) = ${emailKey}
    returning id as "accountId"`)
  return { people, contacts }
}

/** Notices about mails made before this no longer flag the email. */
export async function setWorks(tx: Db, email: string, now: Date): Promise<void> {
  await tx.run(sql`
    update agents set mail_works_at = ${now} where email_key = ${email.toLowerCase()} and removed_at is null`)
}
