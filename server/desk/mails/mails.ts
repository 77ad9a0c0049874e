import type { FastifyInstance } from 'fastify'
import { type OperatorRole, roleMissing } from '#contract/desk/desk-roles.ts'
import type { DeskMailValues, Resending } from '#contract/desk/mails.ts'
import * as calls from '#contract/desk/mails.ts'
import type { ParsedBodyOf } from '#contract/wire/call.ts'
import type { Deps } from '#server/deps.ts'
import type { Operator } from '#server/identity/operators/operator-sessions.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { once } from '#server/platform/idempotency.ts'
import { countTry } from '#server/platform/limits.ts'
import type { MailContent } from '#server/platform/mail/content.ts'
import { isOnlyLink, type MailPurpose } from '#server/platform/mail/purposes.ts'
import * as mails from '#server/platform/mail/resend-mail.ts'
import { planResending } from '#server/platform/mail/resend-mail.ts'
import { isRefused, orThrow, type Refused, refuse } from '#server/platform/refusal.ts'
import { momentIn } from '../desk-moment.ts'
import { changesShowing, type DeskDeps, deskPage } from '../desk-routes.ts'
import { mailsByHand } from '../mails-by-hand.ts'
import { mailTag } from '../state-tags.ts'

export function mailsRoutes(app: FastifyInstance, deps: DeskDeps): void {
  deskPage(app, deps, 'mail', ({ role }, { visitor: { parts }, query }) =>
    showMail(deps, { id: parts.id ?? '', to: query.to }, role),
  )
  const changing = changesShowing(app, deps, ({ role }, { mail_id, to }: { mail_id: number; to: string }) =>
    showMail(deps, { id: String(mail_id), to }, role),
  )
  changing(calls.resendMail, async (body, operator) => ({ said: await resendMail(deps, body, operator) }))
}

type StoredMail = Parameters<typeof mailTag>[0] & {
  id: number
  at: Date
  purpose: MailPurpose
  recipient: string
  subject: string
  problem: string | null
  settledAt: Date | null
  content: MailContent | null
  accountId: number | null
  number: string | null
  company: string | null
  timeZone: string
}

/**
 * A mail, and what resending it will do. Reads only what may be kept of it: never a one-time link. `to`:
 * somebody else who may get it.
 */
async function showMail(
  { db }: Pick<Deps, 'db'>,
  { id, to }: { id: string; to: string | undefined },
  role: OperatorRole,
): Promise<DeskMailValues | Refused> {
  const mail = await findMail(db, id)
  if (!mail) return refuse('not-found')
  const { timeZone, number, company, content, settledAt, recipient } = mail
  const all = [recipient, ...(await emailsOf(db, mail.accountId))]
  const chosen = all.find((email) => email === to) ?? recipient
  return {
    account: number === null ? null : { number, company: company ?? '' },
    mail: {
      id: mail.id,
      subject: mail.subject,
      recipient,
      purpose: mail.purpose,
      at: momentIn(timeZone, mail.at),
      settled: settledAt && momentIn(timeZone, settledAt),
      fate: mailTag(mail),
      problem: mail.problem ?? '',
      tries: mail.tries,
    },
    text: content && {
      greeting: content.greeting,
      paragraphs: content.paragraphs,
      links: (content.buttons ?? []).map(({ label }) => label),
      closing: content.closing,
    },
    hint: hintOf(mail),
    to: chosen,
    others: [...new Set(all)].filter((email) => email !== chosen),
    again: await planAgain(db, mail, chosen, role),
  }
}

async function findMail(db: Db, id: string): Promise<StoredMail | undefined> {
  if (!/^\d{1,15}$/.test(id)) return undefined
  return db.maybe<StoredMail>(sql`
    select m.id, m.created_at as at, m.purpose, m.recipient, m.subject, m.state, m.bounce, m.tries,
      coalesce(m.bounce_reason, m.last_error) as problem, m.settled_at as "settledAt", m.content,
      m.account_id as "accountId", a.pin as number, a.company, coalesce(a.time_zone, 'America/New_York') as "timeZone"
    from mails m left join accounts a on a.id = m.account_id where m.id = ${id}`)
}

/** Alternative recipients: the people of the account, the owner first, and its billing contact. */
async function emailsOf(db: Db, accountId: number | null): Promise<string[]> {
  if (accountId === null) return []
  const found = await db.many<{ email: string }>(sql`
    select email from (
      select email, case when role = 'owner' then 0 else 1 end as place, id from agents
      where account_id = ${accountId} and removed_at is null
      union all
      select billing_contact, 2, id from accounts where id = ${accountId} and billing_contact <> ''
    ) known order by place, id`)
  return found.map(({ email }) => email)
}

function hintOf({ purpose, content }: StoredMail): string {
  if (content?.isShortened) return 'A link that works once is left out.'
  if (content) return ''
  return isOnlyLink(purpose)
    ? 'It is nothing but a link that works once, so its text is not shown.'
    : 'Its text was deleted, which happens after 90 days.'
}

async function planAgain(
  db: Db,
  { id, subject, recipient }: StoredMail,
  to: string,
  role: OperatorRole,
): Promise<Resending> {
  const why = roleMissing({ role }, 'help')
  if (why !== null) return { kind: 'cannot', why }
  const planned = await planResending(db, { id: String(id), to: to === recipient ? undefined : to })
  if (isRefused(planned)) return { kind: 'cannot', why: String(planned.errors) }
  return {
    kind: 'can',
    happens: [
      to === recipient
        ? `“${subject}” is sent to ${to} again.`
        : `“${subject}” is sent to ${to} instead of ${recipient}.`,
      planned.isSame
        ? 'It is the same email, word for word.'
        : 'It is a new email that says when it was first sent. Links that worked once are left out.',
    ],
  }
}

/** Resends any mail, once per form. Returns a message. */
async function resendMail(
  { db, clock, jobs, config }: DeskDeps,
  { mail_id, to, reason, key }: ParsedBodyOf<typeof calls.resendMail>,
  { actor }: Operator,
): Promise<string> {
  const now = clock.now()
  const found = await db.maybe<{ pin: string | null }>(sql`
    select a.pin from mails m left join accounts a on a.id = m.account_id where m.id = ${mail_id}`)
  const sent = { scope: 'desk-form', key, by: actor, body: { action: 'mail', mail_id, to } } as const
  return db.transaction((tx) =>
    once(tx, sent, now, async () => {
      await countTry(tx, mailsByHand, found?.pin ?? `mail ${mail_id}`, now)
      const wanted = { id: String(mail_id), to: to || undefined }
      const resent = await mails.resendMail(tx, { jobs, config }, wanted, { actor, reason }, now)
      return `The email is being sent to ${orThrow(resent).recipient}.`
    }),
  )
}
