import * as messages from '#contract/accounts/people-messages.ts'
import { EMAIL_LINK_HOURS } from '#contract/calendar/lifetimes.ts'
import type {
  askForEmail as askForEmailCall,
  EmailBouncedValues,
  EmailWorksValues,
  stopEmailChange,
  testEmail as testEmailCall,
} from '#contract/features/security.ts'
import type {
  confirmEmail as confirmEmailCall,
  confirmEmailWorks as confirmEmailWorksCall,
} from '#contract/features/security-links.ts'
import type { PageValues } from '#contract/page-values.ts'
import { pages } from '#contract/pages.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import { lockAccount } from '#server/accounts/accounts.ts'
import { endHandOversOf } from '#server/accounts/hand-overs.ts'
import { showPerson } from '#server/accounts/show-account.ts'
import { homeOf } from '#server/accounts/signed-in.ts'
import type { Deps } from '#server/deps.ts'
import { storeFormerEmail } from '#server/identity/agents.ts'
import {
  dropLinks,
  findLink,
  type Link,
  linkLimit,
  makeLink,
  spendLink,
  wasUsed,
} from '#server/identity/links.ts'
import { mailPerson, type Person } from '#server/identity/mail-person.ts'
import { by, originOf, requireOpenSession, type Session } from '#server/identity/sessions.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { formatShortDate } from '#server/platform/format-moment.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { countTries, countTry, type Limit, limitByIp } from '#server/platform/limits.ts'
import { noteEmailWorks } from '#server/platform/mail/note-bounce.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import { type TransactionDeps, transaction } from '#server/platform/transaction.ts'
import { HOUR } from '#server/ports/clock.ts'
import { emailChangedMail, emailChangeMail, emailChangeRequestedMail, emailTestMail } from './mails.ts'

const changeByPerson: Limit = { name: 'email-change:person', tries: 6, windowMinutes: 60 }
const EMAIL_LINK_LASTS_MS = EMAIL_LINK_HOURS * HOUR

/**
 * Nothing changes yet: the new email gets a link, and the former one a notice while the change can still be
 * stopped.
 */
export async function requestEmail(
  deps: TransactionDeps,
  { email }: ParsedBodyOf<typeof askForEmailCall>,
  session: Session,
  visitor: Pick<Visitor, 'ip' | 'userAgent' | 'report'>,
): Promise<AnswerOf<typeof askForEmailCall>> {
  const { db, clock } = deps
  const { agentId, accountId } = session
  const now = clock.now()
  const agent = await findAgent(db, agentId)
  if (!agent) throw refuse('signed-out')
  await countTry(db, changeByPerson, String(agentId), now)
  if (agent.email === email) throw wrongEmail(messages.alreadyYourEmail)
  if (await isTaken(db, accountId, email, agentId)) throw wrongEmail(messages.alreadyInAccount)
  await transaction(deps, async (tx) => {
    await requireOpenSession(tx, session)
    await dropLinks(tx, 'email-change', agentId, tx.now)
    const linkToken = await makeLink(
      tx,
      { purpose: 'email-change', agentId, accountId, subject: { email }, lastsMs: EMAIL_LINK_LASTS_MS },
      tx.now,
    )
    await mailPerson(tx, { ...agent, email }, emailChangeMail, linkToken)
    await mailPerson(tx, agent, emailChangeRequestedMail, email)
    await tx.audit({ ...by(session), action: 'email-change-asked' })
  })
  visitor.report('email.change-asked')
  return { data: { status: 'sent' } }
}

export async function stopChange(
  deps: TransactionDeps,
  session: Session,
): Promise<AnswerOf<typeof stopEmailChange>> {
  await transaction(deps, async (tx) => {
    if (!(await findWaitingEmail(tx, session.agentId, tx.now))) return
    await dropLinks(tx, 'email-change', session.agentId, tx.now)
    await tx.audit({ ...by(session), action: 'email-change-stopped' })
  })
  return { data: { status: 'stopped' } }
}

function wrongEmail(text: string): Refused {
  return refuse('invalid-fields', { errors: { email: [text] } })
}

const changeByIp = linkLimit('email-link')
const invalid = refuse('link-invalid', { errors: messages.emailLinkInvalid })

