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

/** What is bought, by kind. */
export type Subjects = { 'sign-up': SignUp; 'plan-change': PlanChange; reactivation: Reactivation }

/** Every kind of order, and what it means that it is paid, waits, or is given up. */
const kinds: { [Kind in OrderKind]: Fulfillment<Subjects[Kind]> } = {
  'sign-up': signUp,
  'plan-change': planChange,
  reactivation,
}

const settling = { retries: 60, firstRetrySeconds: 15, longestRetrySeconds: 600, expiresSeconds: 30 }
/**
 * Two names for one job: during an upgrade the release before works on the same queues, and of each kind of order it
 * settles only those that it finds under this name.
 */
export const settleJobs = {
  'sign-up': defineJob<{ key: string }>({ name: 'settle-order', ...settling }),
  'plan-change': defineJob<{ key: string }>({ name: 'settle-account-order', ...settling }),
  reactivation: defineJob<{ key: string }>({ name: 'settle-account-order', ...settling }),
} as const satisfies Record<OrderKind, unknown>

/** What the gateway says of an order becomes the truth, in one transaction. Whoever has closed it has the last word. */
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

/** Asks the gateway what became of an order that nobody has finished. It never charges. */
export function handleOrders(deps: SettleDeps & Pick<Deps, 'payments'>): void {
  for (const job of Object.values(settleJobs)) {
    deps.jobs.handle(job, ({ key }) => settleLostOrder(deps, key))
  }
}

/** Throws while the gateway cannot say: then it is asked again. */
export async function settleLostOrder(deps: SettleDeps & Pick<Deps, 'payments'>, key: string): Promise<void> {
  const order = await findOrder(deps.db, key)
  if (order?.state !== 'intent' && order?.state !== 'unknown') return
  const found = await deps.payments.find(key)
  if (found.kind === 'unknown') throw new Error('The gateway does not know yet')
  await settleOrder(deps, order, found)
}

/** The table knows the subject of each kind, and a row of it belongs to its own kind. */
export function fulfillmentOf(order: Order): Fulfillment<unknown> {
  return kinds[order.kind]
}
