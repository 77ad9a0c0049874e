import type { CardOnFile, MoneyValues, OpenInvoice } from '#contract/billing/values.ts'
import {
  type Day,
  dayBefore,
  dayIn,
  formatDay,
  formatMoment,
  momentOf,
} from '#contract/calendar/billing-dates.ts'
import { REACTIVATE_WITHIN_DAYS } from '#contract/calendar/lifetimes.ts'
import { linesOfItems, type PlanItem } from '#contract/catalogue/items.ts'
import { splitByCredit } from '#contract/catalogue/money.ts'
import { totalOf } from '#contract/catalogue/plan.ts'
import { hasExpired } from '#server/billing/cards/card-form.ts'
import { type CardOnFile as FoundCard, findCards } from '#server/billing/cards/cards.ts'
import { type BillOfMonth, billOfMonth } from '#server/billing/invoices/bill-of-month.ts'
import { creditOf } from '#server/billing/invoices/invoices.ts'
import { endOfDunning } from '#server/billing/renewals/dunning.ts'
import { findNextTry, sayRefusal, sayRefusedForGood, showNextTry } from '#server/billing/renewals/say-next.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY, later, MINUTE } from '#server/ports/clock.ts'
import { isOnHoldOn, itemsOnHold } from './plan-items.ts'

type Open = {
  periodId: number
  cents: number
  number: string
  state: 'due' | 'charging' | 'past_due'
  failedAt: string | null
  lastDayAt: string | null
}

export type BillingState = {
  id: number
  zone: string
  accountZone: string
  nextAt: Date | null
  nextOn: string | null
  endedAt: Date | null
  isFraud: boolean
  cancelOn: string | null
  cancelReference: string | null
  heldFrom: string | null
  heldUntil: string | null
  items: PlanItem[]
  change: { from: string; items: PlanItem[] } | null
  creditCents: number
  open: Open | null
}

/**
 * The account's billing status. Days are those of the subscription's time zone, in which it is billed; moments are
 * formatted in the account's. With `project`, as it will be after a change that is not made yet.
 */
export async function showMoney(
  db: Db,
  accountId: number,
  now: Date,
  project: (billing: BillingState) => BillingState = (billing) => billing,
): Promise<MoneyValues> {
  const { first, backup } = await findCards(db, accountId)
  const found = await findStanding(db, accountId)
  const billing = found && project(found)
  const open = billing?.open && billing.endedAt === null ? await showOpen(db, billing.open, now) : null
  const isLeaving = billing?.endedAt === null && billing.cancelOn !== null
  const chargedAt = isLeaving ? undefined : (billing?.nextAt ?? now)
  return {
    ...(billing ? moneyOf(billing, now) : nothing),
    open,
    card: first ? shownCard(first, chargedAt) : null,
    backup: backup ? shownCard(backup, chargedAt) : null,
  }
}

function shownCard(
  { id, brand, lastFour, expiresMonth, expiresYear, refusedBecause }: FoundCard,
  chargedAt: Date | undefined,
): CardOnFile {
  return {
    id,
    brand,
    lastFour,
    expires: `${String(expiresMonth).padStart(2, '0')}/${expiresYear}`,
    expiresTooSoon: chargedAt !== undefined && hasExpired(expiresMonth, expiresYear, chargedAt),
    refused: sayRefusal(refusedBecause),
  }
}

/** Only the values that a page shows. */
export function only<Key extends keyof MoneyValues>(
  money: MoneyValues,
  ...keys: readonly Key[]
): Pick<MoneyValues, Key> {
  return Object.fromEntries(keys.map((key) => [key, money[key]])) as Pick<MoneyValues, Key>
}

const nothing = {
  nextCharge: null,
  hold: null,
  holdOffer: null,
  cancellation: null,
  change: null,
  hasEnded: false,
  reactivateBy: null,
}

