import * as messages from '#contract/billing/messages.ts'
import { declineMessage } from '#server/billing/cards/decline-messages.ts'
import type { Deps } from '#server/deps.ts'
import { defineJob } from '#server/platform/jobs/jobs.ts'
import type { FoundCharge } from '#server/ports/payments.ts'
import { lookAgainLater, returnPayment } from './give-back.ts'
import {
  accountOf,
  closeOrder,
  type Fulfillment,
  findOrder,
  markUnknown,
  type Order,
  type OrderKind,
  settleCharge,
} from './order.ts'
import { type PlanChange, planChange } from './plan-change.ts'
import { type Reactivation, reactivation } from './reactivation.ts'
import { type SignUp, signUp } from './sign-up.ts'

type SettleDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'config'>

export type Subjects = { 'sign-up': SignUp; 'plan-change': PlanChange; reactivation: Reactivation }

/** How each kind of order is fulfilled. */
const kinds: { [Kind in OrderKind]: Fulfillment<Subjects[Kind]> } = {
  'sign-up': signUp,
  'plan-change': planChange,
  reactivation,
}

const settling = { retries: 60, firstRetrySeconds: 15, longestRetrySeconds: 600, expiresSeconds: 30 }
/**
 * Separate job names, because during an upgrade the previous release works on the same queues, and settles
 * each kind of order only under the name given here.
 */
export const settleJobs = {
  'sign-up': defineJob<{ key: string }>({ name: 'settle-order', ...settling }),
  'plan-change': defineJob<{ key: string }>({ name: 'settle-account-order', ...settling }),
  reactivation: defineJob<{ key: string }>({ name: 'settle-account-order', ...settling }),
} as const satisfies Record<OrderKind, unknown>

/**
 * Applies the gateway's answer to an order, in one transaction. Does nothing if the order is already closed.
 */
export async function settleOrder(
  { db, clock, jobs, config }: SettleDeps,
  order: Order,
  found: FoundCharge,
): Promise<void> {
  const { id, key } = order
  const fulfillment = fulfillmentOf(order)
  const now = clock.now()
  const mailDeps = { jobs, config, now }
  await db.transaction(async (tx) => {
    switch (found.kind) {
      case 'paid': {
        const obstacle = await fulfillment.findObstacle(tx, order)
        if (!(await closeOrder(tx, id, obstacle ? 'voided' : 'paid', now, obstacle))) return
        if (obstacle) {
          const accountId = accountOf(order)
          await returnPayment(tx, mailDeps, { key, accountId, reference: found.reference, why: obstacle })
          await fulfillment.givenUp(tx, order, now)
          return
        }
        const charge = await settleCharge(tx, key, { outcome: 'paid', reference: found.reference }, now)
        if (!charge) throw new Error(`The paid order ${id} has no charge`)
        await fulfillment.paid(tx, mailDeps, order, charge)
        return
      }
      case 'declined': {
        const errors = fulfillment.declined(declineMessage(found.reason))
        if (!(await closeOrder(tx, id, 'declined', now, errors))) return
        await settleCharge(tx, key, { outcome: 'declined', reason: found.reason }, now)
        await fulfillment.givenUp(tx, order, now)
        return
      }
      case 'voided':
      case 'absent':
        if (!(await closeOrder(tx, id, 'voided', now, messages.notCharged))) return
        await settleCharge(tx, key, { outcome: found.kind }, now)
        await fulfillment.givenUp(tx, order, now)
        await lookAgainLater(tx, jobs, key, now)
        return
      case 'unknown':
        if (!(await markUnknown(tx, id))) return
        await settleCharge(tx, key, { outcome: 'unknown' }, now)
        await fulfillment.waits(tx, order, now)
        return
    }
  })
}

/** Asks the gateway for the outcome of unfinished orders. Never charges. */
export function handleOrders(deps: SettleDeps & Pick<Deps, 'payments'>): void {
  for (const job of Object.values(settleJobs)) {
    deps.jobs.handle(job, ({ key }) => settleLostOrder(deps, key))
  }
}

/** Throws if the gateway cannot tell the outcome, so that the job is retried. */
export async function settleLostOrder(deps: SettleDeps & Pick<Deps, 'payments'>, key: string): Promise<void> {
  const order = await findOrder(deps.db, key)
  if (order?.state !== 'intent' && order?.state !== 'unknown') return
  const found = await deps.payments.find(key)
  if (found.kind === 'unknown') throw new Error('The gateway does not know yet')
  await settleOrder(deps, order, found)
}

/** Each order has the subject of its own kind, so the entry of the table fits it. */
export function fulfillmentOf(order: Order): Fulfillment<unknown> {
  return kinds[order.kind]
}
