import type { Cents } from '#contract/catalogue/money.ts'
import type { KeptCard } from '#server/billing/cards/cards.ts'
import type { Origin } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/** A recorded charge. The instance that claimed it may send it, once. */
export type ClaimedCharge = { key: string; token: string; amount: Cents }
type Claim = { gateway: string; now: Date; settleAt: Date }
type ByHand = Claim & {
  accountId: number
  card: KeptCard
  askedBy: string
  origin: Origin
  shownCents: Cents
}

/**
 * Claims months that are due for this instance: marks each as being charged and records its charge in one
 * statement. After a kill, settling finds the charge. A cancellation and a claim lock the same subscription,
 * so they cannot overlap.
 */
export function claimDuePeriods(
  db: Db,
  { gateway, now, settleAt, atMost }: Claim & { atMost: number },
): Promise<ClaimedCharge[]> {
  return db.many<ClaimedCharge>(sql`
    with ready as (
      select p.id, s.account_id, c.gateway_token, c.brand, c.last_four, c.expires_month, c.expires_year, c.holder
      from periods p join subscriptions s on s.id = p.subscription_id
      join cards c on c.account_id = s.account_id and c.replaced_at is null
      where p.state in ('due', 'past_due') and p.next_try_at <= ${now} and s.ended_at is null
        and (s.cancel_on is null or s.cancel_on > p.starts_on)
      order by p.next_try_at limit ${atMost}
      for update of p, s skip locked
    ), claimed as (
      update periods p set state = 'charging', tries = tries + 1, next_try_at = ${settleAt}
      from ready where p.id = ready.id
      returning ready.*
    )
    insert into charges (key, period_id, account_id, gateway, gateway_token, amount_cents, brand, last_four, expires_month,
      expires_year, holder, outcome, created_at)
    select 'renewal-' || gen_random_uuid(), c.id, c.account_id, ${gateway}, c.gateway_token, i.total_cents, c.brand,
      c.last_four, c.expires_month, c.expires_year, c.holder, 'sent', ${now}
    from claimed c join invoices i on i.period_id = c.id and i.order_id is null
    returning key, gateway_token as token, amount_cents as amount`)
}

/**
 * Claims the open month of one account for a manual payment, with the card on file or with a new one, which
 * replaces it if the payment succeeds. A month of another amount than was shown is not claimed.
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
