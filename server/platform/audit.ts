import type { Db } from './db/database.ts'
import { sql } from './db/sql.ts'

/** Who did it: an agent by its id, or what acted by itself. */
export type Actor = { agentId: number } | string

export type AuditEntry = {
  actor: Actor
  action: string
  /** Left out where it is about no account: a price list, a partner. */
  accountId?: number
  details?: Record<string, unknown>
}

/** What was done, by whom and when: part of the transaction that did it. */
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

/** As it is written down. */
export function nameOf(actor: Actor): string {
  return typeof actor === 'string' ? actor : `agent:${actor.agentId}`
}
