import * as messages from '#contract/billing/messages.ts'
import { findSeatObstacle } from '#server/accounts/seats.ts'
import { hasOpenOrder } from '#server/billing/orders/order.ts'
import {
  applyPlanChange,
  type PlanChange,
  planForRenewal,
  seatsIn,
} from '#server/billing/orders/plan-change.ts'
import type { Deps } from '#server/deps.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import { postPlanned } from './mails.ts'
import { isPlanned, type Plan } from './queries.ts'
import { refusalUnlessSame } from './refusal-of-plan.ts'

/**
 * Changes that cost nothing now: a reduction from the next month on, or an exchange that comes to zero. The
 * gateway is not called. Repeating the request returns the same answer and sends no second mail.
 */
export function changeWithoutCharge(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'config'>,
  accountId: number,
  plan: Plan,
  change: PlanChange,
): Promise<{ data: { status: 'changed' } } | Refused> {
  const { db, clock } = deps
  const now = clock.now()
  const post = { ...deps, now }
  const { next, itemsNow } = change
  return db.transaction(async (tx) => {
    const refused = await refusalUnlessSame(tx, accountId, plan, now)
    if (refused) return refused
    if (await hasOpenOrder(tx, accountId)) {
      return refuse('invalid-fields', { errors: messages.paymentOfAccountUnderWay })
    }
    const obstacle = await findSeatObstacle(tx, accountId, seatsIn(change))
    if (obstacle) return refuse('invalid-fields', { errors: obstacle })
    const done = { data: { status: 'changed' as const } }
    if (change.lines.length > 0) {
      await applyPlanChange(tx, post, { accountId, change, paid: null })
      return done
    }
    if (next && (await isPlanned(tx, plan.id, next))) return done
    await planForRenewal(tx, plan.id, next, change.agentId, now)
    const { agentId, origin } = change
    const action = next ? 'plan-planned' : 'plan-kept'
    await recordAudit(
      tx,
      { actor: { agentId }, action, accountId, origin, details: next ? { from: next.on } : {} },
      now,
    )
    if (next) await postPlanned(tx, post, accountId, itemsNow, next)
    return done
  })
}
