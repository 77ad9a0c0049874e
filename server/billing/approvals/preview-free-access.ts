import { type Cents, formatAmount } from '#contract/catalogue/money.ts'
import { obstacleTexts } from '#server/billing/subscriptions/access-obstacles.ts'
import { fullMonthCentsOf } from '#server/billing/subscriptions/free-access.ts'
import { accessObstacle } from '#server/billing/subscriptions/give-access.ts'
import { lockStanding } from '#server/billing/subscriptions/lock-standing.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import type { Planned, PreviewDeps } from './planned.ts'
import { withFreeAccess } from './suppose.ts'

/** Free access has no end when it is given. */
const FREE_MONTHS_COUNTED = 12

export async function previewFreeAccess(
  tx: Db,
  { now }: PreviewDeps,
  accountId: number,
): Promise<Planned | Refused> {
  // What is given up of an open bill is decided as a waiver, with its own value.
  const obstacle = await accessObstacle(tx, accountId, await lockStanding(tx, accountId))
  if (obstacle) return refuse('conflict', { errors: obstacleTexts[obstacle] })
  const monthCents = await fullMonthCentsOf(tx, accountId, now)
  return {
    says: 'Make the plan free of charge',
    note: null,
    bill: null,
    month: null,
    remarks: [
      'Each month has a bill for $0.00 until free access ends. A planned change or cancellation is withdrawn.',
      `It has no end, so it counts as ${FREE_MONTHS_COUNTED} months of the plan.`,
    ],
    valueCents: valueOfFreeAccess(monthCents),
    facts: [{ name: 'A month of the plan', value: formatAmount(monthCents) }],
    suppose: withFreeAccess,
    mail: null,
  }
}

export function valueOfFreeAccess(monthCents: Cents): Cents {
  return monthCents * FREE_MONTHS_COUNTED
}