function moneyOf(billing: BillingState, now: Date): Omit<MoneyValues, 'card' | 'backup' | 'open'> {
  const { zone, accountZone, nextAt, nextOn, change, heldFrom, heldUntil, cancelOn } = billing
  const isRunning = billing.endedAt === null
  const nextItems = change && nextOn && change.from <= nextOn ? change.items : billing.items
  const isOnHoldNext = nextOn !== null && isOnHoldOn(nextOn, heldFrom, heldUntil)
  return {
    nextCharge:
      isRunning && nextAt && !cancelOn
        ? {
            ...splitByCredit(
              totalOf(linesOfItems(isOnHoldNext ? itemsOnHold(nextItems) : nextItems)),
              billing.creditCents,
            ),
            on: dayIn(zone, nextAt),
            lastMomentToCancel: formatMoment(accountZone, later(nextAt, -MINUTE)),
          }
        : null,
    hold:
      isRunning && heldFrom && heldUntil && momentOf(zone, heldUntil) > now
        ? {
            from: heldFrom,
            until: heldUntil,
            hasBegun: momentOf(zone, heldFrom) <= now,
            canEnd: nextOn !== null && heldUntil > nextOn,
          }
        : null,
    holdOffer: isRunning ? offerHold(nextItems) : null,
    cancellation:
      isRunning && cancelOn && billing.cancelReference
        ? { lastDay: dayBefore(cancelOn), reference: billing.cancelReference }
        : null,
    change:
      isRunning && change
        ? {
            from: change.from,
            lines: linesOfItems(change.items),
            totalCents: totalOf(linesOfItems(change.items)),
          }
        : null,
    hasEnded: !isRunning,
    reactivateBy: lastDayToReactivate(billing, now),
  }
}

/** A plan of only agent access costs the same on hold. */
function offerHold(items: readonly PlanItem[]): MoneyValues['holdOffer'] {
  const onHold = itemsOnHold(items)
  const [heldCents, fullCents] = [onHold, items].map((some) => totalOf(linesOfItems(some))) as [
    number,
    number,
  ]
  return onHold.length > 0 && heldCents < fullCents ? { heldCents, fullCents } : null
}

function lastDayToReactivate({ endedAt, isFraud, zone }: BillingState, now: Date): Day | null {
  const until = endedAt && later(endedAt, REACTIVATE_WITHIN_DAYS * DAY)
  return until && until > now && !isFraud ? dayBefore(dayIn(zone, until)) : null
}

async function showOpen(db: Db, open: Open, now: Date): Promise<OpenInvoice> {
  const { periodId, cents, number, state, failedAt, lastDayAt } = open
  const next = await findNextTry(db, periodId)
  const { zone } = next
  const isPastDue = state === 'past_due'
  const endsAt = failedAt && endOfDunning(new Date(failedAt), lastDayAt ? new Date(lastDayAt) : null, now)
  return {
    cents,
    number,
    sayNextTry: isPastDue ? showNextTry(next, now) : '',
    sayRefused: isPastDue ? sayRefusedForGood(next) : '',
    pausedSince: failedAt ? formatMoment(zone, new Date(failedAt)) : null,
    // A payment that is being confirmed, or a job that is late, delays the end, and nobody knows until when.
    endsAt: endsAt && endsAt > now ? formatMoment(zone, endsAt) : null,
    isConfirming: state === 'charging',
  }
}