/** What a link would change. Opening it changes nothing, because mail scanners open links too. */
export async function showEmailChange(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  linkToken: string,
  visitor: Pick<Visitor, 'ip'>,
): Promise<Pick<PageValues['new-email'], 'change' | 'wasUsed'>> {
  const now = clock.now()
  await countTries(db, limitByIp(changeByIp, visitor.ip), now)
  const link = await findLink(db, 'email-change', linkToken, now)
  const agent = link?.agentId ? await findAgent(db, link.agentId) : undefined
  if (!link || !agent) return { change: null, wasUsed: await wasUsed(db, 'email-change', linkToken) }
  const { email: from, company, pin } = agent
  return { change: { from, to: emailIn(link), company, pin }, wasUsed: false }
}

/** Uses the link, changes the email, and notifies the former one, in one transaction. */
export async function confirmEmail(
  deps: TransactionDeps,
  linkToken: string,
  visitor: Pick<Visitor, 'ip' | 'userAgent' | 'report'>,
): Promise<AnswerOf<typeof confirmEmailCall>> {
  const origin = originOf(visitor)
  await countTries(deps.db, limitByIp(changeByIp, visitor.ip), deps.clock.now())
  const changed = await transaction(deps, async (tx) => {
    const link = await findLink(tx, 'email-change', linkToken, tx.now)
    const agent = link?.agentId ? await findAgent(tx, link.agentId) : undefined
    if (!link || !agent) throw await linkOver(tx, linkToken)
    const email = emailIn(link)
    const { id: agentId, accountId } = agent
    // Someone may have been invited with this email since the link was mailed, or be confirming it right now.
    await lockAccount(tx, accountId)
    if (await isTaken(tx, accountId, email, agentId)) {
      await dropLinks(tx, 'email-change', agentId, tx.now)
      return 'taken'
    }
    if (!(await spendLink(tx, 'email-change', linkToken, tx.now))) throw await linkOver(tx, linkToken)
    await storeFormerEmail(tx, agentId, tx.now)
    await setEmail(tx, agentId, email)
    await noteEmailWorks(tx, email, origin, tx.now)
    // A password-reset or hand-over link mailed to the former email would give its reader the account.
    await dropLinks(tx, 'password-reset', agentId, tx.now)
    await endHandOversOf(tx, agentId, 'email-unsafe', tx.now)
    await mailPerson(tx, agent, emailChangedMail, email)
    const details = { formerEmail: agent.email, newEmail: email }
    await tx.audit({ actor: { agentId }, action: 'email-changed', accountId, origin, details })
    return { agentId, accountNumber: agent.pin }
  })
  // Only after the commit: the link stays dropped.
  if (changed === 'taken') throw invalid
  visitor.report('email.changed', changed)
  return { data: { status: 'changed' } }
}

async function linkOver(db: Db, linkToken: string): Promise<Refused> {
  const isUsed = await wasUsed(db, 'email-change', linkToken)
  return isUsed ? refuse('link-invalid', { errors: messages.emailLinkUsed }) : invalid
}

function emailIn({ subject }: { subject: Record<string, unknown> }): string {
  return String(subject.email ?? '')
}

export async function showBouncedEmail(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  session: Session,
): Promise<EmailBouncedValues> {
  const home = homeOf(session)
  const found = await findBounce(db, session.agentId)
  return {
    email: (await showPerson({ db }, session)).email,
    bounce: found
      ? {
          kind: found.kind ?? 'hard',
          since: formatShortDate(found.timeZone, found.bouncedAt),
          isTestReturned: found.isTestReturned,
        }
      : null,
    waitingEmail: await findWaitingEmail(db, session.agentId, clock.now()),
    next: home === pages.account ? (config.dialerUrl ?? home) : home,
  }
}

/** Few, as every further bounce costs us trust with mail providers. */
const testByPerson: Limit = { name: 'email-test:person', tries: 3, windowMinutes: 60 }

/** Sends a test email despite the bounce. Its link clears the flag. */
export async function testEmail(
  deps: TransactionDeps,
  { agentId, accountId }: Session,
): Promise<AnswerOf<typeof testEmailCall>> {
  const { db, clock } = deps
  const now = clock.now()
  await countTry(db, testByPerson, String(agentId), now)
  const agent = await findAgent(db, agentId)
  if (!agent) throw refuse('signed-out')
  await transaction(deps, async (tx) => {
    await dropLinks(tx, 'email-works', agentId, tx.now)
    const subject = { email: agent.email }
    const link = {
      purpose: 'email-works',
      agentId,
      accountId,
      subject,
      lastsMs: EMAIL_LINK_HOURS * HOUR,
    } as const
    await mailPerson(tx, agent, emailTestMail, await makeLink(tx, link, tx.now))
  })
  return { data: { status: 'sent' } }
}

