import { callerMessages } from '#contract/billing/caller-messages.ts'
import * as messages from '#contract/billing/messages.ts'
import type { Session } from '#server/identity/sessions.ts'
import type { Actor, Origin } from '#server/platform/audit.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'

/** Who called customer service, as they said, and why the operator does it. */
export type Caller = { name: string; reason: string }

/** Who changes a subscription: a person of the account, or an operator for a caller. */
export type Changer = {
  accountId: number
  actor: Actor
  origin?: Origin | undefined
  caller?: Caller
}

export function changerIn({ accountId, agentId, origin }: Session): Changer {
  return { accountId, actor: { agentId }, origin }
}

/** Why a change cannot be made now, in the words of the customer's pages. */
const words: Record<keyof typeof callerMessages, string> = {
  nothingToCancel: messages.nothingToCancel,
  nothingToUndo: messages.nothingToUndo,
  nothingToHold: messages.nothingToHold,
  nothingHeld: messages.nothingHeld,
  planIsCanceled: messages.planIsCanceled,
  alreadyHeld: messages.alreadyHeld,
  paymentUnderWay: messages.paymentOfAccountUnderWay,
  unpaid: messages.paymentOfAccountUnderWay,
  endHoldWhenPaid: messages.endHoldWhenPaid,
}
export type Obstacle = keyof typeof callerMessages

export function obstructed({ caller }: Pick<Changer, 'caller'>, obstacle: Obstacle): Refused {
  const errors = caller ? callerMessages[obstacle] : words[obstacle]
  return refuse('invalid-fields', { errors })
}

/** What the audit entry adds if an operator did it. */
export function detailsOf({ caller }: Changer): Record<string, string> {
  return caller ? { caller: caller.name, reason: caller.reason } : {}
}
