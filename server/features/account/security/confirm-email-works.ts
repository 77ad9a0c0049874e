import * as messages from '#contract/accounts/people-messages.ts'
import type { confirmEmailWorks as confirmEmailWorksCall } from '#contract/features/security/link-calls.ts'
import type { EmailWorksValues } from '#contract/features/security/values.ts'
import type { AnswerOf } from '#contract/wire/call.ts'
import type { Deps } from '#server/deps.ts'
import { linkLimit } from '#server/identity/link-limit.ts'
import { findLink, type Link, spendLink, wasUsed } from '#server/identity/links.ts'
import { originOf } from '#server/identity/origin.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { countTries, limitByIp } from '#server/platform/limits.ts'
import { noteEmailWorks } from '#server/platform/mail/note-bounce.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import { type AgentOfEmail, findAgent } from './queries.ts'

const byIp = linkLimit('email-works')
const PURPOSE = 'email-works'

/** Opening the link changes nothing: a mail scanner that opens it is not the person. */
export async function showEmailTest(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  linkToken: string,
  visitor: Pick<Visitor, 'ip'>,
): Promise<Pick<EmailWorksValues, 'test' | 'wasUsed'> | Refused> {
  const now = clock.now()
  await countTries(db, limitByIp(byIp, visitor.ip), now)
  const agent = await agentOf(db, await findLink(db, PURPOSE, linkToken, now))
  if (!agent) return { test: null, wasUsed: await wasUsed(db, PURPOSE, linkToken) }
  const { email, company, pin } = agent
  return { test: { email, company, pin }, wasUsed: false }
}

export async function confirmEmailWorks(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  linkToken: string,
  visitor: Pick<Visitor, 'ip' | 'userAgent'>,
): Promise<AnswerOf<typeof confirmEmailWorksCall> | Refused> {
  const now = clock.now()
  await countTries(db, limitByIp(byIp, visitor.ip), now)
  return db.transaction(async (tx) => {
    const agent = await agentOf(tx, await spendLink(tx, PURPOSE, linkToken, now))
    if (!agent) return overWith(await wasUsed(tx, PURPOSE, linkToken))
    await noteEmailWorks(tx, agent.email, originOf(visitor), now)
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
