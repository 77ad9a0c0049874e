import type { FastifyInstance } from 'fastify'
import { splitByCredit } from '#contract/billing/split-by-credit.ts'
import { totalOf } from '#contract/catalogue/plan.ts'
import { reactivate as reactivateCall, reactivateWithCard } from '#contract/features/reactivate.ts'
import { showPerson, showPlan } from '#server/accounts/show-account.ts'
import { accountPage, accountRoute } from '#server/accounts/signed-in.ts'
import { listCardCountries } from '#server/billing/cards/cards.ts'
import { creditOf } from '#server/billing/invoices/invoices.ts'
import { only, showMoney } from '#server/billing/subscriptions/show-money.ts'
import type { Deps } from '#server/deps.ts'
import { findNewerPin } from './newer-account.ts'
import { findFormerPlan, reactivate } from './reactivate.ts'

export function reactivateRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps
  accountPage(app, deps, 'reactivate', async (session) => {
    const now = clock.now()
    const former = await findFormerPlan(db, session.accountId, now)
    const newTotalCents = former?.isInTime ? totalOf(former.lines) : 0
    const { firstName, email } = await showPerson(deps, session)
    return {
      firstName,
      newerPin: await findNewerPin(db, session.accountId, email),
      plan: await showPlan(deps, session),
      money: only(await showMoney(db, session.accountId, now), 'card', 'reactivateBy'),
      newLines: former?.isInTime ? former.lines : [],
      newTotalCents,
      due: splitByCredit(newTotalCents, await creditOf(db, session.accountId)),
      countries: await listCardCountries(deps, session.accountId),
    }
  })
  accountRoute(app, deps, reactivateCall, (order, session, visitor) =>
    reactivate(deps, session, order, visitor),
  )
  accountRoute(app, deps, reactivateWithCard, (form, session, visitor) =>
    reactivate(deps, session, form, visitor, form),
  )
}
