import { formatAmount } from '#contract/catalogue/money.ts'
import { obstacleTexts } from '#server/billing/subscriptions/access-obstacles.ts'
import { fullMonthCentsOf } from '#server/billing/subscriptions/free-access.ts'
import { accessObstacle } from '#server/billing/subscriptions/give-access.ts'
import { lockStanding } from '#server/billing/subscriptions/lock-standing.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import type { Planned, PreviewDeps } from './planned.ts'
import { withFreeAccess } from './suppose.ts'

/** Worth one month of the plan: it can end after one renewal, and a month later as much could be given again. */
export async function previewFreeAccess(
  tx: Db,
  { now }: PreviewDeps,
  accountId: number,
): Promise<Planned | Refused> {
  // What is given up of an open bill is decided as a waiver, with its own value.
  const obstacle = await accessObstacle(tx, accountId, await lockStanding(tx, accountId), 'refuse')
  if (obstacle) return refuse('conflict', { errors: obstacleTexts[obstacle] })
  const valueCents = await fullMonthCentsOf(tx, accountId, now)
  return {
    says: 'Make the plan free of charge',
    note: null,
    bill: null,
    month: null,
    remarks: [
      'Each month has a bill for $0.00 until free access ends. A planned change or cancellation is withdrawn.',
    ],
    valueCents,
    facts: [{ name: 'A month of the plan', value: formatAmount(valueCents) }],
    suppose: withFreeAccess,
    mail: null,
  }
}
