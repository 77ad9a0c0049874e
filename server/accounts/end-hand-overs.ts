import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/**
 * Ends the open hand-over of a person whose email may have been read by somebody else, and both of its links. Support
 * can ask again. Whoever calls it has locked the account.
 */
export async function endHandOversOf(tx: Db, agentId: number, now: Date): Promise<void> {
  const ended = await tx.maybe<{ accountId: number; formerId: number; nextId: number }>(sql`
    update hand_overs set ended_at = ${now}, outcome = 'withdrawn'
    where account_id = (select account_id from agents where id = ${agentId}) and ended_at is null
      and ${agentId}::bigint in (former_id, next_id)
    returning account_id as "accountId", former_id as "formerId", next_id as "nextId"`)
  if (!ended) return
  const { accountId, formerId, nextId } = ended
  await tx.run(sql`
    update links set spent_at = ${now}
    where agent_id = any(${[formerId, nextId]}) and purpose = 'hand-over' and spent_at is null`)
  const details = { agentId: nextId, reason: 'The email of one of the two was changed or reported' }
  await recordAudit(tx, { actor: 'system', action: 'hand-over-withdrawn', accountId, details }, now)
}
