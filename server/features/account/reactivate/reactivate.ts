import type { FastifyInstance } from 'fastify'
import type { Status } from '#contract/accounts/statuses.ts'
import * as messages from '#contract/billing/messages.ts'
import { REACTIVATE_WITHIN_DAYS } from '#contract/calendar/lifetimes.ts'
import { givenOf, linesOfItems, type PlanItem } from '#contract/catalogue/items.ts'
import { formatAmount, splitByCredit } from '#contract/catalogue/money.ts'
import { emptyPlan, linesOf, type PlanLine, totalOf } from '#contract/catalogue/plan.ts'
import { reactivate as reactivateCall, reactivateWithCard } from '#contract/features/reactivate.ts'
import type { AnswerOf } from '#contract/wire/call.ts'
import { showPerson, showPlan } from '#server/accounts/show-account.ts'
import { accountPage, accountRoute } from '#server/accounts/signed-in.ts'
import { sessionScopeOf } from '#server/accounts/status-rules.ts'
import type { CardForm } from '#server/billing/cards/card-form.ts'
import { findPayableCard, refuseOnFile } from '#server/billing/cards/card-tries.ts'
import { listCardCountries } from '#server/billing/cards/cards.ts'
import type { PayingCard } from '#server/billing/cards/charge-card.ts'
import { typedCardOf } from '#server/billing/cards/take-card.ts'
import { creditOf } from '#server/billing/invoices/invoices.ts'
import {
  type AccountOrder,
  answerOfOrder,
  type Ordered,
  orderOnce,
  payOrder,
} from '#server/billing/orders/pay-order.ts'
import { bringBack, findObstacleToReturn, type Reactivation } from '#server/billing/orders/reactivation.ts'
import { pricesAt } from '#server/billing/prices.ts'
import { only, showMoney } from '#server/billing/subscriptions/show-money.ts'
import type { Deps } from '#server/deps.ts'
import { findAgents } from '#server/identity/agents.ts'
import type { Session } from '#server/identity/sessions.ts'
import { requireStepUp } from '#server/identity/step-up.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { isRefused, type Refused, refuse, refuseOutdated } from '#server/platform/refusal.ts'
import { DAY } from '#server/ports/clock.ts'

type Answer = AnswerOf<typeof reactivateCall>
type Order = { total_cents: number; idempotency_key: string }

/**
 * The former plan at today's prices: a new sale, shown as such before anything is charged. Free items stay
 * free.
 */
async function findFormerPlan(
  db: Db,
  accountId: number,
  now: Date,
): Promise<{ status: Status; lines: PlanLine[]; isInTime: boolean } | undefined> {
  const former = await db.maybe<{ status: Status; endedAt: Date; items: PlanItem[] }>(sql`
    select a.status, s.ended_at as "endedAt",
      (select coalesce(jsonb_agg(jsonb_build_object('key', i.item, 'quantity', i.quantity, 'given', i.given)), '[]')
        from subscription_items i where i.subscription_id = s.id) as items
    from accounts a join subscriptions s on s.account_id = a.id
    where a.id = ${accountId} and a.fraud_marked_at is null and s.ended_at is not null
      and not exists (select from subscriptions r where r.account_id = a.id and r.ended_at is null)
    order by s.id desc limit 1`)
  if (!former) return undefined
  const quantities = emptyPlan()
  for (const { key, quantity } of former.items) quantities[key] = quantity
  return {
    status: former.status,
    lines: keepFreeItems(linesOf(quantities, await pricesAt(db, now)), former.items),
    isInTime: now.getTime() - former.endedAt.getTime() < REACTIVATE_WITHIN_DAYS * DAY,
  }
}

function keepFreeItems(lines: readonly PlanLine[], former: readonly PlanItem[]): PlanLine[] {
  const freeUnits = new Map(former.map((item) => [item.key, givenOf(item)]))
  return linesOfItems(lines.map((line) => ({ ...line, given: freeUnits.get(line.key) ?? 0 })))
}

