import { type Day, formatDay, formatMoment, momentOf } from '#contract/calendar/billing-dates.ts'
import { linesOfItems, type PlanItem } from '#contract/catalogue/items.ts'
import { type Cents, formatAmount } from '#contract/catalogue/money.ts'
import { totalOf } from '#contract/catalogue/plan.ts'
import { pages } from '#contract/pages.ts'
import { mailOwner, type Owner } from '#server/accounts/accounts.ts'
import { afterCredit } from '#server/billing/invoices/invoices.ts'
import type { Deps } from '#server/deps.ts'
import { sql } from '#server/platform/db/sql.ts'
import { eachInTurn } from '#server/platform/jobs/each-in-turn.ts'
import { accountInMail } from '#server/platform/mail/names.ts'
import type { Mail, MailSite } from '#server/platform/mail/queue-mail.ts'
import { txOf } from '#server/platform/transaction.ts'
import { later, MINUTE } from '#server/ports/clock.ts'

/** Days before the end of a hold on which its owner is notified. */
const HOLD_NOTICE_DAYS = 7

type Ending = { id: number; accountId: number; zone: string; heldUntil: Day; items: PlanItem[] }

/**
 * Announces the end of holds, with the amount and the date. Each notice is sent once, by the first instance
 * to record it. After days of downtime it is late, but never after the hold. Accounts that have canceled, or
 * have an unpaid month, are notified only after that is resolved. A failure does not stop other notices.
 */
export async function announceEndsOfHolds(
  { db, clock, jobs, config }: Pick<Deps, 'db' | 'clock' | 'jobs' | 'config'>,
  mayGoOn = () => true,
): Promise<number> {
  const now = clock.now()
  // The UTC range, widened by a day for time zones, lets PostgreSQL use the index. The subscription's own
  // date decides.
  const ending = await db.many<Ending>(sql`
    select s.id, s.account_id as "accountId", s.time_zone as zone, s.held_until as "heldUntil",
      coalesce(
        (select c.items from subscription_changes c where c.subscription_id = s.id and c.applied_at is null
          and c.withdrawn_at is null and c.effective_on <= s.held_until),
        (select jsonb_agg(jsonb_build_object('key', i.item, 'quantity', i.quantity, 'unitPrice', i.unit_price_cents,
          'given', i.given)) from subscription_items i where i.subscription_id = s.id),
        '[]') as items
    from subscriptions s
    where s.held_until between (${now}::timestamptz at time zone 'UTC')::date - 1
        and (${now}::timestamptz at time zone 'UTC')::date + ${HOLD_NOTICE_DAYS + 1}::integer
      and s.held_until > (${now}::timestamptz at time zone s.time_zone)::date
      and s.held_until <= (${now}::timestamptz at time zone s.time_zone)::date + ${HOLD_NOTICE_DAYS}::integer
      and s.ended_at is null and s.cancel_on is null and s.next_at is not null
      and not exists (select from hold_notices n where n.subscription_id = s.id and n.held_until = s.held_until)`)
  const announce = (hold: Ending) =>
    db.transaction(async (tx) => {
      // Checked again under the lock: it may have been canceled, or ended early, since it was read.
      const isFirst = await tx.run(sql`
        insert into hold_notices (subscription_id, held_until, sent_at)
        select id, held_until, ${now}::timestamptz from subscriptions
        where id = ${hold.id} and held_until = ${hold.heldUntil} and cancel_on is null and ended_at is null for update
        on conflict do nothing`)
      if (isFirst === 0) return
      const cost = totalOf(linesOfItems(hold.items))
      const cents = await afterCredit(tx, hold.accountId, cost)
      const mailed = { heldUntil: hold.heldUntil, zone: hold.zone, cost, cents }
      await mailOwner(txOf(tx, { jobs, config, now }), hold.accountId, holdEndsMail, mailed)
    })
  await eachInTurn(ending, announce, mayGoOn)
  return ending.length
}

export function holdEndsMail(
  owner: Owner,
  { publicUrl }: MailSite,
  { heldUntil, zone, cost, cents }: Pick<Ending, 'heldUntil' | 'zone'> & { cost: Cents; cents: Cents },
): Mail {
  const day = formatDay(heldUntil)
  const lastMoment = later(momentOf(zone, heldUntil), -MINUTE)
  const charge =
    cents > 0
      ? `We will charge ${formatAmount(cents)} to your card on file for the first month.`
      : cost > 0
        ? 'Your credit pays for the first month.'
        : 'It is free of charge.'
  return {
    purpose: 'hold-ends',
    subject: `Your plan resumes on ${day}`,
    paragraphs: [
      `The hold for ${accountInMail(owner)} is ending. Your full plan resumes on ${day}. ${charge}`,
      `If you do not want this, cancel in your account by ${formatMoment(owner.timeZone, lastMoment)}.`,
    ],
    buttons: [{ label: 'Go to your account', url: `${publicUrl}${pages.account}` }],
  }
}
