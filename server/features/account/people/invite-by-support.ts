import * as messages from '#contract/accounts/people-messages.ts'
import { lockPeople } from '#server/accounts/seats.ts'
import { type By, recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { MailDeps } from '#server/platform/mail/queue-mail.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import { makeInvitationLink } from './invitation-link.ts'
import { addInvited } from './invite.ts'
import { postInvitation } from './mails.ts'
import { findMembership, lockPerson } from './queries.ts'

/** An operator invites a person for the owner, within the seats of the plan. Only its own people give more than a user may. */
export async function inviteBySupport(
  tx: Db,
  deps: MailDeps,
  invited: { accountId: number; ownerId: number; email: string },
  { actor, reason }: By,
): Promise<number | Refused> {
  const { accountId, ownerId, email } = invited
  const role = 'user'
  await lockPeople(tx, accountId)
  // An account that has ended accepts nobody.
  if (!(await findMembership(tx, ownerId)))
    return refuse('invalid-fields', { errors: messages.accountTakesNobody })
  const agentId = await addInvited(tx, deps, { accountId, email, role, inviter: undefined })
  if (isRefused(agentId)) return agentId
  const details = { agentId, role, reason }
  await recordAudit(tx, { actor, action: 'person-invited', accountId, details }, deps.now)
  return agentId
}

/** An operator sends an open or expired invitation again. The role is the one that was given; the former link no longer works. */
export async function resendInvitationBySupport(
  tx: Db,
  deps: MailDeps,
  { accountId, agentId }: { accountId: number; agentId: number },
  { actor, reason }: By,
): Promise<{ email: string } | Refused> {
  await lockPeople(tx, accountId)
  const invited = await lockPerson(tx, accountId, agentId)
  if (!invited) return refuse('not-found', { errors: messages.personGone })
  if (invited.joinedAt) return refuse('invalid-fields', { errors: messages.joinedAlready })
  // An account that has ended accepts nobody.
  if (!(await findMembership(tx, agentId)))
    return refuse('invalid-fields', { errors: messages.accountTakesNobody })
  const token = await makeInvitationLink(tx, { agentId, accountId }, deps.now)
  await postInvitation(tx, deps, agentId, token)
  const details = { agentId, reason }
  await recordAudit(tx, { actor, action: 'invitation-resent', accountId, details }, deps.now)
  return { email: invited.email }
}
