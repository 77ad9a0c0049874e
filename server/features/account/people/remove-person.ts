import * as messages from '#contract/accounts/people-messages.ts'
import { mayManage } from '#contract/accounts/roles.ts'
import { formatMoment } from '#contract/calendar/billing-dates.ts'
import type { removePerson as removePersonCall } from '#contract/features/people/calls.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import { endHandOversOf } from '#server/accounts/end-hand-overs.ts'
import { findTimeZone } from '#server/accounts/find-time-zone.ts'
import { markRemoved } from '#server/accounts/mark-removed.ts'
import { findGivenAway } from '#server/accounts/owner-changes.ts'
import { refuseRole } from '#server/accounts/signed-in.ts'
import type { Deps } from '#server/deps.ts'
import { dropAllLinks } from '#server/identity/links.ts'
import { endSessionsOfAgent, type Session } from '#server/identity/sessions.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import { postHandOverEnded } from './hand-over-mails.ts'
import { listPeople } from './list-people.ts'
import { postRemoved } from './mails.ts'
import { findMembership, findNameForMail, lockPeopleFor, lockPerson } from './queries.ts'

/**
 * Takes effect immediately: the person's next request goes to the sign-in page. An owner can leave only by
 * handing the account over.
 */
export async function removePerson(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'config'>,
  { agent_id: agentId }: ParsedBodyOf<typeof removePersonCall>,
  session: Session,
  visitor: Pick<Visitor, 'report'>,
): Promise<AnswerOf<typeof removePersonCall> | Refused> {
  const { db, clock } = deps
  const { accountId, agentId: actorId } = session
  const now = clock.now()
  const removed = await db.transaction(async (tx) => {
    const actor = await lockPeopleFor(tx, session, 'manage-people')
    if (isRefused(actor)) return actor
    const person = await lockPerson(tx, accountId, agentId)
    if (!person?.joinedAt || person.role === 'owner')
      return refuse('not-found', { errors: messages.personGone })
    if (!mayManage(actor.role, person.role)) return refuseRole('give-roles')
    const given = await findGivenAway(tx, agentId, now)
    if (given?.undoEndsAt) {
      const until = formatMoment(await findTimeZone(tx, accountId), given.undoEndsAt)
      return refuse('invalid-fields', { errors: messages.formerOwnerStays(until) })
    }
    const membership = await findMembership(tx, agentId)
    await endSessionsOfAgent(tx, agentId, now)
    await dropAllLinks(tx, agentId, now)
    await markRemoved(tx, agentId, now)
    const ended = await endHandOversOf(tx, agentId, 'removed', now)
    if (ended) {
      const name = await findNameForMail(tx, agentId)
      await postHandOverEnded(tx, { ...deps, now }, ended, `${name} was removed from the account.`)
    }
    if (membership)
      await postRemoved(tx, { ...deps, now }, person, membership, await findNameForMail(tx, actorId))
    await recordAudit(
      tx,
      {
        actor: { agentId: actorId },
        action: 'person-removed',
        accountId,
        origin: session.origin,
        details: { agentId },
      },
      now,
    )
    return { data: await listPeople(tx, session, now) }
  })
  if (!isRefused(removed)) visitor.report('person.removed', { toAgentId: agentId })
  return removed
}