const testByIp = linkLimit('email-works')
const PURPOSE = 'email-works'

/** Opening the link changes nothing: a mail scanner may open it as well. */
export async function showEmailTest(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  linkToken: string,
  visitor: Pick<Visitor, 'ip'>,
): Promise<Pick<EmailWorksValues, 'test' | 'wasUsed'>> {
  const now = clock.now()
  await countTries(db, limitByIp(testByIp, visitor.ip), now)
  const agent = await agentOf(db, await findLink(db, PURPOSE, linkToken, now))
  if (!agent) return { test: null, wasUsed: await wasUsed(db, PURPOSE, linkToken) }
  const { email, company, pin } = agent
  return { test: { email, company, pin }, wasUsed: false }
}

export async function confirmEmailWorks(
  deps: TransactionDeps,
  linkToken: string,
  visitor: Pick<Visitor, 'ip' | 'userAgent'>,
): Promise<AnswerOf<typeof confirmEmailWorksCall>> {
  await countTries(deps.db, limitByIp(testByIp, visitor.ip), deps.clock.now())
  return transaction(deps, async (tx) => {
    const link = await spendLink(tx, PURPOSE, linkToken, tx.now)
    if (!link) throw overWith(await wasUsed(tx, PURPOSE, linkToken))
    const agent = await agentOf(tx, link)
    if (!agent) throw overWith(false)
    await noteEmailWorks(tx, agent.email, originOf(visitor), tx.now)
    return { data: { status: 'works' } }
  })
}

function overWith(isUsed: boolean): Refused {
  return refuse('link-invalid', { errors: isUsed ? messages.emailTestUsed : messages.emailTestInvalid })
}

/** The person of a link, if they still have the email that it was mailed to. */
type AgentOfEmail = Pick<Person, 'id' | 'accountId' | 'email' | 'firstName' | 'company' | 'pin'>

async function agentOf(db: Db, link: Link | undefined): Promise<AgentOfEmail | undefined> {
  const agent = link?.agentId ? await findAgent(db, link.agentId) : undefined
  return agent?.email === link?.subject.email ? agent : undefined
}

function findAgent(db: Db, agentId: number): Promise<AgentOfEmail | undefined> {
  return db.maybe<AgentOfEmail>(sql`
    select g.id, g.account_id as "accountId", g.email, g.first_name as "firstName", a.company, a.pin
    from agents g join accounts a on a.id = g.account_id where g.id = ${agentId} and g.removed_at is null`)
}

async function isTaken(db: Db, accountId: number, email: string, exceptId: number): Promise<boolean> {
  const row = await db.maybe(sql`
    select 1 from agents
    where account_id = ${accountId} and email_key = ${email.toLowerCase()} and id <> ${exceptId}
      and removed_at is null`)
  return row !== undefined
}

async function setEmail(tx: Db, agentId: number, email: string): Promise<void> {
  await tx.run(sql`
    update agents set email = ${email}, mail_bounced_at = null, mail_bounce = null where id = ${agentId} and removed_at is null`)
}

export async function findWaitingEmail(db: Db, agentId: number, now: Date): Promise<string | null> {
  const link = await db.maybe<{ email: string }>(sql`
    select subject ->> 'email' as email from links
    where agent_id = ${agentId} and purpose = 'email-change' and spent_at is null and expires_at > ${now}
    order by created_at desc limit 1`)
  return link?.email ?? null
}

export type Bounce = {
  kind: 'hard' | 'soft' | 'complaint' | null
  bouncedAt: Date
  timeZone: string
  isTestReturned: boolean
}

/** Undefined while emails to this person arrive. */
function findBounce(db: Db, agentId: number): Promise<Bounce | undefined> {
  return db.maybe<Bounce>(sql`
    select g.mail_bounce as kind, g.mail_bounced_at as "bouncedAt", a.time_zone as "timeZone",
      coalesce((
        select m.bounce is not null from mails m
        where lower(m.recipient) = g.email_key and m.purpose = 'email-test' order by m.id desc limit 1
      ), false) as "isTestReturned"
    from agents g join accounts a on a.id = g.account_id
    where g.id = ${agentId} and g.removed_at is null and g.mail_bounced_at is not null`)
}
