import * as messages from '#contract/accounts/people-messages.ts'
import type { takeDialer as takeDialerCall } from '#contract/features/people/calls.ts'
import { dialerKeyOf } from '#contract/features/people/fields.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import type { Deps } from '#server/deps.ts'
import type { Session } from '#server/identity/sessions.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import { listPeople } from './list-people.ts'
import { dropDialer, lockPeopleFor, lockPerson } from './queries.ts'

/** The others who share the dialer keep it. */
export async function takeDialer(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { agent_id, item: key }: ParsedBodyOf<typeof takeDialerCall>,
  session: Session,
): Promise<AnswerOf<typeof takeDialerCall> | Refused> {
  const { accountId, agentId: actorId, origin } = session
  const now = clock.now()
  const item = dialerKeyOf(key)
  return db.transaction(async (tx) => {
    const actor = await lockPeopleFor(tx, session, 'manage-people')
    if (isRefused(actor)) return actor
    const person = await lockPerson(tx, accountId, agent_id)
    if (!person) return refuse('not-found', { errors: messages.personGone })
    if (await dropDialer(tx, person.id, item)) {
      const details = { agentId: person.id, item }
      await recordAudit(
        tx,
        { actor: { agentId: actorId }, action: 'dialer-taken', accountId, origin, details },
        now,
      )
    }
    return { data: await listPeople(tx, session, now) }
  })
}
