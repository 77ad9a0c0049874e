import { daysAfter, formatDay, momentOf } from '#contract/calendar/billing-dates.ts'
import { pages } from '#contract/pages.ts'
import { findOwner } from '#server/accounts/owner.ts'
import { postBillingMail } from '#server/billing/invoices/billing-mail.ts'
import { help } from '#server/billing/invoices/mails.ts'
import { hasOpenOrder } from '#server/billing/orders/order.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { MailDeps } from '#server/platform/mail/queue-mail.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import type { RefundDeps } from './credit-notes.ts'
import { onceForKey } from './once-for-key.ts'

export const EXTEND_AT_MOST_DAYS = 31

type Extended = {
  /** The same key never extends a month twice. */
  key: string
  accountId: number
  days: number
  /** The month's end that the operator saw. If it has moved since, nothing is done. */
  seenEnd?: string
  words: string
  actor: string
}
type Running = {
  id: number
  timeZone: string
  heldFrom: string | null
  endsOn: string
  periodId: number
  state: string
}

/**
 * Moves the end of the current month, and with it all later ones, by some days. What was to happen on that day
 * (the next charge, a planned change, the end after a cancellation) moves with it.
 */
export async function extendMonth(
  { db, clock, jobs, config }: Pick<RefundDeps, 'db' | 'clock' | 'jobs' | 'config'>,
  asked: Extended,
): Promise<{ nextOn: string } | Refused> {
  const { key, accountId, days, seenEnd } = asked
  if (!Number.isInteger(days) || days < 1 || days > EXTEND_AT_MOST_DAYS)
    return wrong(`A month can be extended by 1 to ${EXTEND_AT_MOST_DAYS} days.`)
  const now = clock.now()
  return db.transaction((tx) =>
    onceForKey(tx, { key, accountId, request: { days, seenEnd } }, now, () =>
      extend(tx, { jobs, config, now }, asked),
    ),
  )
}

async function extend(
  tx: Db,
  mailDeps: MailDeps,
  { accountId, days, seenEnd, words, actor }: Extended,
): Promise<{ nextOn: string } | Refused> {
  const { config, now } = mailDeps
  const running = await tx.maybe<Running>(sql`
      select s.id, s.time_zone as "timeZone", s.held_from as "heldFrom", p.ends_on as "endsOn", p.id as "periodId", p.state
      from subscriptions s join periods p on p.subscription_id = s.id
      where s.account_id = ${accountId} and s.ended_at is null
      order by p.ends_on desc limit 1 for update of s, p`)
  if (!running) return wrong('This account has no running subscription.')
  if (running.state !== 'paid' && running.state !== 'free')
    return wrong('The current month is not paid yet. Waive it, or wait for the payment.')
  if (seenEnd !== undefined && seenEnd !== running.endsOn)
    return wrong(`The current month now ends on ${formatDay(running.endsOn)}. Look at the account again.`)
  if (running.heldFrom !== null && running.heldFrom >= running.endsOn)
    return wrong('A hold begins with the next month. It has to be ended first.')
  if (await hasOpenOrder(tx, accountId))
    return wrong('A payment of this account is being confirmed. Try again later.')
  const { endsOn, timeZone, id } = running
  const nextOn = daysAfter(endsOn, days)
  const nextAt = momentOf(timeZone, nextOn)
  await tx.run(
    sql`update periods set ends_on = ${nextOn}, ends_at = ${nextAt} where id = ${running.periodId}`,
  )
  await tx.run(sql`
      update subscriptions set anchor_date = ${nextOn}, next_at = ${nextAt},
        cancel_on = case when cancel_on = ${endsOn}::date then ${nextOn}::date else cancel_on end
      where id = ${id}`)
  await tx.run(sql`
      update subscription_changes set effective_on = ${nextOn}
      where subscription_id = ${id} and effective_on = ${endsOn} and applied_at is null and withdrawn_at is null`)
  await recordAudit(
    tx,
    { actor, action: 'month-extended', accountId, details: { days, from: nextOn, words } },
    now,
  )
  const owner = await findOwner(tx, accountId)
  await postBillingMail(tx, mailDeps, 'month-extended', owner, {
    subject: `Your current month now runs until ${formatDay(nextOn)}`,
    paragraphs: [
      `We extended the current month of ${owner.company}, account number ${owner.pin}, by ${days} ${days === 1 ? 'day' : 'days'}. You pay nothing for it.`,
      `Your billing month now begins on ${formatDay(nextOn)}.`,
    ],
    buttons: [{ label: 'See your account', url: `${config.publicUrl}${pages.account}` }],
    closing: help(mailDeps),
  })
  return { nextOn }
}

function wrong(errors: string): Refused {
  return refuse('invalid-fields', { errors })
}