function reactivate(
  deps: Deps,
  session: Session,
  order: Order,
  visitor: Visitor,
  form?: CardForm,
): Promise<Answer | Refused> {
  const { accountId } = session
  const { idempotency_key: key, total_cents } = order
  const requested = { kind: 'reactivation' as const, key, request: { total_cents }, buyer: { accountId } }
  const answerOf = (ordered: Ordered) => answerOfOrder(ordered, 'active' as const)
  return orderOnce<Answer | Refused>(deps, requested, answerOf, () =>
    checkAndPay(deps, session, requested, total_cents, visitor, form),
  )
}

async function checkAndPay(
  deps: Deps,
  session: Session,
  requested: AccountOrder<'reactivation'>,
  total_cents: number,
  visitor: Visitor,
  form?: CardForm,
): Promise<Answer | Refused> {
  const { db, clock } = deps
  const { accountId, agentId, origin } = session
  // Not before: a page waiting for the bank repeats the call for longer than a step-up is valid.
  const unconfirmed = await requireStepUp(deps, session)
  if (unconfirmed) return unconfirmed
  const former = await findFormerPlan(db, accountId, clock.now())
  if (!former) return refuseToReturn(db, accountId, messages.cannotReactivate)
  if (!former.isInTime) return refuse('invalid-fields', { errors: messages.tooLateToReactivate })
  const totalCents = totalOf(former.lines)
  const { cents: amountCents, creditCents } = splitByCredit(totalCents, await creditOf(db, accountId))
  if (total_cents !== amountCents) return refuseOutdated(messages.otherAmountNow(formatAmount(amountCents)))

  // If credit pays for all of it, a typed card is not needed.
  const card = amountCents > 0 ? await cardFor(deps, accountId, visitor, form) : null
  if (isRefused(card)) return card
  const { lines, status: formerStatus } = former
  const subject = { kind: 'reactivation' as const, lines, formerStatus, agentId, origin }
  // Read again under the lock: another order, or another tab, may have changed the status or reactivated the
  // account.
  const check = async (tx: Db) => {
    if (await findObstacleToReturn(tx, accountId))
      return refuseToReturn(tx, accountId, messages.cannotReactivate)
    const present = await findFormerPlan(tx, accountId, clock.now())
    if (present?.status !== formerStatus)
      return refuseToReturn(tx, accountId, messages.paymentOfAccountUnderWay)
    // A typed card is checked once the gateway has recognized its number.
    return card?.kind === 'on-file' ? refuseOnFile(tx, accountId, card.card, clock.now()) : undefined
  }
  if (totalCents === 0) return reactivateFree(deps, accountId, subject, check)
  const paid = { ...requested, amountCents, creditCents, subject, ip: visitor.ip }
  return answerOfOrder(await payOrder(deps, paid, card, check), 'active')
}

/** An account that is already active, as after a reactivation in another tab, is answered like a paid order. */
async function refuseToReturn(db: Db, accountId: number, errors: string): Promise<Refused> {
  const running = await db.maybe(
    sql`select 1 from subscriptions where account_id = ${accountId} and ended_at is null`,
  )
  return running
    ? refuse('other-body', { errors: messages.alreadyActive, also: { data: { status: 'active' } } })
    : refuse('invalid-fields', { errors })
}

async function cardFor(
  deps: Deps,
  accountId: number,
  visitor: Visitor,
  form?: CardForm,
): Promise<PayingCard | Refused> {
  if (form) return typedCardOf(deps, accountId, form, visitor)
  return findPayableCard(deps.db, accountId, deps.clock.now())
}

/** Every item is free, so the gateway is not called. */
function reactivateFree(
  deps: Deps,
  accountId: number,
  change: Reactivation,
  check: (tx: Db) => Promise<Refused | undefined>,
): Promise<Answer | Refused> {
  return deps.db.transaction(async (tx) => {
    const refused = await check(tx)
    if (refused) return refused
    await bringBack(tx, { ...deps, now: deps.clock.now() }, { accountId, change, paid: null })
    return { data: { status: 'active' as const } }
  })
}

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

/** Someone whose reactivation period is over may have signed up again with the same email: use that account. */
async function findNewerPin(db: Db, accountId: number, email: string): Promise<string | null> {
  const agents = await findAgents(db, email)
  const newer = agents.find((agent) => {
    const scope = sessionScopeOf(agent)
    return agent.accountId > accountId && (scope === 'account' || scope === 'billing')
  })
  return newer?.pin ?? null
}
