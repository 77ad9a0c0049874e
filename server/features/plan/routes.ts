import type { FastifyInstance } from 'fastify'
import { dayIn } from '#contract/billing-dates.ts'
import { changePlan as changePlanCall, keepPlan as keepPlanCall } from '#contract/calls/plan.ts'
import type { Deps } from '../../deps.ts'
import { showMoney } from '../../money/show-money.ts'
import { pricesAt } from '../../prices.ts'
import { accountPage, ownerRoute } from '../../signed-in.ts'
import { changePlan, keepPlan } from './change-plan.ts'
import { findPlan } from './queries.ts'

export function planRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps
  accountPage(app, deps, 'plan', async ({ accountId }) => {
    const now = clock.now()
    const plan = await findPlan(db, accountId)
    return {
      money: await showMoney(db, accountId, now),
      prices: await pricesAt(db, now),
      month: plan && !plan.isUnpaid ? { ...plan.month, today: dayIn(plan.zone, now) } : null,
    }
  })
  ownerRoute(app, deps, changePlanCall, (body, session, visitor) => changePlan(deps, session, body, visitor))
  ownerRoute(app, deps, keepPlanCall, (_, session) => keepPlan(deps, session))
}
