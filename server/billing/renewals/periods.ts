import { momentOf, monthsAfter, monthsBetween } from '#contract/calendar/billing-dates.ts'
import type { Cents } from '#contract/catalogue/money.ts'
import { mailOwner } from '#server/accounts/accounts.ts'
import { MOST_TRIES, TRIES_WITHIN_MS } from '#server/billing/cards/card-tries.ts'
import type { StoredCard } from '#server/billing/cards/cards.ts'
import { billOfMonth } from '#server/billing/invoices/bill-of-month.ts'
import { lockCredit, noteCreditUsed, writeInvoice } from '#server/billing/invoices/invoices.ts'
import { endedMail, postRenewalReceipt } from '#server/billing/invoices/mails.ts'
import { followPrice } from '#server/billing/subscriptions/free-access.ts'
import { applyWaitingChange, listItems } from '#server/billing/subscriptions/plan-items.ts'
import { endSubscription, noteRevenue } from '#server/billing/subscriptions/subscription.ts'
import type { Origin } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { MailDeps } from '#server/platform/mail/queue-mail.ts'
import { txOf } from '#server/platform/transaction.ts'
import { later } from '#server/ports/clock.ts'

type Ending = {
  id: number
  accountId: number
  anchor: string
  timeZone: string
  heldFrom: string | null
  heldUntil: string | null
  cancelOn: string | null
}

/**
 * Begins the next month with its invoice, or ends the subscription if it was due to end here. If several
 * instances try at once, one of them locks the subscription, and the constraint on subscription and month is
 * the final safeguard. False: another instance was first.
 */
export async function openPeriod(tx: Db, deps: MailDeps, subscriptionId: number): Promise<boolean> {
  const { now } = deps
  const ending = await tx.maybe<Ending>(sql`
    select s.id, s.account_id as "accountId", s.anchor_date as anchor, s.time_zone as "timeZone",
      s.held_from as "heldFrom", s.held_until as "heldUntil", s.cancel_on as "cancelOn"
    from subscriptions s
    where s.id = ${subscriptionId} and s.ended_at is null and s.next_at <= ${now}
    for update of s skip locked`)
  if (!ending) return false
  // Read only under the lock, because the instance that had it before may have opened a month.
  const { startsOn } = await tx.one<{ startsOn: string }>(sql`
    select max(ends_on) as "startsOn" from periods where subscription_id = ${ending.id}`)
  const { anchor, timeZone, accountId } = ending
  if (ending.cancelOn && ending.cancelOn <= startsOn) {
    await endSubscription(tx, ending, 'canceled', now)
    await mailOwner(txOf(tx, deps), accountId, endedMail)
    return true
  }
  await applyWaitingChange(tx, deps, ending, startsOn)
  const bought = await listItems(tx, ending.id)
  await followPrice(tx, accountId, bought, now)
  const { lines, note, total, credit } = await billOfMonth(
    tx,
    ending,
    bought,
    startsOn,
    await lockCredit(tx, accountId),
  )
  const endsOn = monthsAfter(anchor, monthsBetween(anchor, startsOn) + 1)
  const endsAt = momentOf(timeZone, endsOn)
  const dueAt = momentOf(timeZone, startsOn)
  // If it costs nothing, or credit pays for it, there is no charge.
  const isSettled = total === 0
  const state = !isSettled ? 'due' : credit > 0 ? 'paid' : 'free'
  const period = await tx.one<{ id: number }>(sql`
    with period as (
      insert into periods (subscription_id, starts_on, ends_on, due_at, ends_at, state, next_try_at, paid_at)
      values (${ending.id}, ${startsOn}, ${endsOn}, ${dueAt}, ${endsAt}, ${state},
        ${isSettled ? null : dueAt}, ${isSettled ? now : null})
      returning id
    ), running as (
      update subscriptions set next_at = ${isSettled ? endsAt : null} where id = ${ending.id}
    )
    select id from period`)
  await noteRevenue(tx, accountId, now)
  // The invoice's number is locked from here to the commit.
  const bill = await writeInvoice(tx, { accountId, periodId: period.id, lines, note, isPaid: isSettled }, now)
  if (credit > 0) await noteCreditUsed(tx, { accountId, invoiceId: bill.id, cents: credit }, now)
  if (state === 'paid') await postRenewalReceipt(tx, deps, period.id)
  return true
}

/** A recorded charge. The instance that claimed it may send it, once. */
export type ClaimedCharge = { key: string; token: string; amount: Cents }
type Claim = { gateway: string; now: Date; settleAt: Date }
type ByHand = Claim & {
  accountId: number
  card: StoredCard
  askedBy: string
  origin: Origin
  shownCents: Cents
}

/** A due month that was claimed, or one whose card cannot be charged. */
type ClaimedMonth = (ClaimedCharge & { periodId: null }) | { periodId: number }

/**
 * Claims months that are due for this instance: marks each as being charged and records its charge in one
 * statement. After a kill, settling finds the charge. A cancellation and a claim lock the same subscription,
 * so they cannot overlap. A month without a card, or whose card its bank has refused for good or too often, is
 * passed over; if nobody plans it again, it is due again at `settleAt`.
 */
