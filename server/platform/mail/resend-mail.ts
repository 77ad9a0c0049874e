import type { Config } from '#server/config/config.ts'
import { type By, recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { formatShortMoment } from '#server/platform/format-moment.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import { contentOf, type MailContent, repeated } from './content.ts'
import { clearBounce, setWorks } from './note-bounce.ts'
import { deliverMail, insertMail } from './outbox.ts'
import { isOnlyLink, isSentInSpite, isToOutsider, type MailPurpose } from './purposes.ts'
import { renderMail } from './render-mail.ts'

export type ResendDeps = { jobs: Jobs; config: Config }

type StoredMail = {
  id: number
  purpose: MailPurpose
  accountId: number | null
  recipient: string
  state: string
  createdAt: Date
  settledAt: Date | null
  hasText: boolean
  hasBounced: boolean
  content: MailContent | null
  timeZone: string
}

/** The mail to resend, its account if restricted to one, and another recipient if given. */
export type ResendRequest = { id: string; accountId?: number; to?: string | undefined }
type Resending = { mail: StoredMail; recipient: string; isSame: boolean }

/** What resending would do, or why it is impossible. Changes nothing. */
export async function planResending(
  db: Db,
  { id, accountId, to }: ResendRequest,
): Promise<Resending | Refused> {
  const mail = await findMail(db, id)
  if (!mail || (accountId !== undefined && mail.accountId !== accountId))
    return refuse('not-found', { errors: `There is no email ${id}.` })
  if (mail.state === 'waiting')
    return refuse('invalid-fields', { errors: `Email ${id} is already waiting to be sent.` })
  const recipient = await recipientOf(db, mail, to)
  if (isRefused(recipient)) return recipient
  const isSame = recipient === mail.recipient && mail.hasText && !(mail.hasBounced && mail.content)
  const refused = isSame ? undefined : refuseRepeating(mail)
  return refused ?? { mail, recipient, isSame }
}

/** Resends a mail. Of two concurrent operators, the second finds it waiting. */
export async function resendMail(
  tx: Db,
  deps: ResendDeps,
  wanted: ResendRequest,
  { actor, reason }: By,
  now: Date,
): Promise<{ recipient: string } | Refused> {
  const { id } = wanted
  if (isId(id)) await tx.maybe(sql`select id from mails where id = ${id} for update`)
  const planned = await planResending(tx, wanted)
  if (isRefused(planned)) return planned
  const { mail, recipient, isSame } = planned
  if (isSame) await sendAsItIs(tx, deps, mail.id, now)
  else if (mail.content) await sendRendered(tx, deps, { ...mail, recipient, content: mail.content }, now)
  const to = recipient === mail.recipient ? {} : { to: recipient }
  const details = { mail: mail.id, ...to, ...(reason ? { reason } : {}) }
  await recordAudit(tx, { actor, action: 'mail-resent', ...about(mail.accountId), details }, now)
  return { recipient }
}

async function findMail(db: Db, id: string): Promise<StoredMail | undefined> {
  if (!isId(id)) return undefined
  return db.maybe<StoredMail>(sql`
    select m.id, m.purpose, m.account_id as "accountId", m.recipient, m.state, m.created_at as "createdAt",
      m.settled_at as "settledAt", m.plain is not null as "hasText", m.bounce is not null as "hasBounced", m.content,
      coalesce(a.time_zone, 'America/New_York') as "timeZone"
    from mails m left join accounts a on a.id = m.account_id where m.id = ${id}`)
}

/** Only someone concerned by the account, and nobody whose emails bounce, unless the mail is mandatory. */
async function recipientOf(db: Db, mail: StoredMail, to: string | undefined): Promise<string | Refused> {
  const wanted = (to ?? mail.recipient).trim()
  const recipients = await db.many<{ email: string; isMarked: boolean }>(sql`
    select email, mail_bounced_at is not null as "isMarked" from agents
    where account_id = ${mail.accountId} and email_key = ${wanted.toLowerCase()} and removed_at is null
    union all
    select billing_contact, billing_contact_bounced_at is not null from accounts
    where id = ${mail.accountId} and lower(billing_contact) = ${wanted.toLowerCase()}`)
  const isForOutsider = mail.accountId === null || isToOutsider(mail.purpose)
  if (recipients.length === 0 && (to !== undefined || !isForOutsider))
    return refuse('invalid-fields', {
      errors: `${wanted} is neither a person of this account nor its billing contact.`,
    })
  if (recipients.some(({ isMarked }) => isMarked) && !isSentInSpite(mail.purpose))
    return refuse('invalid-fields', {
      errors: `Emails to ${wanted} bounce, so it would be withheld. Send it to someone else, or note first that the email works again.`,
    })
  return to === undefined ? mail.recipient : (recipients[0]?.email ?? wanted)
}

function refuseRepeating({ id, purpose, content, settledAt }: StoredMail): Refused | undefined {
  if (content) return undefined
  const when = settledAt?.toISOString() ?? 'earlier'
  return refuse('invalid-fields', {
    errors: isOnlyLink(purpose)
      ? `Email ${id} was settled at ${when}. It was nothing but a link that works once. Ask the person to request a new one.`
      : `Email ${id} was settled at ${when}. Its text was deleted, which happens 90 days after. Bills and receipts are in the account.`,
  })
}

/**
 * A bounced mail starts over as a new one: otherwise its recorded bounce, or later proof that the email
 * works, would hide the next bounce. The audit log still has the first one.
 */
async function sendAsItIs(tx: Db, { jobs }: ResendDeps, mailId: number, now: Date): Promise<void> {
  await tx.run(sql`
    update mails set state = 'waiting', tries = 0, last_error = null, settled_at = null, closed_at = null,
      created_at = case when bounce is null then created_at else ${now} end,
      bounce = null, bounced_at = null, bounce_reason = null
    where id = ${mailId}`)
  await jobs.send(tx, deliverMail, { mailId })
}

/** A separate mail: the first one stays as the record of what was sent when. One that failed is done with. */
async function sendRendered(
  tx: Db,
  { config, jobs }: ResendDeps,
  { id, purpose, accountId, recipient, content, createdAt, timeZone }: StoredMail & { content: MailContent },
  now: Date,
): Promise<void> {
  const text = repeated(content, formatShortMoment(timeZone, createdAt), config)
  const mail = { purpose, recipient, ...renderMail(text, config.provider), content: contentOf(purpose, text) }
  await insertMail(tx, { jobs, now, sender: config.mail.from }, { ...mail, ...about(accountId) })
  await closeFailed(tx, id, now)
}

/** For a failed mail that nobody needs to send again. Undefined if it has not failed, or is closed. */
export async function setMailAside(
  tx: Db,
  id: number,
  { actor, reason }: By,
  now: Date,
): Promise<{ recipient: string } | undefined> {
  const closed = await closeFailed(tx, id, now)
  if (!closed) return undefined
  const { accountId, recipient } = closed
  const details = { mail: id, ...(reason ? { reason } : {}) }
  await recordAudit(tx, { actor, action: 'mail-set-aside', ...about(accountId), details }, now)
  return { recipient }
}

function closeFailed(
  tx: Db,
  id: number,
  now: Date,
): Promise<{ accountId: number | null; recipient: string } | undefined> {
  return tx.maybe(sql`
    update mails set closed_at = ${now} where id = ${id} and state = 'failed' and closed_at is null
    returning account_id as "accountId", recipient`)
}

function about(accountId: number | null): { accountId?: number } {
  return accountId === null ? {} : { accountId }
}

function isId(text: string): boolean {
  return /^\d{1,15}$/.test(text)
}

/**
 * An operator confirms that an email works again, for everyone who has it. Returns how many flags were
 * cleared. Without a flag nothing changes: a notice about an earlier mail can still arrive.
 */
export async function noteWorksAgain(
  tx: Db,
  email: string,
  { actor, reason }: By,
  now: Date,
): Promise<number> {
  const { people, contacts } = await clearBounce(tx, email)
  const cleared = people.length + contacts.length
  if (cleared === 0) return 0
  await setWorks(tx, email, now)
  const entry = { actor, action: 'bounce-cleared', details: { reason } } as const
  for (const { accountId, id } of people) await recordAudit(tx, { ...entry, accountId, agentId: id }, now)
  for (const { accountId } of contacts) await recordAudit(tx, { ...entry, accountId }, now)
  return cleared
}
