import { EMAIL_LINK_HOURS } from '#contract/calendar/lifetimes.ts'
import type { testEmail as testEmailCall } from '#contract/features/security/calls.ts'
import type { AnswerOf } from '#contract/wire/call.ts'
import type { Deps } from '#server/deps.ts'
import { dropLinks, makeLink } from '#server/identity/links.ts'
import type { Session } from '#server/identity/sessions.ts'
import { countTry, type Limit } from '#server/platform/limits.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import { HOUR } from '#server/ports/clock.ts'
import { postEmailTest } from './mails.ts'
import { findAgent } from './queries.ts'

/** Few: every mail that comes back again makes mail providers trust us less. */
const byPerson: Limit = { name: 'email-test:person', tries: 3, windowMinutes: 60 }

/** Sends a test email in spite of the mark. Its link takes the mark away. */
export async function testEmail(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'config'>,
  { agentId, accountId }: Session,
): Promise<AnswerOf<typeof testEmailCall> | Refused> {
  const { db, clock } = deps
  const now = clock.now()
  await countTry(db, byPerson, String(agentId), now)
  const agent = await findAgent(db, agentId)
  if (!agent) return refuse('signed-out')
  await db.transaction(async (tx) => {
    await dropLinks(tx, 'email-works', agentId, now)
    const subject = { email: agent.email }
    const link = {
      purpose: 'email-works',
      agentId,
      accountId,
      subject,
      lastsMs: EMAIL_LINK_HOURS * HOUR,
    } as const
    await postEmailTest(tx, { ...deps, now }, agent, await makeLink(tx, link, now))
  })
  return { data: { status: 'sent' } }
}