export function claimDuePeriods(
  db: Db,
  { gateway, now, settleAt, atMost }: Claim & { atMost: number },
): Promise<ClaimedMonth[]> {
  return db.many<ClaimedMonth>(sql`
    with due as (
      select p.id, p.next_card, s.account_id
      from periods p join subscriptions s on s.id = p.subscription_id
      where p.state in ('due', 'past_due') and p.next_try_at <= ${now} and s.ended_at is null
        and (s.cancel_on is null or s.cancel_on > p.starts_on)
      order by p.next_try_at limit ${atMost}
      for update of p, s skip locked
    ), ready as (
      select d.id as period_id, c.*,
        c.id is not null and c.refused_because is null and (
          select count(*) from charges t
          where t.account_id = d.account_id and t.created_at > ${later(now, -TRIES_WITHIN_MS)}
            and t.outcome in ('declined', 'sent', 'unknown') and (t.gateway_token = c.gateway_token or t.number_id = c.number_id
              or (t.number_id is null or c.number_id is null) and t.brand = c.brand and t.last_four = c.last_four
                and t.expires_month = c.expires_month and t.expires_year = c.expires_year)
        ) < ${MOST_TRIES} as can_be_charged
      from due d left join cards c on c.account_id = d.account_id and c.replaced_at is null
        and c.is_backup = (d.next_card = 'backup')
    ), passed_over as (
      update periods p set next_try_at = ${settleAt} from ready where p.id = ready.period_id and not can_be_charged returning p.id
    ), claimed as (
      update periods p set state = 'charging', tries = tries + 1, next_try_at = ${settleAt},
        retries = retries + (failed_at is not null and try_because is distinct from 'backup')::integer,
        has_retried_soon = has_retried_soon or try_because is not distinct from 'bank-busy'
      from ready where p.id = ready.period_id and can_be_charged
      returning ready.*
    ), noted as (
      insert into charges (key, period_id, account_id, gateway, gateway_token, amount_cents, brand, last_four, expires_month,
        expires_year, holder, number_id, outcome, created_at)
      select 'renewal-' || gen_random_uuid(), c.period_id, c.account_id, ${gateway}, c.gateway_token, i.total_cents, c.brand,
        c.last_four, c.expires_month, c.expires_year, c.holder, c.number_id, 'sent', ${now}
      from claimed c join invoices i on i.period_id = c.period_id and i.order_id is null
      returning key, gateway_token as token, amount_cents as amount
    )
    select key, token, amount, null::bigint as "periodId" from noted
    union all select null, null, null, id from passed_over`)
}

/** Until the transaction ends, nobody else claims the open month. False if there is none, or it is being charged. */
export async function lockOpenPeriod(tx: Db, accountId: number): Promise<boolean> {
  const open = await tx.maybe(sql`
    select 1 from periods p join subscriptions s on s.id = p.subscription_id
    where s.account_id = ${accountId} and p.state in ('due', 'past_due') and s.ended_at is null
    for update of p, s`)
  return open !== undefined
}

/**
 * Claims the open month of one account for a manual payment, with the card on file or with a new one, which
 * replaces it if the payment succeeds. Not claimed if the amount differs from the one shown.
 */
export function claimOpenPeriod(
  db: Db,
  { gateway, now, settleAt, accountId, card, askedBy, origin, shownCents }: ByHand,
): Promise<ClaimedCharge | undefined> {
  return db.maybe<ClaimedCharge>(sql`
    with ready as (
      select p.id from periods p join subscriptions s on s.id = p.subscription_id
      join invoices i on i.period_id = p.id and i.order_id is null
      where s.account_id = ${accountId} and p.state in ('due', 'past_due') and s.ended_at is null
        and (s.cancel_on is null or s.cancel_on > p.starts_on)
        and i.total_cents = ${shownCents}::integer
      order by p.id limit 1
      for update of p, s
    ), claimed as (
      update periods p set state = 'charging', tries = tries + 1, next_try_at = ${settleAt}
      from ready where p.id = ready.id returning p.id
    )
    insert into charges (key, period_id, account_id, gateway, gateway_token, amount_cents, brand, last_four, expires_month,
      expires_year, holder, number_id, outcome, asked_by, asked_ip, asked_device, created_at)
    select 'balance-' || gen_random_uuid(), c.id, ${accountId}::bigint, ${gateway}, ${card.token}, i.total_cents,
      ${card.brand}, ${card.lastFour}, ${card.expiresMonth}::smallint, ${card.expiresYear}::smallint, ${card.holder},
      ${card.numberId ?? null}, 'sent', ${askedBy}, ${origin.ip}, ${origin.device}, ${now}::timestamptz
    from claimed c join invoices i on i.period_id = c.id and i.order_id is null
    returning key, gateway_token as token, amount_cents as amount`)
}

/** Claims unfinished charges for this instance to ask about, from `settleAt` on. */
export function claimUnsettled(
  db: Db,
  { now, askAgainAt, atMost }: { now: Date; askAgainAt: Date; atMost: number },
): Promise<{ key: string }[]> {
  return db.many<{ key: string }>(sql`
    with stuck as (
      select id from periods where state = 'charging' and next_try_at <= ${now}
      order by next_try_at limit ${atMost} for update skip locked
    ), asked as (
      update periods p set next_try_at = ${askAgainAt} from stuck where p.id = stuck.id returning p.id
    )
    select c.key from asked join charges c on c.period_id = asked.id and c.outcome in ('sent', 'unknown')`)
}
