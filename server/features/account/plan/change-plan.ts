import * as peopleMessages from '#contract/accounts/people-messages.ts'
import * as paymentMessages from '#contract/billing/messages.ts'
import { splitByCredit } from '#contract/billing/split-by-credit.ts'
import { dayIn } from '#contract/calendar/billing-dates.ts'
import type { PlanItem } from '#contract/catalogue/items.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import { itemKeys, items, type Quantities } from '#contract/catalogue/plan.ts'
import { type ChangePreview, previewChange } from '#contract/catalogue/plan-change.ts'
import type { changePlan as changePlanCall, keepPlan as keepPlanCall } from '#contract/features/plan.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import { seatsTaken } from '#server/accounts/seats.ts'
import { lastDone } from '#server/accounts/was-just-done.ts'
import { findCard } from '#server/billing/cards/cards.ts'
import { creditOf } from '#server/billing/invoices/invoices.ts'
import { hasOpenOrder } from '#server/billing/orders/order.ts'
import { answerOfOrder, findAnswer, payOrder } from '#server/billing/orders/pay-order.ts'
import { type PlanChange, planForRenewal } from '#server/billing/orders/plan-change.ts'
import { pricesAt } from '#server/billing/prices.ts'
import type { Deps } from '#server/deps.ts'
import type { Session } from '#server/identity/sessions.ts'
import { requireStepUp } from '#server/identity/step-up.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { type Refused, refuse, refuseOutdated } from '#server/platform/refusal.ts'
import { changeWithoutCharge } from './change-without-charge.ts'
import { linesOfChange, noteOfChange } from './mid-month-bill.ts'
import { moreThanDoubles } from './more-than-doubles.ts'
import { findPlan, lockPlan, type Plan } from './queries.ts'
import { refusalOfPlan, refusalUnlessSame } from './refusal-of-plan.ts'

type Body = ParsedBodyOf<typeof changePlanCall>
type Answer = AnswerOf<typeof changePlanCall>

/**
 * Recalculates the price with the same function as the page, so that the amount charged is the amount shown.
 */
export async function changePlan(
  deps: Deps,
  session: Session,
  body: Body,
  visitor: Visitor,
): Promise<Answer | Refused> {
  const { db, clock } = deps
  const { accountId, agentId, origin } = session
  const now = clock.now()
  const { idempotency_key: key, ...request } = body
  const order = {
    kind: 'plan-change' as const,
    key,
    request,
    buyer: { accountId },
    amountCents: body.now_cents,
  }
  const former = await findAnswer(deps, order)
  if (former) return answerOfOrder(former, 'changed')
  const plan = await findPlan(db, accountId, now)
  const refused = refusalOfPlan(plan)
  if (!plan || refused) return refused ?? refuse('not-found')
  const prices = await pricesAt(db, now)
  const today = dayIn(plan.zone, now)
  const wanted = wantedOf(body, plan.items)
  const people = await seatsTaken(db, accountId)
  if (wanted.lead < people && wanted.lead < quantityOf('lead', plan.items)) {
    return refuse('invalid-fields', { errors: peopleMessages.morePeopleThanSeats(people) })
  }
  const preview = previewChange({ held: plan.items, wanted, prices, month: plan.month, today })
  if (!preview.hasMore && !preview.hasLess && !plan.hasWaitingChange) {
    // A page offers only changes: the plan was changed since, as in another tab.
    return refuseOutdated(paymentMessages.nothingChanges)
  }
  const due = splitByCredit(preview.nowCents, await creditOf(db, accountId))
  if (preview.nextCents !== body.next_cents) return refuseOutdated(paymentMessages.otherAmounts)
  if (due.cents !== body.now_cents)
    return refuseOutdated(paymentMessages.otherAmountNow(formatAmount(due.cents)))
  if (await moreThanDoubles(db, accountId, plan, preview, now)) {
    const unconfirmed = await requireStepUp(deps, session)
    if (unconfirmed) return unconfirmed
  }
  const next = preview.hasLess ? { on: plan.month.to, items: preview.itemsNext } : null
  const change = { ...changeOf(plan, preview, next), agentId, origin }
  if (preview.nowCents === 0) return changeWithoutCharge(deps, accountId, plan, change)
  const card = due.cents > 0 ? await findCard(db, accountId) : null
  if (card === undefined) return refuse('invalid-fields', { errors: paymentMessages.noCardOnFile })
  const paid = { ...order, creditCents: due.creditCents, subject: change, ip: visitor.ip }
  const check = (tx: Db) => refusalUnlessSame(tx, accountId, plan, now)
  const paying = card && { kind: 'on-file' as const, card }
  return answerOfOrder(await payOrder(deps, paid, paying, check), 'changed')
}

/** What the audit log calls changes of a plan. */
export const planActions = ['plan-changed', 'plan-planned', 'plan-kept']

export function keepPlan(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { accountId, agentId, origin }: Session,
): Promise<AnswerOf<typeof keepPlanCall> | Refused> {
  return db.transaction(async (tx) => {
    const now = clock.now()
    const plan = await lockPlan(tx, accountId, now)
    const done = { data: { status: 'done' as const } }
    if (!plan?.hasWaitingChange) {
      // A repeat whose first answer was lost. A change that the new month has made is not undone.
      if ((await lastDone(tx, accountId, planActions, now)) === 'plan-kept') return done
      return refuse('invalid-fields', { errors: paymentMessages.nothingPlanned })
    }
    if (await hasOpenOrder(tx, accountId)) {
      return refuse('invalid-fields', { errors: paymentMessages.paymentOfAccountUnderWay })
    }
    await planForRenewal(tx, plan.id, null, agentId, now)
    await recordAudit(tx, { actor: { agentId }, action: 'plan-kept', accountId, origin }, now)
    return done
  })
}

function wantedOf(body: Body, held: readonly PlanItem[]): Quantities {
  const wanted = {} as Quantities
  for (const key of itemKeys) {
    // Call-me is offered in only one variant of sign-up; a request that leaves it out keeps the current
    // quantity.
    wanted[key] = body[items[key].field] ?? (key === 'callme' ? quantityOf(key, held) : 0)
  }
  return wanted
}

function quantityOf(key: keyof Quantities, held: readonly PlanItem[]): number {
  return held.find((item) => item.key === key)?.quantity ?? 0
}

function changeOf(plan: Plan, preview: ChangePreview, next: PlanChange['next']) {
  return {
    kind: 'plan-change' as const,
    subscriptionId: plan.id,
    month: plan.month,
    lines: linesOfChange(preview),
    note: noteOfChange(preview, plan.month.to),
    itemsNow: preview.itemsNow,
    next,
    nextOn: plan.month.to,
  }
}
