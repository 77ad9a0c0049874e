import type { Db } from './db/database.ts'
import { sql } from './db/sql.ts'

/** Who acted: an agent, by id, or the name of a non-human actor. */
export type Actor = { agentId: number } | string

export type AuditEntry = {
  actor: Actor
  action: string
  /** Omitted when the entry concerns no account, such as a price list or a partner. */
  accountId?: number
  details?: Record<string, unknown>
}

/** Writes an audit entry. It must be part of the transaction that makes the change. */
export async function recordAudit(
  tx: Db,
  { actor, action, accountId, details = {} }: AuditEntry,
  now: Date,
): Promise<void> {
  await tx.run(sql`
    insert into audit (at, actor, action, account_id, details)
    values (${now}, ${nameOf(actor)}, ${action}, ${accountId ?? null},
      ${JSON.stringify(details)})`)
}

/** The actor as stored in the audit entry. */
export function nameOf(actor: Actor): string {
  return typeof actor === 'string' ? actor : `agent:${actor.agentId}`
}
