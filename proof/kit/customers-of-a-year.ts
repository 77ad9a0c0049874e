import { randomUUID } from 'node:crypto'
import { dayIn } from '#contract/calendar/billing-dates.ts'
import { emptyPlan } from '#contract/catalogue/plan.ts'
import { previewChange } from '#contract/catalogue/plan-change.ts'
import { findOpenBalance } from '#server/billing/orders/open-balance.ts'
import { settleLostOrder } from '#server/billing/orders/settle-order.ts'
import { pricesAt } from '#server/billing/prices.ts'
import type { RenewDeps } from '#server/billing/renewals/renew.ts'
import { showMoney } from '#server/billing/subscriptions/show-money.ts'
import type { Deps } from '#server/deps.ts'
import { payOpen } from '#server/features/account/billing/pay-open.ts'
import { endHold, hold } from '#server/features/account/cancel/hold.ts'
import { changePlan } from '#server/features/account/plan/change-plan.ts'
import { findPlan } from '#server/features/account/plan/queries.ts'
import type { Session } from '#server/identity/sessions.ts'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { isRefused } from '#server/platform/refusal.ts'
import { later, MINUTE } from '#server/ports/clock.ts'

/** A customer's holds as confirmed to them, to compare with the bills. */
export async function keepHolds(db: Database): Promise<void> {
  await db.run(sql`
    create table told_holds (
      id bigint generated always as identity, subscription_id bigint, held_from date, held_until date)`)
}

/**
 * By chance, one year in hundreds would have no account that expires, pays by hand, or has a month that
 * begins on February 29: so nobody cancels, holds, refunds or disputes these. The bank refuses every seventh:
 * number 7 expires, number 14's debt is waived, and every 28th pays by hand.
 */
export async function leaveSomeAlone(db: Database): Promise<void> {
  await db.run(sql`
    create function is_left_alone(account_id bigint) returns boolean immutable
    return account_id <= 14 or account_id % 28 = 0`)
}

/**
 * Customers change their plan, hold it, end the hold, and pay by hand while renewals run. A refusal is a
 * valid answer.
 */
export async function changeSome(deps: RenewDeps, count: number): Promise<void> {
  const [holding, paying] = [await anyRunning(deps.db, count), await anyUnpaid(deps.db, count)]
  await Promise.all([
    ...(await anyRunning(deps.db, count)).map((session) => changeSeats(deps as Deps, session)),
    ...holding.map((session) => holdOrEnd(deps, session)),
    ...paying.map((session) => payByHand(deps as Deps, session)),
  ])
}

/** What the job does with orders whose answer was lost. No jobs run here. */
export async function settleLostOrders(deps: RenewDeps): Promise<void> {
  const open = await deps.db.many<{ key: string }>(sql`
    select key from orders where state in ('intent', 'unknown') and created_at < ${later(deps.clock.now(), -MINUTE)}`)
  for (const { key } of open) await settleLostOrder(deps, key)
}

/** One seat more or less, at the price the page would show. */
async function changeSeats(deps: Deps, session: Session): Promise<void> {
  const { db, clock } = deps
  const now = clock.now()
  const plan = await findPlan(db, session.accountId, now)
  if (!plan) return
  const seats = plan.items.find(({ key }) => key === 'lead')?.quantity ?? 1
  const wanted = { ...emptyPlan(), triple: 1, lead: Math.random() < 0.6 ? seats + 1 : Math.max(1, seats - 1) }
  const today = dayIn(plan.zone, now)
  const prices = await pricesAt(db, now)
  const preview = previewChange({ current: plan.items, wanted, prices, month: plan.month, today })
  const body = {
    triple_line_power_dialer_count: 1,
    hosted_lead_management_count: wanted.lead,
    now_cents: preview.nowCents,
    next_cents: preview.nextCents,
    idempotency_key: randomUUID(),
  } as Parameters<typeof changePlan>[2]
  const visitor = { ip: '192.0.2.1' } as Parameters<typeof changePlan>[3]
  await changePlan(deps, session, body, visitor)
}

async function holdOrEnd(deps: RenewDeps, session: Session): Promise<void> {
  const { db } = deps
  const { id } = await db.one<{ id: number }>(
    sql`select max(id) as id from subscriptions where account_id = ${session.accountId}`,
  )
  if (Math.random() < 0.7) {
    const { nextCharge, holdOffer } = await showMoney(db, session.accountId, deps.clock.now())
    const shown = { from: nextCharge?.on ?? '', held_cents: holdOffer?.heldCents ?? 0 }
    const done = await hold(deps, session, { months: 1 + Math.floor(Math.random() * 3), ...shown })
    if (isRefused(done)) return
    const { from, until } = done.data
    // A repeated hold gets the same answer.
    await db.run(sql`
      insert into told_holds (subscription_id, held_from, held_until) select ${id}, ${from}, ${until}
      where not exists (select from told_holds
        where subscription_id = ${id} and held_from = ${from} and held_until = ${until})`)
  } else if (!isRefused(await endHold(deps, session))) {
    // A hold that had not begun is removed: its end is not after its beginning.
    await db.run(sql`
      update told_holds h set held_until = coalesce(s.held_until, h.held_from) from subscriptions s
      where s.id = ${id} and h.id = (select max(id) from told_holds where subscription_id = ${id})`)
  }
}

