import * as messages from '#contract/accounts/people-messages.ts'
import { lockPeople } from '#server/accounts/seats.ts'
import { type By, recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { MailDeps } from '#server/platform/mail/queue-mail.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import { addInvited } from './invite.ts'
import { findMembership } from './queries.ts'

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
