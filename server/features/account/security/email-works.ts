import * as messages from '#contract/accounts/people-messages.ts'
import { EMAIL_LINK_HOURS } from '#contract/calendar/lifetimes.ts'
import type {
  EmailBouncedValues,
  EmailWorksValues,
  testEmail as testEmailCall,
} from '#contract/features/security.ts'
import type { confirmEmailWorks as confirmEmailWorksCall } from '#contract/features/security-links.ts'
import { pages } from '#contract/pages.ts'
import type { AnswerOf } from '#contract/wire/call.ts'
import { showPerson } from '#server/accounts/show-account.ts'
import { homeOf } from '#server/accounts/signed-in.ts'
import type { Deps } from '#server/deps.ts'
import {
  dropLinks,
  findLink,
  type Link,
  linkLimit,
  makeLink,
  spendLink,
  wasUsed,
} from '#server/identity/links.ts'
import { originOf, type Session } from '#server/identity/sessions.ts'
import type { Db } from '#server/platform/db/database.ts'
import { formatShortDate } from '#server/platform/format-moment.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { countTries, countTry, type Limit, limitByIp } from '#server/platform/limits.ts'
import { noteEmailWorks } from '#server/platform/mail/note-bounce.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import { type TransactionDeps, transaction } from '#server/platform/transaction.ts'
import { HOUR } from '#server/ports/clock.ts'
import { postEmailTest } from './mails.ts'
import { type AgentOfEmail, findAgent, findBounce, findWaitingEmail } from './queries.ts'

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

/** Few: every mail that comes back again makes mail providers trust us less. */
const byPerson: Limit = { name: 'email-test:person', tries: 3, windowMinutes: 60 }

/** Sends a test email in spite of the mark. Its link takes the mark away. */
export async function testEmail(
  deps: TransactionDeps,
  { agentId, accountId }: Session,
): Promise<AnswerOf<typeof testEmailCall>> {
  const { db, clock } = deps
  const now = clock.now()
  await countTry(db, byPerson, String(agentId), now)
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
    await postEmailTest(tx, agent, await makeLink(tx, link, tx.now))
  })
  return { data: { status: 'sent' } }
}

const byIp = linkLimit('email-works')
const PURPOSE = 'email-works'

/** Opening the link changes nothing: a mail scanner that opens it is not the person. */
export async function showEmailTest(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  linkToken: string,
  visitor: Pick<Visitor, 'ip'>,
): Promise<Pick<EmailWorksValues, 'test' | 'wasUsed'>> {
  const now = clock.now()
  await countTries(db, limitByIp(byIp, visitor.ip), now)
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
  await countTries(deps.db, limitByIp(byIp, visitor.ip), deps.clock.now())
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
async function agentOf(db: Db, link: Link | undefined): Promise<AgentOfEmail | undefined> {
  const agent = link?.agentId ? await findAgent(db, link.agentId) : undefined
  return agent?.email === link?.subject.email ? agent : undefined
}
