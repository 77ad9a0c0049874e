import * as messages from '#contract/accounts/people-messages.ts'
import { mayManage } from '#contract/accounts/roles.ts'
import type { withdrawInvitation as withdrawInvitationCall } from '#contract/features/people/calls.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import { markRemoved } from '#server/accounts/mark-removed.ts'
import { refuseRole } from '#server/accounts/signed-in.ts'
import type { Deps } from '#server/deps.ts'
import { dropAllLinks } from '#server/identity/links.ts'
import type { Session } from '#server/identity/sessions.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import { listPeople } from './list-people.ts'
import { lockPeopleFor, lockPerson } from './queries.ts'

/** If the invitation has been accepted meanwhile, the person must be removed instead. */
export async function withdrawInvitation(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { agent_id: agentId }: ParsedBodyOf<typeof withdrawInvitationCall>,
  session: Session,
): Promise<AnswerOf<typeof withdrawInvitationCall> | Refused> {
  const { accountId, agentId: actorId } = session
  const now = clock.now()
  return db.transaction(async (tx) => {
    const actor = await lockPeopleFor(tx, session, 'manage-people')
    if (isRefused(actor)) return actor
    const invited = await lockPerson(tx, accountId, agentId)
    if (!invited || invited.joinedAt) return refuse('not-found', { errors: messages.invitationGone })
    if (!mayManage(actor.role, invited.role)) return refuseRole('give-roles')
    await dropAllLinks(tx, agentId, now)
    await markRemoved(tx, agentId, now)
    await recordAudit(
      tx,
      {
        actor: { agentId: actorId },
        action: 'invitation-withdrawn',
        accountId,
        origin: session.origin,
        details: { agentId },
      },
      now,
    )
    return { data: await listPeople(tx, session, now) }
  })
}
