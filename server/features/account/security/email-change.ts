import * as messages from '#contract/accounts/people-messages.ts'
import { EMAIL_LINK_HOURS } from '#contract/calendar/lifetimes.ts'
import type { askForEmail as askForEmailCall, stopEmailChange } from '#contract/features/security.ts'
import type { confirmEmail as confirmEmailCall } from '#contract/features/security-links.ts'
import type { PageValues } from '#contract/page-values.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import { lockAccount } from '#server/accounts/accounts.ts'
import { endHandOversOf } from '#server/accounts/hand-overs.ts'
import type { Deps } from '#server/deps.ts'
import { keepFormerEmail } from '#server/identity/agents.ts'
import { dropLinks, findLink, linkLimit, makeLink, spendLink, wasUsed } from '#server/identity/links.ts'
import { by, originOf, requireOpenSession, type Session } from '#server/identity/sessions.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { countTries, countTry, type Limit, limitByIp } from '#server/platform/limits.ts'
import { noteEmailWorks } from '#server/platform/mail/note-bounce.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import { type TransactionDeps, transaction } from '#server/platform/transaction.ts'
import { HOUR } from '#server/ports/clock.ts'
import { postEmailAsked, postEmailChanged, postEmailLink } from './mails.ts'
import { findAgent, isTaken, setEmail } from './queries.ts'

const byPerson: Limit = { name: 'email-change:person', tries: 6, windowMinutes: 60 }
const EMAIL_LINK_LASTS_MS = EMAIL_LINK_HOURS * HOUR

/**
 * Nothing changes yet: the new address gets a link, and the old one a notice while the change can still be
 * stopped.
 */
export async function askForEmail(
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
  await countTry(db, byPerson, String(agentId), now)
  if (agent.email === email) throw wrongEmail(messages.alreadyYourEmail)
  if (await isTaken(db, accountId, email, agentId)) throw wrongEmail(messages.alreadyInAccount)
  await transaction(deps, async (tx) => {
    await requireOpenSession(tx, session)
    await dropLinks(tx, 'email-change', agentId, tx.now)
    const token = await makeLink(
      tx,
      { purpose: 'email-change', agentId, accountId, subject: { email }, lastsMs: EMAIL_LINK_LASTS_MS },
      tx.now,
    )
    await postEmailLink(tx, agent, email, token)
    await postEmailAsked(tx, agent, email)
    await tx.audit({ ...by(session), action: 'email-change-asked' })
  })
  visitor.report('email.change-asked')
  return { data: { status: 'sent' } }
}

export async function stopChange(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { agentId }: Session,
): Promise<AnswerOf<typeof stopEmailChange>> {
  await dropLinks(db, 'email-change', agentId, clock.now())
  return { data: { status: 'stopped' } }
}

function wrongEmail(text: string): Refused {
  return refuse('invalid-fields', { errors: { email: [text] } })
}

const byIp = linkLimit('email-link')
const invalid = refuse('link-invalid', { errors: messages.emailLinkInvalid })

/** What a link would change. Opening it changes nothing, because mail scanners open links too. */
export async function showEmailChange(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  linkToken: string,
  visitor: Pick<Visitor, 'ip'>,
): Promise<Pick<PageValues['new-email'], 'change' | 'wasUsed'>> {
  const now = clock.now()
  await countTries(db, limitByIp(byIp, visitor.ip), now)
  const link = await findLink(db, 'email-change', linkToken, now)
  const agent = link?.agentId ? await findAgent(db, link.agentId) : undefined
  if (!link || !agent) return { change: null, wasUsed: await wasUsed(db, 'email-change', linkToken) }
  const { email: from, company, pin } = agent
  return { change: { from, to: emailIn(link), company, pin }, wasUsed: false }
}

/** Uses the link, changes the email, and notifies the old address, in one transaction. */
export async function confirmEmail(
  deps: TransactionDeps,
  linkToken: string,
  visitor: Pick<Visitor, 'ip' | 'userAgent' | 'report'>,
): Promise<AnswerOf<typeof confirmEmailCall>> {
  const origin = originOf(visitor)
  await countTries(deps.db, limitByIp(byIp, visitor.ip), deps.clock.now())
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
    await keepFormerEmail(tx, agentId, tx.now)
    await setEmail(tx, agentId, email)
    await noteEmailWorks(tx, email, origin, tx.now)
    // A password-reset or hand-over link mailed to the old address would give its reader the account.
    await dropLinks(tx, 'password-reset', agentId, tx.now)
    await endHandOversOf(tx, agentId, 'email-unsafe', tx.now)
    await postEmailChanged(tx, agent, email)
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
