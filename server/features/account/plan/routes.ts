import type { FastifyInstance } from 'fastify'
import { dayIn } from '#contract/calendar/billing-dates.ts'
import {
  changePlan as changePlanCall,
  keepPlan as keepPlanCall,
  type PlanNews,
} from '#contract/features/plan.ts'
import { listDialers } from '#server/accounts/dialers.ts'
import { showPlan } from '#server/accounts/show-account.ts'
import { accountPage, accountRoute } from '#server/accounts/signed-in.ts'
import { lastDone } from '#server/accounts/was-just-done.ts'
import { creditOf } from '#server/billing/invoices/invoices.ts'
import { pricesAt } from '#server/billing/prices.ts'
import { only, showMoney } from '#server/billing/subscriptions/show-money.ts'
import type { Deps } from '#server/deps.ts'
import type { Db } from '#server/platform/db/database.ts'
import { changePlan, keepPlan, planActions } from './change-plan.ts'
import { findPlan } from './queries.ts'

export function planRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps
  accountPage(app, deps, 'plan', async (session, { query }) => {
    const now = clock.now()
    const paid = await findPlan(db, session.accountId, now)
    const money = await showMoney(db, session.accountId, now)
    return {
      plan: await showPlan(deps, session),
      money: only(money, 'card', 'hold', 'change'),
      creditCents: await creditOf(db, session.accountId),
      prices: await pricesAt(db, now),
      dialers: await listDialers(db, session.accountId),
      month: paid && !paid.isUnpaid ? { ...paid.month, today: dayIn(paid.zone, now) } : null,
      done: query.changed === '1' ? await findNews(db, session.accountId, now) : null,
    }
  })
  accountRoute(app, deps, changePlanCall, (body, session, visitor) =>
    changePlan(deps, session, body, visitor),
  )
  accountRoute(app, deps, keepPlanCall, (_, session) => keepPlan(deps, session))
}

/** The latest action on the plan's page. */
async function findNews(db: Db, accountId: number, now: Date): Promise<PlanNews | null> {
  const action = await lastDone(db, accountId, [...planActions, 'held', 'hold-ended'], now)
  if (action === undefined || action === 'held') return null
  if (action === 'hold-ended') return action
  if (action === 'plan-planned') return 'planned'
  return action === 'plan-kept' ? 'kept' : 'changed'
}
