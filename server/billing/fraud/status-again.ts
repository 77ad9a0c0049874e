import type { Status } from '#contract/accounts/statuses.ts'
import { hasOpenOrder } from '#server/billing/orders/order.ts'
import type { Db } from '#server/platform/db/database.ts'

/**
 * What an account is when its fraud mark is removed. An unpaid month is no longer collected, since the mail of the closing said so. What went on
 * meanwhile has its effect.
 */
export async function statusAgain(tx: Db, accountId: number, former: Status): Promise<Status> {
  switch (former) {
    case 'past_due':
    case '24h_past_due':
      return 'active'
    case 'waiting for reactivation':
      return (await hasOpenOrder(tx, accountId)) ? former : 'canceled'
    case 'pending':
    case 'active':
    case 'free agent':
    case 'canceled':
    case 'expired':
    case 'free signup agent':
      return former
  }
}
