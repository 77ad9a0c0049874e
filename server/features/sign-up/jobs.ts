import * as messages from '#contract/messages.ts'
import type { Deps } from '../../deps.ts'
import { defineJob } from '../../jobs/jobs.ts'
import { HOUR, later, MINUTE } from '../../ports/clock.ts'
import { finishOrder } from './finish-order.ts'
import { closeOrder, findOrder, settleCharge } from './orders.ts'

const LOOK_AGAIN_MS = [10 * MINUTE, 6 * HOUR]

export const settleOrder = defineJob<{ key: string }>({
  name: 'settle-order',
  retries: 60,
  firstRetrySeconds: 15,
  longestRetrySeconds: 600,
  expiresSeconds: 30,
})

/** Looks once more after an order was released: money that was taken for nothing goes back. */
export const voidLateCharge = defineJob<{ key: string }>({
  name: 'void-late-charge',
  retries: 60,
  firstRetrySeconds: 15,
  longestRetrySeconds: 600,
  expiresSeconds: 30,
})

/** Asks the gateway what became of an order that nobody has finished. It never charges. */
export function handleOrders(deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'config' | 'payments'>): void {
  const { db, clock, jobs, payments } = deps

  jobs.handle(settleOrder, async ({ key }) => {
    const order = await findOrder(db, key)
    if (!order?.customer || (order.state !== 'intent' && order.state !== 'unknown')) return
    const placed = { id: order.id, key, customer: order.customer }
    const found = await payments.find(key)
    const now = clock.now()
    switch (found.kind) {
      case 'paid':
      case 'declined':
        await finishOrder(deps, placed, found)
        return
      case 'voided':
      case 'absent':
        await db.transaction(async (tx) => {
          const closed = await closeOrder(tx, order.id, 'voided', now, messages.notCharged)
          if (!closed) return
          await settleCharge(tx, key, { outcome: found.kind }, now)
          for (const wait of LOOK_AGAIN_MS) await jobs.send(tx, voidLateCharge, { key }, later(now, wait))
        })
        return
      case 'unknown':
        throw new Error('The gateway does not know yet')
    }
  })

  jobs.handle(voidLateCharge, async ({ key }) => {
    const found = await payments.find(key)
    if (found.kind !== 'paid') return
    await payments.void(found.reference)
    await settleCharge(
      db,
      key,
      { outcome: 'voided', reference: found.reference, reason: 'turned up late' },
      clock.now(),
    )
  })
}
