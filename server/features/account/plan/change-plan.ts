import * as peopleMessages from '#contract/accounts/people-messages.ts'
import { may, permissions } from '#contract/accounts/roles.ts'
import * as paymentMessages from '#contract/billing/messages.ts'
import * as messages from '#contract/billing/messages.ts'
import { type Day, dayIn, formatDay } from '#contract/calendar/billing-dates.ts'
import { linesOfItems, type PlanItem } from '#contract/catalogue/items.ts'
import { formatAmount, splitByCredit } from '#contract/catalogue/money.ts'
import { itemKeys, items, type Quantities, totalOf } from '#contract/catalogue/plan.ts'
import { type ChangePreview, previewChange } from '#contract/catalogue/plan-change.ts'
import type { changePlan as changePlanCall, keepPlan as keepPlanCall } from '#contract/features/plan.ts'
import { pages } from '#contract/pages.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import { mailOwner, type Owner } from '#server/accounts/accounts.ts'
import { findSeatObstacle, seatsTaken } from '#server/accounts/seats.ts'
import { lastDone } from '#server/accounts/was-just-done.ts'
import { findPayableCard, refuseOnFile } from '#server/billing/cards/card-tries.ts'
import { creditOf } from '#server/billing/invoices/invoices.ts'
import { hasOpenOrder } from '#server/billing/orders/order.ts'
import {
  type AccountOrder,
  answerOfOrder,
  type Ordered,
  orderOnce,
  payOrder,
} from '#server/billing/orders/pay-order.ts'
import {
  applyPlanChange,
  type PlanChange,
  planForRenewal,
  seatsIn,
} from '#server/billing/orders/plan-change.ts'
import { pricesAt } from '#server/billing/prices.ts'
import { describeLostDialers, describePlanned } from '#server/billing/subscriptions/plan-items.ts'
import { describeNextCharge, type NextCharge } from '#server/billing/subscriptions/show-money.ts'
import type { Deps } from '#server/deps.ts'
import type { Session } from '#server/identity/sessions.ts'
import { requireStepUp } from '#server/identity/step-up.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { accountInMail } from '#server/platform/mail/names.ts'
import type { Mail, MailSite } from '#server/platform/mail/queue-mail.ts'
import { isRefused, type Refused, refuse, refuseOutdated } from '#server/platform/refusal.ts'
import { type Tx, txOf } from '#server/platform/transaction.ts'
import { DAY, later } from '#server/ports/clock.ts'
import { linesOfChange, noteOfChange } from './mid-month-bill.ts'
import {
  findLowestCost,
  findPlan,
  isPlanned,
  lockPlan,
  type Plan,
  refusalOfPlan,
  refusalUnlessSame,
} from './queries.ts'

type Body = ParsedBodyOf<typeof changePlanCall>
type Answer = AnswerOf<typeof changePlanCall>

export async function changePlan(
  deps: Deps,
  session: Session,
  body: Body,
  visitor: Visitor,
): Promise<Answer | Refused> {
  const { accountId } = session
  const { idempotency_key: key, ...request } = body
  const order = {
    kind: 'plan-change' as const,
    key,
    request,
    buyer: { accountId },
  }
  const answerOf = (ordered: Ordered) => answerOfOrder(ordered, 'changed' as const)
  const answer = await orderOnce<Answer | Refused>(deps, order, answerOf, () =>
    checkAndPay(deps, session, body, order, visitor),
  )
  return may(session.role, 'billing') ? answer : withoutReason(answer)
}

/** Why a bank refused the card for good is for those who manage it. */
function withoutReason(answer: Answer | Refused): Answer | Refused {
  const isReason =
    isRefused(answer) &&
    Object.keys(messages.refusalsForGood).some((one) => messages.cardNotChargedAgain(one) === answer.errors)
  if (!isReason) return answer
  const whoCan = peopleMessages.onlyFor(permissions.billing, 'enter another card')
  return refuse('invalid-fields', { errors: `${messages.cardNotAccepted} Nothing was charged. ${whoCan}` })
}

/** Recalculates the price with the same function as the page, so that the amount charged is the amount shown. */
async function checkAndPay(
  deps: Deps,
  session: Session,
  body: Body,
  order: AccountOrder<'plan-change'>,
  visitor: Visitor,
): Promise<Answer | Refused> {
  const { db, clock } = deps
  const { accountId, agentId, origin } = session
  const now = clock.now()
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
  const preview = previewChange({ current: plan.items, wanted, prices, month: plan.month, today })
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
  const paying = due.cents > 0 ? await findPayableCard(db, accountId, now) : null
  if (isRefused(paying)) return paying
  const { cents: amountCents, creditCents } = due
  const paid = { ...order, amountCents, creditCents, subject: change, ip: visitor.ip }
  const check = async (tx: Db) =>
    (await refusalUnlessSame(tx, accountId, plan, now)) ??
    (paying ? await refuseOnFile(tx, accountId, paying.card, clock.now()) : undefined)
  return answerOfOrder(await payOrder(deps, paid, paying, check), 'changed')
}

/** What the audit log calls changes of a plan. */
export const planActions = ['plan-changed', 'plan-planned', 'plan-kept']

