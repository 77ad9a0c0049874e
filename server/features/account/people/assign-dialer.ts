import * as messages from '#contract/accounts/people-messages.ts'
import type { assignDialer as assignDialerCall } from '#contract/features/people/calls.ts'
import { dialerKeyOf } from '#contract/features/people/fields.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import type { Deps } from '#server/deps.ts'
import type { Session } from '#server/identity/sessions.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { violated } from '#server/platform/db/errors.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import { listPeople } from './list-people.ts'
import { lockPeopleFor, lockPerson, setDialer } from './queries.ts'

/**
 * Somebody who has another dialer of the same kind gets this one instead. Whether people who share a dialer use it
 * at the same time is for the dialer to see to.
 */
export async function assignDialer(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { agent_id, item: key, place }: ParsedBodyOf<typeof assignDialerCall>,
  session: Session,
): Promise<AnswerOf<typeof assignDialerCall> | Refused> {
  const { accountId, agentId: actorId, origin } = session
  const now = clock.now()
  const item = dialerKeyOf(key)
  try {
    return await db.transaction(async (tx) => {
      const actor = await lockPeopleFor(tx, session, 'manage-people')
      if (isRefused(actor)) return actor
      const person = await lockPerson(tx, accountId, agent_id)
      if (!person?.joinedAt) return refuse('not-found', { errors: messages.personGone })
      if (await setDialer(tx, { accountId, agentId: person.id, item, place, assignedBy: actorId }, now)) {
        const details = { agentId: person.id, item, place }
        await recordAudit(
          tx,
          { actor: { agentId: actorId }, action: 'dialer-assigned', accountId, origin, details },
          now,
        )
      }
      return { data: await listPeople(tx, session, now) }
    })
  } catch (error) {
    if (violated(error, 'dialer_is_bought')) return refuse('invalid-fields', { errors: messages.dialerGone })
    throw error
  }
}
