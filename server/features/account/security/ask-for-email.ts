import * as messages from '#contract/accounts/people-messages.ts'
import { EMAIL_LINK_HOURS } from '#contract/calendar/lifetimes.ts'
import type { askForEmail as askForEmailCall, stopEmailChange } from '#contract/features/security/calls.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import type { Deps } from '#server/deps.ts'
import { dropLinks, makeLink } from '#server/identity/links.ts'
import { requireOpenSession, type Session } from '#server/identity/sessions.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { countTry, type Limit } from '#server/platform/limits.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import { HOUR } from '#server/ports/clock.ts'
import { postEmailAsked, postEmailLink } from './mails.ts'
import { findAgent, isTaken } from './queries.ts'

const byPerson: Limit = { name: 'email-change:person', tries: 6, windowMinutes: 60 }
const EMAIL_LINK_LASTS_MS = EMAIL_LINK_HOURS * HOUR

/**
 * Nothing changes yet: the new address gets a link, and the old one a notice while the change can still be
 * stopped.
 */
export async function askForEmail(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'config'>,
  { email }: ParsedBodyOf<typeof askForEmailCall>,
  session: Session,
  visitor: Pick<Visitor, 'ip' | 'userAgent' | 'report'>,
): Promise<AnswerOf<typeof askForEmailCall> | Refused> {
  const { db, clock } = deps
  const { agentId, accountId, origin } = session
  const now = clock.now()
  const agent = await findAgent(db, agentId)
  if (!agent) return refuse('signed-out')
  await countTry(db, byPerson, String(agentId), now)
  if (agent.email === email) return wrongEmail(messages.alreadyYourEmail)
  if (await isTaken(db, accountId, email, agentId)) return wrongEmail(messages.alreadyInAccount)
  await db.transaction(async (tx) => {
    await requireOpenSession(tx, session)
    await dropLinks(tx, 'email-change', agentId, now)
    const token = await makeLink(
      tx,
      { purpose: 'email-change', agentId, accountId, subject: { email }, lastsMs: EMAIL_LINK_LASTS_MS },
      now,
    )
    await postEmailLink(tx, { ...deps, now }, agent, email, token)
    await postEmailAsked(tx, { ...deps, now }, agent, email)
    await recordAudit(tx, { actor: { agentId }, action: 'email-change-asked', accountId, origin }, now)
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
