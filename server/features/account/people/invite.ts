import * as messages from '#contract/accounts/people-messages.ts'
import { mayManage } from '#contract/accounts/roles.ts'
import type { invitePerson } from '#contract/features/people/calls.ts'
import { givenRoleOf } from '#contract/features/people/fields.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import { seatsOf, seatsTaken } from '#server/accounts/seats.ts'
import { refuseRole } from '#server/accounts/signed-in.ts'
import type { Deps } from '#server/deps.ts'
import type { Session } from '#server/identity/sessions.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { countTry, type Limit } from '#server/platform/limits.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import { makeInvitationLink } from './invitation-link.ts'
import { listPeople } from './list-people.ts'
import { postInvitation } from './mails.ts'
import { insertInvited, isInAccount, lockPeopleFor } from './queries.ts'

/** Limits how often a customer can make us email people who have no account. */
export const byAccount: Limit = { name: 'invite:account', tries: 60, windowMinutes: 24 * 60 }
export const byEmail: Limit = { name: 'invite:email', tries: 10, windowMinutes: 24 * 60 }

export async function invite(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'config'>,
  body: ParsedBodyOf<typeof invitePerson>,
  session: Session,
): Promise<AnswerOf<typeof invitePerson> | Refused> {
  const { db, clock } = deps
  const { accountId, agentId: invitedBy } = session
  const { email } = body
  const role = givenRoleOf(body.role)
  const now = clock.now()
  const throttled =
    (await countTry(db, byAccount, String(accountId), now)) ??
    (await countTry(db, byEmail, email.toLowerCase(), now))
  if (throttled) return throttled
  return db.transaction(async (tx) => {
    const actor = await lockPeopleFor(tx, session, 'manage-people')
    if (isRefused(actor)) return actor
    if (!mayManage(actor.role, role)) return refuseRole('give-roles')
    if (await isInAccount(tx, accountId, email)) return wrongEmail(messages.alreadyInAccount)
    const seats = await seatsOf(tx, accountId)
    if ((await seatsTaken(tx, accountId)) >= seats) return wrongEmail(messages.noSeatLeft(seats))
    const agentId = await insertInvited(tx, { accountId, email, role, invitedBy }, now)
    const token = await makeInvitationLink(tx, { agentId, accountId }, now)
    await postInvitation(tx, { ...deps, now }, agentId, token)
    await recordAudit(
      tx,
      {
        actor: { agentId: invitedBy },
        action: 'person-invited',
        accountId,
        origin: session.origin,
        details: { agentId, role },
      },
      now,
    )
    return { data: await listPeople(tx, session, now) }
  })
}

function wrongEmail(text: string): Refused {
  return refuse('invalid-fields', { errors: { email: [text] } })
}
