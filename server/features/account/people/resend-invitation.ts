import * as messages from '#contract/accounts/people-messages.ts'
import { mayManage } from '#contract/accounts/roles.ts'
import type { resendInvitation as resendInvitationCall } from '#contract/features/people/calls.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import { refuseRole } from '#server/accounts/signed-in.ts'
import type { Deps } from '#server/deps.ts'
import type { Session } from '#server/identity/sessions.ts'
import { countTry, type Limit } from '#server/platform/limits.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import { makeInvitationLink } from './invitation-link.ts'
import { listPeople } from './list-people.ts'
import { postInvitation } from './mails.ts'
import { lockPeopleFor, lockPerson } from './queries.ts'

/** Also for operators. */
export const byInvitation: Limit = { name: 'resend-invitation:person', tries: 5, windowMinutes: 60 }

export async function resendInvitation(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'config'>,
  { agent_id: agentId }: ParsedBodyOf<typeof resendInvitationCall>,
  session: Session,
): Promise<AnswerOf<typeof resendInvitationCall> | Refused> {
  const { db, clock } = deps
  const { accountId } = session
  const now = clock.now()
  await countTry(db, byInvitation, `${accountId} ${agentId}`, now)
  return db.transaction(async (tx) => {
    const actor = await lockPeopleFor(tx, session, 'manage-people')
    if (isRefused(actor)) return actor
    const invited = await lockPerson(tx, accountId, agentId)
    if (!invited || invited.joinedAt) return refuse('not-found', { errors: messages.invitationGone })
    if (!mayManage(actor.role, invited.role)) return refuseRole('give-roles')
    const token = await makeInvitationLink(tx, { agentId, accountId }, now)
    await postInvitation(tx, { ...deps, now }, agentId, token)
    return { data: await listPeople(tx, session, now) }
  })
}
