import { givenRoleOf } from '#contract/accounts/given-role.ts'
import * as messages from '#contract/accounts/people-messages.ts'
import { mayManage } from '#contract/accounts/roles.ts'
import type { invitePerson } from '#contract/features/people/calls.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import { seatsOf, seatsTaken } from '#server/accounts/seats.ts'
import { refuseRole } from '#server/accounts/signed-in.ts'
import type { Deps } from '#server/deps.ts'
import type { Session } from '#server/identity/sessions.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { countTry, type Limit } from '#server/platform/limits.ts'
import type { MailDeps } from '#server/platform/mail/queue-mail.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import { makeInvitationLink } from './invitation-link.ts'
import { listPeople } from './list-people.ts'
import { postInvitation } from './mails.ts'
import { type Invited, insertInvited, isInAccount, lockPeopleFor } from './queries.ts'

/** Limits how often a customer can make us email people who have no account. */
const byAccount: Limit = { name: 'invite:account', tries: 60, windowMinutes: 24 * 60 }
const byEmail: Limit = { name: 'invite:email', tries: 10, windowMinutes: 24 * 60 }

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
  await countTry(db, byAccount, String(accountId), now)
  await countTry(db, byEmail, email.toLowerCase(), now)
  return db.transaction(async (tx) => {
    const actor = await lockPeopleFor(tx, session, 'manage-people')
    if (isRefused(actor)) return actor
    if (!mayManage(actor.role, role)) return refuseRole('give-roles')
    const agentId = await addInvited(tx, { ...deps, now }, { accountId, email, role, inviter: session })
    if (isRefused(agentId)) return agentId
    const entry = { actor: { agentId: invitedBy }, accountId, origin: session.origin }
    await recordAudit(tx, { ...entry, action: 'person-invited', details: { agentId, role } }, now)
    return { data: await listPeople(tx, session, now) }
  })
}

/** Whoever calls it has locked the people of the account. */
export async function addInvited(tx: Db, deps: MailDeps, invited: Invited): Promise<number | Refused> {
  const { accountId, email } = invited
  const obstacle = await findObstacle(tx, accountId, email)
  if (obstacle) return wrongEmail(obstacle)
  const agentId = await insertInvited(tx, invited, deps.now)
  const token = await makeInvitationLink(tx, { agentId, accountId }, deps.now)
  await postInvitation(tx, deps, agentId, token)
  return agentId
}

/** Why this email cannot be invited. */
async function findObstacle(db: Db, accountId: number, email: string): Promise<string | undefined> {
  if (await isInAccount(db, accountId, email)) return messages.alreadyInAccount
  const seats = await seatsOf(db, accountId)
  return (await seatsTaken(db, accountId)) >= seats ? messages.noSeatLeft(seats) : undefined
}

function wrongEmail(text: string): Refused {
  return refuse('invalid-fields', { errors: { email: [text] } })
}
