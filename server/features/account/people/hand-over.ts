import * as messages from '#contract/accounts/people-messages.ts'
import type { handOver as handOverCall } from '#contract/features/people/calls.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import { endHandOversOf } from '#server/accounts/end-hand-overs.ts'
import { changeOwner } from '#server/accounts/owner-changes.ts'
import type { Deps } from '#server/deps.ts'
import type { Session } from '#server/identity/sessions.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import { postHandOverOvertaken } from './hand-over-mails.ts'
import { listPeople } from './list-people.ts'
import { postHandedOver } from './mails.ts'
import { lockPeopleFor, lockPerson } from './queries.ts'

/** The former owner stays as a user. Both are notified by mail. What support asked for about the owner is over. */
export async function handOver(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'config'>,
  { agent_id: nextId }: ParsedBodyOf<typeof handOverCall>,
  session: Session,
  visitor: Pick<Visitor, 'ip' | 'userAgent' | 'report'>,
): Promise<AnswerOf<typeof handOverCall> | Refused> {
  const { db, clock } = deps
  const { accountId, agentId: formerId } = session
  const now = clock.now()
  const handed = await db.transaction(async (tx) => {
    // With two tabs at once, the second one finds that the account has already been handed over.
    const actor = await lockPeopleFor(tx, session, 'hand-over')
    if (isRefused(actor)) return actor
    const former = await lockPerson(tx, accountId, formerId)
    const next = await lockPerson(tx, accountId, nextId)
    if (!former || !next || next.id === formerId) return refuse('not-found', { errors: messages.personGone })
    if (!next.joinedAt) return refuse('invalid-fields', { errors: messages.notAnOwnerYet })
    await changeOwner(tx, { accountId, formerId, nextId, bySupport: false }, now)
    await postHandedOver(tx, { ...deps, now }, { accountId, former, next, canUndo: true })
    const ended = await endHandOversOf(tx, formerId, 'handed-over', now)
    if (ended && ended.nextId !== nextId)
      await postHandOverOvertaken(tx, { ...deps, now }, ended, { former, next })
    await recordAudit(
      tx,
      {
        actor: { agentId: formerId },
        action: 'account-handed-over',
        accountId,
        origin: session.origin,
        details: { nextId },
      },
      now,
    )
    return { data: await listPeople(tx, session, now) }
  })
  if (!isRefused(handed)) visitor.report('account.handed-over', { toAgentId: nextId })
  return handed
}
