import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

export type EndedHandOver = { accountId: number; formerId: number; nextId: number }

/** For the audit: why what support asked for no longer holds. */
const reasons = {
  'email-unsafe': 'The email of one of the two was changed or reported',
  'handed-over': 'The owner handed the account over',
  removed: 'One of the two was removed from the account',
} as const

/**
 * Ends the open hand-over that a person is part of, and both of its links: whoever agreed did so before this. Support
 * can ask again. Whoever calls it has locked the account.
 */
export async function endHandOversOf(
  tx: Db,
  agentId: number,
  why: keyof typeof reasons,
  now: Date,
): Promise<EndedHandOver | undefined> {
  const ended = await tx.maybe<EndedHandOver>(sql`
    update hand_overs set ended_at = ${now}, outcome = 'withdrawn'
    where account_id = (select account_id from agents where id = ${agentId}) and ended_at is null
      and expires_at > ${now} and ${agentId}::bigint in (former_id, next_id)
    returning account_id as "accountId", former_id as "formerId", next_id as "nextId"`)
  if (!ended) return undefined
  const { accountId, formerId, nextId } = ended
  await tx.run(sql`
    update links set spent_at = ${now}
    where agent_id = any(${[formerId, nextId]}) and purpose = 'hand-over' and spent_at is null`)
  const details = { agentId: nextId, reason: reasons[why] }
  await recordAudit(tx, { actor: 'system', action: 'hand-over-withdrawn', accountId, details }, now)
  return ended
}
