import * as messages from '#contract/accounts/people-messages.ts'
import { type DialerKey, dialerKeyOf } from '#contract/catalogue/dialers.ts'
import type * as calls from '#contract/features/people.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import { by, type Session } from '#server/identity/sessions.ts'
import type { Db } from '#server/platform/db/database.ts'
import { violated } from '#server/platform/db/errors.ts'
import { sql } from '#server/platform/db/sql.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { TransactionDeps } from '#server/platform/transaction.ts'
import { changePeople } from './people.ts'
import { lockPerson } from './queries.ts'

/**
 * Somebody with another dialer of the same kind gets this one instead. The dialer itself ensures that people
 * who share one do not use it at the same time.
 */
export async function assignDialer(
  deps: TransactionDeps,
  { agent_id, item: key, place }: ParsedBodyOf<typeof calls.assignDialer>,
  session: Session,
): Promise<AnswerOf<typeof calls.assignDialer>> {
  const { accountId, agentId: assignedBy } = session
  const item = dialerKeyOf(key)
  try {
    return await changePeople(deps, session, 'manage-people', async (tx) => {
      const person = await lockPerson(tx, accountId, agent_id)
      if (!person?.joinedAt) throw refuse('not-found', { errors: messages.personGone })
      const agentId = person.id
      if (await setDialer(tx, { accountId, agentId, item, place, assignedBy }, tx.now))
        await tx.audit({ ...by(session), action: 'dialer-assigned', details: { agentId, item, place } })
    })
  } catch (error) {
    if (violated(error, 'dialer_is_bought')) throw refuse('invalid-fields', { errors: messages.dialerGone })
    throw error
  }
}

/** Others who share the dialer keep it. */
export function takeDialer(
  deps: TransactionDeps,
  { agent_id, item: key }: ParsedBodyOf<typeof calls.takeDialer>,
  session: Session,
): Promise<AnswerOf<typeof calls.takeDialer>> {
  const item = dialerKeyOf(key)
  return changePeople(deps, session, 'manage-people', async (tx) => {
    const person = await lockPerson(tx, session.accountId, agent_id)
    if (!person) throw refuse('not-found', { errors: messages.personGone })
    if (await dropDialer(tx, person.id, item))
      await tx.audit({ ...by(session), action: 'dialer-taken', details: { agentId: person.id, item } })
  })
}

/** False if the person already has exactly this dialer. */
async function setDialer(
  tx: Db,
  assignment: { accountId: number; agentId: number; item: DialerKey; place: number; assignedBy: number },
  now: Date,
): Promise<boolean> {
  const set = await tx.run(sql`
    insert into dialer_assignments as d (agent_id, item, account_id, place, assigned_by, assigned_at)
    values (${assignment.agentId}, ${assignment.item}, ${assignment.accountId}, ${assignment.place}, ${assignment.assignedBy}, ${now})
    on conflict (agent_id, item) do update
      set place = excluded.place, assigned_by = excluded.assigned_by, assigned_at = excluded.assigned_at
      where d.place <> excluded.place`)
  return set === 1
}

async function dropDialer(tx: Db, agentId: number, item: DialerKey): Promise<boolean> {
  const dropped = await tx.run(
    sql`delete from dialer_assignments where agent_id = ${agentId} and item = ${item}`,
  )
  return dropped === 1
}