async function payByHand(deps: Deps, { accountId, agentId, origin }: Session): Promise<void> {
  const open = await findOpenBalance(deps.db, accountId)
  const payer = { accountId, askedBy: { agentId }, origin, shownCents: open?.cents ?? 0 }
  await payOpen(deps, payer, {})
}

function anyRunning(db: Database, count: number): Promise<Session[]> {
  return asSessions(
    db.many(sql`
      select g.account_id as "accountId", g.id as "agentId" from subscriptions s join agents g on g.account_id = s.account_id
      where s.ended_at is null and not is_left_alone(s.account_id) order by random() limit ${count}`),
  )
}

/** Most of them never pay by hand, so that their accounts end. */
function anyUnpaid(db: Database, count: number): Promise<Session[]> {
  return asSessions(
    db.many(sql`
      select g.account_id as "accountId", g.id as "agentId" from periods p join subscriptions s on s.id = p.subscription_id
      join agents g on g.account_id = s.account_id
      where p.state = 'past_due' and s.ended_at is null and s.account_id % 4 = 0 order by random() limit ${count}`),
  )
}

async function asSessions(people: Promise<{ accountId: number; agentId: number }[]>): Promise<Session[]> {
  const rest = { id: 0, accountNumber: '', role: 'owner', scope: 'account', origin: { ip: '', device: '' } }
  return (await people).map((person) => ({ ...rest, ...person }) as Session)
}

export const noCustomerDefects = {
  ordersAndGateway: 0,
  openOrders: 0,
  holdsAndBills: 0,
  planAndBill: 0,
}

/**
 * Where orders, gateway, holds, plans and bills disagree, and how many of each there were, to show that they
 * were exercised.
 */
export async function readCustomers(
  db: Database,
): Promise<{ defects: Record<string, number>; seen: Record<string, number> }> {
  const defects = await db.one<Record<string, number>>(sql`
    with bills as (
      select p.subscription_id, p.starts_on, i.id, p.due_at, s.account_id,
        exists (select from invoice_lines l where l.invoice_id = i.id and l.label = 'Triple line dialer') as has_dialer,
        (select sum(l.amount_cents) from invoice_lines l where l.invoice_id = i.id and l.kind = 'item') as cents,
        p.starts_on = max(p.starts_on) over (partition by p.subscription_id) as is_last
      from periods p join subscriptions s on s.id = p.subscription_id join invoices i on i.period_id = p.id and i.order_id is null
      where p.starts_on > s.anchor_date
    )
    select
      (select count(*) from orders o left join charges c on c.order_id = o.id
        left join sandbox_charges x on x.key = c.key and x.outcome = 'paid'
          -- What an operator gave back later had been paid; what came too late was returned.
          and case when x.voided_at is null
            then not exists (select from refunds r where r.charge_id = c.id and r.credit_note_id is null and r.outcome = 'refunded')
            else exists (select from refunds r where r.charge_id = c.id and r.credit_note_id is not null) end
        where o.kind = 'plan-change' and (o.state = 'paid') <> (x.key is not null)) as "ordersAndGateway",
      (select count(*) from orders where state in ('intent', 'unknown')) as "openOrders",
      (select count(*) from bills b where b.cents > 0 and b.has_dialer = exists (
        select from told_holds h where h.subscription_id = b.subscription_id
          and b.starts_on >= h.held_from and b.starts_on < h.held_until)) as "holdsAndBills",
      (select count(*) from bills b where is_last and has_dialer
        and cents <> (select sum(t.quantity * t.unit_price_cents) from subscription_items t where t.subscription_id = b.subscription_id)
        and not exists (select from orders o where o.account_id = b.account_id and o.state = 'paid' and o.settled_at >= b.due_at)
      ) as "planAndBill"`)
  const seen = await db.one<Record<string, number>>(sql`
    select (select count(*) from orders where kind = 'plan-change' and state = 'paid') as "plansChanged",
      (select count(*) from subscription_changes where applied_at is not null) as "plansReduced",
      (select count(*) from told_holds) as holds,
      (select count(*) from audit where action = 'hold-ended') as "holdsEnded",
      (select count(*) from audit where action = 'paid-by-hand') as "paidByHand",
      (select count(*) from invoice_lines l join invoices i on i.id = l.invoice_id and i.order_id is null
        where l.kind = 'item' and l.quantity > 1) as "moreSeats"`)
  return { defects: toNumbers(defects), seen: toNumbers(seen) }
}

function toNumbers(row: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)]))
}
