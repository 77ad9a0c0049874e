import * as messages from '#contract/accounts/people-messages.ts'
import type { confirmEmail as confirmEmailCall } from '#contract/features/security/link-calls.ts'
import type { PageValues } from '#contract/page-values.ts'
import type { AnswerOf } from '#contract/wire/call.ts'
import { endHandOversOf } from '#server/accounts/end-hand-overs.ts'
import { lockAccount } from '#server/accounts/lock-account.ts'
import type { Deps } from '#server/deps.ts'
import { keepFormerEmail } from '#server/identity/former-emails.ts'
import { linkLimit } from '#server/identity/link-limit.ts'
import { dropLinks, findLink, spendLink, wasUsed } from '#server/identity/links.ts'
import { originOf } from '#server/identity/origin.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { countTries, limitByIp } from '#server/platform/limits.ts'
import { noteEmailWorks } from '#server/platform/mail/note-bounce.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import { postEmailChanged } from './mails.ts'
import { findAgent, isTaken, setEmail } from './queries.ts'

const byIp = linkLimit('email-link')
const invalid = refuse('link-invalid', { errors: messages.emailLinkInvalid })
const used = refuse('link-invalid', { errors: messages.emailLinkUsed })

/** What a link would change. Opening it changes nothing, because mail scanners open links too. */
export async function showEmailChange(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  linkToken: string,
  visitor: Pick<Visitor, 'ip'>,
): Promise<Pick<PageValues['new-email'], 'change' | 'wasUsed'> | Refused> {
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
  deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'config'>,
  linkToken: string,
  visitor: Pick<Visitor, 'ip' | 'userAgent' | 'report'>,
): Promise<AnswerOf<typeof confirmEmailCall> | Refused> {
  const { db, clock } = deps
  const now = clock.now()
  const origin = originOf(visitor)
  await countTries(db, limitByIp(byIp, visitor.ip), now)
  const changed = await db.transaction(async (tx) => {
    const link = await findLink(tx, 'email-change', linkToken, now)
    const agent = link?.agentId ? await findAgent(tx, link.agentId) : undefined
    if (!link || !agent) return (await wasUsed(tx, 'email-change', linkToken)) ? used : invalid
    const email = emailIn(link)
    const { id: agentId, accountId } = agent
    // Someone may have been invited with this email since the link was mailed, or be confirming it right now.
    await lockAccount(tx, accountId)
    if (await isTaken(tx, accountId, email, agentId)) {
      await dropLinks(tx, 'email-change', agentId, now)
      return invalid
    }
    if (!(await spendLink(tx, 'email-change', linkToken, now)))
      return (await wasUsed(tx, 'email-change', linkToken)) ? used : invalid
    await keepFormerEmail(tx, agentId, now)
    await setEmail(tx, agentId, email)
    await noteEmailWorks(tx, email, origin, now)
    // A password-reset or hand-over link mailed to the old address would give its reader the account.
    await dropLinks(tx, 'password-reset', agentId, now)
    await endHandOversOf(tx, agentId, 'email-unsafe', now)
    await postEmailChanged(tx, { ...deps, now }, agent, email)
    const details = { formerEmail: agent.email, newEmail: email }
    await recordAudit(tx, { actor: { agentId }, action: 'email-changed', accountId, origin, details }, now)
    return { agentId, accountNumber: agent.pin }
  })
  if (isRefused(changed)) return changed
  visitor.report('email.changed', changed)
  return { data: { status: 'changed' } }
}

function emailIn({ subject }: { subject: Record<string, unknown> }): string {
  return String(subject.email ?? '')
}
