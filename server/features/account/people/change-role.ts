import { givenRoleOf } from '#contract/accounts/given-role.ts'
import * as messages from '#contract/accounts/people-messages.ts'
import type { changeRole as changeRoleCall } from '#contract/features/people/calls.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import type { Deps } from '#server/deps.ts'
import type { Session } from '#server/identity/sessions.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import { listPeople } from './list-people.ts'
import { postRoleChanged } from './mails.ts'
import { findMembership, findNameForMail, lockPeopleFor, lockPerson, setRole } from './queries.ts'

/** Applies from the person's next request on. An open invitation can be given another role, too. */
export async function changeRole(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'config'>,
  body: ParsedBodyOf<typeof changeRoleCall>,
  session: Session,
): Promise<AnswerOf<typeof changeRoleCall> | Refused> {
  const { db, clock } = deps
  const { accountId, agentId: actorId, origin } = session
  const now = clock.now()
  const role = givenRoleOf(body.role)
  return db.transaction(async (tx) => {
    const actor = await lockPeopleFor(tx, session, 'give-roles')
    if (isRefused(actor)) return actor
    const person = await lockPerson(tx, accountId, body.agent_id)
    if (!person) return refuse('not-found', { errors: messages.personGone })
    if (person.role === 'owner') return refuse('invalid-fields', { errors: messages.ownerHasNoOtherRole })
    if (person.role !== role) {
      await setRole(tx, person.id, role)
      const membership = person.joinedAt ? await findMembership(tx, person.id) : undefined
      const changedBy = await findNameForMail(tx, actorId)
      if (membership) await postRoleChanged(tx, { ...deps, now }, person, membership, { role, changedBy })
      const details = { agentId: person.id, formerRole: person.role, role }
      await recordAudit(
        tx,
        {
          actor: { agentId: actorId },
          action: 'role-changed',
          accountId,
          agentId: person.id,
          origin,
          details,
        },
        now,
      )
    }
    return { data: await listPeople(tx, session, now) }
  })
}
