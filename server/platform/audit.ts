import type { ActivityName, OperatorAction } from '#contract/features/activity.ts'
import type { Db } from './db/database.ts'
import { sql } from './db/sql.ts'

/** Who acted: an agent, by id, or the name of a non-human actor. */
export type Actor = { agentId: number } | string

/** Who pays with an emailed link, without a session. The link goes to the owner. */
export const BY_PAY_LINK = 'pay-link'

/** Who connects an app by entering the account number, without a session. The owner is told. */
export const BY_ACCOUNT_NUMBER = 'account-number'

/** Requests to and decisions by a second operator. */
export type ApprovalAction = Extract<OperatorAction, `approval-${string}`>

/** What the gateway said that an operator has to look into. */
export type GatewayAlert = Extract<OperatorAction, 'refund-failed' | 'refund-unbooked' | 'card-contact-asked'>

/** Operators' decisions about a failed refund, or one that waits for its payment to settle. */
export type RefundDecision = Extract<
  OperatorAction,
  'refund-waits' | 'waiting-refund-withdrawn' | `failed-refund-${string}`
>

/** Who did something on an operator's behalf, and why. */
export type By = { actor: Actor; reason?: string | undefined }

/** The origin: the shortened ip, and the browser and system as text. */
export type Origin = { ip: string; device: string }

export type AuditEntry = {
  actor: Actor
  action: ActivityName | OperatorAction
  /** Omitted when the entry concerns no account, such as a price list or a partner. */
  accountId?: number
  /** The person whose log it belongs to, if not the actor. */
  agentId?: number
  /** Omitted when no visitor asked for it, as for a job or the gateway. */
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
