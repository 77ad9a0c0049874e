import type { ActivityName, OperatorAction } from '#contract/features/activity.ts'
import type { Db } from './db/database.ts'
import { sql } from './db/sql.ts'

/** Who acted: an agent, by id, or the name of a non-human actor. */
export type Actor = { agentId: number } | string

/** What is asked of, and decided by, a second operator. */
export type ApprovalAction = Extract<OperatorAction, `approval-${string}`>

/** What the gateway tells about a refund, and an operator has to look into. */
export type RefundAlert = Extract<OperatorAction, 'refund-failed' | 'refund-unbooked'>

/** What operators decide about a refund that failed, or that waits for its payment to settle. */
export type RefundDecision = Extract<
  OperatorAction,
  'refund-waits' | 'waiting-refund-withdrawn' | `failed-refund-${string}`
>

/** Who did something on an operator's behalf, and why. */
export type By = { actor: Actor; reason?: string | undefined }

/** From where: the shortened ip, and the browser and system in words. */
export type Origin = { ip: string; device: string }

export type AuditEntry = {
  actor: Actor
  action: ActivityName | OperatorAction
  /** Omitted when the entry concerns no account, such as a price list or a partner. */
  accountId?: number
  /** The person in whose log it belongs, if not the one who acted. */
  agentId?: number
  /** Omitted for what no visitor asked for, such as a job's or the gateway's doing. */
  origin?: Origin | undefined
  details?: Record<string, unknown>
}

/** Writes an audit entry. It must be part of the transaction that makes the change. */
export async function recordAudit(
  tx: Db,
  { actor, action, accountId, agentId, origin, details = {} }: AuditEntry,
  now: Date,
): Promise<void> {
  const about = agentId ?? (typeof actor === 'string' ? null : actor.agentId)
  await tx.run(sql`
    insert into audit (at, actor, action, account_id, agent_id, ip, device, details)
    values (${now}, ${nameOf(actor)}, ${action}, ${accountId ?? null}, ${about}, ${origin?.ip ?? ''},
      ${origin?.device ?? ''}, ${JSON.stringify(details)})`)
}

/** The actor as stored in the audit entry. */
export function nameOf(actor: Actor): string {
  return typeof actor === 'string' ? actor : `agent:${actor.agentId}`
}