export function keepPlan(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'config'>,
  { accountId, agentId, origin }: Session,
): Promise<AnswerOf<typeof keepPlanCall> | Refused> {
  const { db, clock } = deps
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
    await noteKept(txOf(tx, { ...deps, now }), accountId, { agentId, origin })
    return done
  })
}

/** The owner has had a mail that the plan changes, and an admin may have kept it. */
async function noteKept(
  tx: Tx,
  accountId: number,
  { agentId, origin }: Pick<Session, 'agentId' | 'origin'>,
): Promise<void> {
  await tx.audit({ actor: { agentId }, action: 'plan-kept', accountId, origin })
  await mailOwner(tx, accountId, planKeptMail, await describeNextCharge(tx, accountId, tx.now))
}

function wantedOf(body: Body, current: readonly PlanItem[]): Quantities {
  const wanted = {} as Quantities
  for (const key of itemKeys) {
    // Call-me is offered in only one variant of sign-up; a request that leaves it out keeps the current
    // quantity.
    wanted[key] = body[items[key].field] ?? (key === 'callme' ? quantityOf(key, current) : 0)
  }
  return wanted
}

function quantityOf(key: keyof Quantities, current: readonly PlanItem[]): number {
  return current.find((item) => item.key === key)?.quantity ?? 0
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

/**
 * Changes that cost nothing now: a reduction from the next month on, or an exchange that comes to zero. The
 * gateway is not called. Repeating the request returns the same answer and sends no second mail.
 */
function changeWithoutCharge(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'config'>,
  accountId: number,
  plan: Plan,
  change: PlanChange,
): Promise<{ data: { status: 'changed' } } | Refused> {
  const { db, clock } = deps
  const now = clock.now()
  const post = { ...deps, now }
  const { next, itemsNow } = change
  return db.transaction(async (tx) => {
    const refused = await refusalUnlessSame(tx, accountId, plan, now)
    if (refused) return refused
    if (await hasOpenOrder(tx, accountId)) {
      return refuse('invalid-fields', { errors: messages.paymentOfAccountUnderWay })
    }
    const obstacle = await findSeatObstacle(tx, accountId, seatsIn(change))
    if (obstacle) return refuse('invalid-fields', { errors: obstacle })
    const done = { data: { status: 'changed' as const } }
    if (change.lines.length > 0) {
      await applyPlanChange(tx, post, { accountId, change, paid: null })
      return done
    }
    if (next && (await isPlanned(tx, plan.id, next))) return done
    if (!next && !(await findPlan(tx, accountId, now))?.hasWaitingChange) return done
    await planForRenewal(tx, plan.id, next, change.agentId, now)
    const { agentId, origin } = change
    const mailing = txOf(tx, post)
    if (!next) {
      await noteKept(mailing, accountId, { agentId, origin })
      return done
    }
    const details = { from: next.on }
    await mailing.audit({ actor: { agentId }, action: 'plan-planned', accountId, origin, details })
    const lostDialers = await describeLostDialers(tx, accountId, itemsNow, next)
    const whatFollows = [...describePlanned(itemsNow, next), ...lostDialers]
    await mailOwner(mailing, accountId, planPlannedMail, { on: next.on, whatFollows })
    return done
  })
}

/** `whatFollows`: what changes then, and who loses a dialer. */
export function planPlannedMail(
  owner: Owner,
  { publicUrl }: MailSite,
  { on, whatFollows }: { on: Day; whatFollows: string[] },
): Mail {
  return {
    purpose: 'plan-planned',
    subject: `Your plan changes on ${formatDay(on)}`,
    paragraphs: [
      `A change of the plan for ${accountInMail(owner)} is planned. Nothing was charged.`,
      ...whatFollows,
    ],
    buttons: [{ label: 'See your plan', url: `${publicUrl}${pages.plan}` }],
  }
}

export function planKeptMail(owner: Owner, { publicUrl }: MailSite, next: NextCharge): Mail {
  return {
    purpose: 'plan-kept',
    subject: 'Your plan stays as it is',
    paragraphs: [
      `The change that was planned for ${accountInMail(owner)} is canceled. ${next?.says ?? ''}`.trimEnd(),
    ],
    buttons: [{ label: 'See your plan', url: `${publicUrl}${pages.plan}` }],
  }
}

/** Several purchases count together, or two that almost double the plan would not be asked about. */
const TOGETHER_MS = 30 * DAY

/** Whether a purchase raises the monthly cost to more than twice of what it was at some time in the last 30 days. */
async function moreThanDoubles(
  db: Db,
  accountId: number,
  plan: Pick<Plan, 'items'>,
  preview: Pick<ChangePreview, 'itemsNow' | 'nextCents'>,
  now: Date,
): Promise<boolean> {
  const today = monthlyCents(plan.items)
  const then = Math.max(monthlyCents(preview.itemsNow), preview.nextCents)
  if (then <= today) return false
  const lowest = await findLowestCost(db, accountId, later(now, -TOGETHER_MS))
  return then > 2 * Math.min(today, lowest ?? today)
}

function monthlyCents(items: readonly PlanItem[]): number {
  return totalOf(linesOfItems(items))
}