/** The newest subscription, even if it has ended. */
function findStanding(db: Db, accountId: number): Promise<BillingState | undefined> {
  return db.maybe<BillingState>(sql`
    select s.id, s.time_zone as zone, a.time_zone as "accountZone", s.next_at as "nextAt", s.ended_at as "endedAt",
      a.fraud_marked_at is not null as "isFraud", s.cancel_on as "cancelOn", s.cancel_reference as "cancelReference", s.held_from as "heldFrom",
      s.held_until as "heldUntil",
      (select max(p.ends_on) from periods p where p.subscription_id = s.id) as "nextOn",
      (select coalesce(jsonb_agg(jsonb_build_object('key', i.item, 'quantity', i.quantity, 'unitPrice', i.unit_price_cents,
          'given', i.given) order by i.unit_price_cents * (i.quantity - i.given) desc, i.item), '[]')
        from subscription_items i where i.subscription_id = s.id) as items,
      (select coalesce(sum(r.cents), 0)::integer from credits r where r.account_id = s.account_id) as "creditCents",
      (select jsonb_build_object('from', c.effective_on, 'items', c.items) from subscription_changes c
        where c.subscription_id = s.id and c.applied_at is null and c.withdrawn_at is null) as change,
      (select jsonb_build_object('periodId', p.id, 'cents', i.total_cents, 'number', i.number, 'state', p.state,
          'failedAt', p.failed_at, 'lastDayAt', p.last_day_at)
        from periods p join invoices i on i.period_id = p.id and i.order_id is null
        where p.subscription_id = s.id and p.state in ('due', 'charging', 'past_due') limit 1) as open
    from subscriptions s join accounts a on a.id = s.account_id
    where s.account_id = ${accountId} order by s.id desc limit 1`)
}

type Running = {
  accountId: number
  heldFrom: string | null
  heldUntil: string | null
  startsOn: Day
  items: PlanItem[]
}

/** The bill of the next renewal if nothing changes until then. Undefined if there will be none. */
export async function showNextBill(
  db: Db,
  accountId: number,
): Promise<(BillOfMonth & { startsOn: Day }) | undefined> {
  const running = await db.maybe<Running>(sql`
    select s.account_id as "accountId", s.held_from as "heldFrom", s.held_until as "heldUntil", p.starts_on as "startsOn",
      -- Also a planned change, in the order in which the renewal will find its items.
      (select coalesce(jsonb_agg(jsonb_build_object('key', i.key, 'quantity', i.quantity, 'unitPrice', i."unitPrice",
          'given', coalesce(i.given, 0)) order by i."unitPrice" * (i.quantity - coalesce(i.given, 0)) desc, i.key), '[]')
        from jsonb_to_recordset(coalesce(
          (select c.items from subscription_changes c
           where c.subscription_id = s.id and c.effective_on <= p.starts_on and c.applied_at is null and c.withdrawn_at is null),
          (select jsonb_agg(jsonb_build_object('key', b.item, 'quantity', b.quantity, 'unitPrice', b.unit_price_cents,
             'given', b.given)) from subscription_items b where b.subscription_id = s.id)
        )) as i(key text, quantity integer, "unitPrice" integer, given integer)) as items
    from subscriptions s
    join lateral (select max(ends_on) as starts_on from periods where subscription_id = s.id) p on true
    where s.account_id = ${accountId} and s.ended_at is null and s.next_at is not null
      and (s.cancel_on is null or s.cancel_on > p.starts_on)`)
  if (!running) return undefined
  const { startsOn, items } = running
  return { ...(await billOfMonth(db, running, items, startsOn, await creditOf(db, accountId))), startsOn }
}

/** What follows this month, for mails: a charge and how to avoid it, or why there is none. Undefined if nothing follows. */
export type NextCharge = { says: string; howToAvoid: string } | undefined

export async function describeNextCharge(tx: Db, accountId: number, now: Date): Promise<NextCharge> {
  const { nextCharge, hold } = await showMoney(tx, accountId, now)
  if (!nextCharge) return undefined
  const { cents, creditCents, lastMomentToCancel } = nextCharge
  const on = formatDay(nextCharge.on)
  if (cents > 0)
    return {
      says: `The next charge is on ${on}.`,
      howToAvoid: ` To avoid it, cancel in your account by ${lastMomentToCancel}.`,
    }
  if (creditCents > 0) return { says: `Your credit pays for the month that starts on ${on}.`, howToAvoid: '' }
  const isOnHold = hold && hold.from <= nextCharge.on && nextCharge.on < hold.until
  const why = isOnHold ? 'your plan is on hold' : 'your plan is free of charge'
  return { says: `Nothing will be charged on ${on}: ${why}.`, howToAvoid: '' }
}
