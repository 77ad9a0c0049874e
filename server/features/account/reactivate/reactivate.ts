import type { Status } from '#contract/accounts/statuses.ts'
import * as messages from '#contract/billing/messages.ts'
import { REACTIVATE_WITHIN_DAYS } from '#contract/calendar/lifetimes.ts'
import { givenOf, linesOfItems, type PlanItem } from '#contract/catalogue/items.ts'
import { emptyPlan, linesOf, type PlanLine, totalOf } from '#contract/catalogue/plan.ts'
import type { reactivate as reactivateCall } from '#contract/features/reactivate/calls.ts'
import type { AnswerOf } from '#contract/wire/call.ts'
import type { CardForm } from '#server/billing/cards/card-form.ts'
import { findCard } from '#server/billing/cards/cards.ts'
import { takeCard } from '#server/billing/cards/take-card.ts'
import { type Change, findObstacle, finishChange } from '#server/billing/orders/account-changes.ts'
import { type Ordered, payAccountOrder } from '#server/billing/orders/account-orders.ts'
import { pricesAt } from '#server/billing/prices.ts'
import type { Deps } from '#server/deps.ts'
import type { Session } from '#server/identity/sessions.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import { DAY } from '#server/ports/clock.ts'
import type { PaymentEnd } from '#server/ports/fraud.ts'

type Answer = AnswerOf<typeof reactivateCall>
type Order = { total_cents: number; idempotency_key: string }

/** What was there, at the prices of today: a new sale, and shown as such before anything is charged. What was given stays given. */
export async function findFormerPlan(
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
    lines: keepGiven(linesOf(quantities, await pricesAt(db, now)), former.items),
    isInTime: now.getTime() - former.endedAt.getTime() < REACTIVATE_WITHIN_DAYS * DAY,
  }
}

function keepGiven(lines: readonly PlanLine[], former: readonly PlanItem[]): PlanLine[] {
  const given = new Map(former.map((item) => [item.key, givenOf(item)]))
  return linesOfItems(lines.map((line) => ({ ...line, given: given.get(line.key) ?? 0 })))
}

export async function reactivate(
  deps: Deps,
  { accountId, agentId }: Session,
  order: Order,
  visitor: Visitor,
  form?: CardForm,
): Promise<Answer | Refused> {
  const { db, clock } = deps
  const answered = await findAnswered(db, accountId, order)
  if (answered) return answered
  const former = await findFormerPlan(db, accountId, clock.now())
  if (!former) return refuse('invalid-fields', { errors: messages.cannotReactivate })
  if (!former.isInTime) return refuse('invalid-fields', { errors: messages.tooLateToReactivate })
  const amountCents = totalOf(former.lines)
  if (order.total_cents !== amountCents) return refuse('invalid-fields', { errors: messages.otherAmounts })

  const { lines, status: formerStatus } = former
  const change = { kind: 'reactivation' as const, lines, formerStatus, agentId }
  if (amountCents === 0) return reactivateFree(deps, accountId, change)
  const taken = form ? await takeCard(deps, accountId, form, visitor) : undefined
  if (isRefused(taken)) return taken
  const card = taken?.card ?? (await findCard(db, accountId))
  if (!card) return refuse('invalid-fields', { errors: messages.noCardOnFile })
  const ordered = await payAccountOrder(
    deps,
    {
      key: order.idempotency_key,
      accountId,
      amountCents,
      change,
      address: visitor.address,
    },
    card,
  )
  await taken?.payment.end(endOf(ordered))
  if (isRefused(ordered)) return ordered
  return { data: { status: ordered === 'paid' ? 'active' : 'confirming' } }
}

/** All of it was given: nothing is asked of the bank. */
function reactivateFree(deps: Deps, accountId: number, change: Change): Promise<Answer | Refused> {
  return deps.db.transaction(async (tx) => {
    if (await findObstacle(tx, accountId, change)) {
      return refuse('invalid-fields', { errors: messages.cannotReactivate })
    }
    await finishChange(tx, { ...deps, now: deps.clock.now() }, { accountId, change, paid: null })
    return { data: { status: 'active' as const } }
  })
}

/** A bank's no is told at the card's number; any other refusal never got to the bank. */
function endOf(ordered: Ordered): PaymentEnd {
  if (ordered === 'paid') return 'approved'
  if (ordered === 'confirming') return 'unknown'
  return typeof ordered.errors === 'object' && 'number' in ordered.errors ? 'declined' : 'unasked'
}

/** While it is being confirmed the page asks with the same key: by then the account may be back. */
async function findAnswered(db: Db, accountId: number, asked: Order): Promise<Answer | Refused | undefined> {
  const order = await db.maybe<{ state: string; refusal: string | null; cents: number }>(sql`
    select state, refusal, amount_cents as cents from orders
    where key = ${asked.idempotency_key} and account_id = ${accountId} and kind = 'reactivation'`)
  if (!order) return undefined
  if (order.cents !== asked.total_cents) return refuse('other-body')
  if (order.state === 'paid') return { data: { status: 'active' } }
  if (order.state === 'intent' || order.state === 'unknown') return { data: { status: 'confirming' } }
  return refuse('invalid-fields', { errors: order.refusal ? JSON.parse(order.refusal) : messages.notCharged })
}
