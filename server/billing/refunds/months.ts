import { EXTEND_AT_MOST_DAYS } from '#contract/billing/money-back.ts'
import {
  type Day,
  daysAfter,
  formatDay,
  momentOf,
  monthsAfter,
  monthsBetween,
} from '#contract/calendar/billing-dates.ts'
import { findOwner } from '#server/accounts/accounts.ts'
import { forgiveInvoice } from '#server/billing/invoices/invoices.ts'
import { postBillingMail } from '#server/billing/invoices/mails.ts'
import { hasOpenOrder } from '#server/billing/orders/order.ts'
import { lockRunning } from '#server/billing/subscriptions/subscription.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { once } from '#server/platform/idempotency.ts'
import type { MailDeps } from '#server/platform/mail/queue-mail.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import { billWaivedMail, monthExtendedMail } from './mails.ts'

type Extended = {
  /** The same key never extends a month twice. */
  key: string
  accountId: number
  days: number
  /** The month's end that the operator saw. If it has moved since, nothing is done. */
  seenEnd?: Day | undefined
  words: string
  actor: string
  /** The second operator, if one had to agree. */
  agreedBy?: string | undefined
}
type Running = {
  id: number
  timeZone: string
  heldFrom: Day | null
  heldUntil: Day | null
  isEnding: boolean
  startsOn: Day
  endsOn: Day
  periodId: number
  state: string
}

/**
 * Moves the end of the current month, and with it all later ones, by some days. Anything due on that day (the
 * next charge, a planned change, the end of a hold or of a canceled plan) moves with it. In the caller's
 * transaction.
 */
export async function extendMonthIn(
  tx: Db,
  mailDeps: MailDeps,
  request: Extended,
): Promise<{ nextOn: Day } | Refused> {
  const { key, accountId, days, seenEnd, actor: by } = request
  const body = { accountId, days, seenEnd }
  return once(tx, { scope: 'month', key, by, body }, mailDeps.now, () => extend(tx, mailDeps, request))
}

async function extend(tx: Db, mailDeps: MailDeps, request: Extended): Promise<{ nextOn: Day } | Refused> {
  const extension = await planExtension(tx, request)
  if (isRefused(extension)) return extension
  const { now } = mailDeps
  const { id, periodId, endsOn, nextOn, nextAt, heldUntil } = extension
  await tx.run(sql`update periods set ends_on = ${nextOn}, ends_at = ${nextAt} where id = ${periodId}`)
  await tx.run(sql`
      update subscriptions set anchor_date = ${nextOn}, next_at = ${nextAt}, held_until = ${heldUntil},
        cancel_on = case when cancel_on = ${endsOn}::date then ${nextOn}::date else cancel_on end
      where id = ${id}`)
  await tx.run(sql`
      update subscription_changes set effective_on = ${nextOn}
      where subscription_id = ${id} and effective_on = ${endsOn} and applied_at is null and withdrawn_at is null`)
  const { accountId, days, words, actor, agreedBy } = request
  const details = { days, from: nextOn, words, agreedBy }
  await recordAudit(tx, { actor, action: 'month-extended', accountId, details }, now)
  const owner = await findOwner(tx, accountId)
  const mail = monthExtendedMail(owner, mailDeps.config, { days, ...extension })
  await postBillingMail(tx, mailDeps, owner, mail)
  return { nextOn }
}

export type Extension = {
  id: number
  periodId: number
  startsOn: Day
  endsOn: Day
  nextOn: Day
  nextAt: Date
  /** Whether it is canceled to the end of the month. */
  isEnding: boolean
  /** The end of the latest hold after the extension. */
  heldUntil: Day | null
  /** The day on which the plan of an account on hold resumes. Null if it is canceled. */
  resumesOn: Day | null
}

/** What extending would do, or why it is impossible. The subscription and its month are locked. */
export async function planExtension(
  tx: Db,
  { accountId, days, seenEnd }: Pick<Extended, 'accountId' | 'days' | 'seenEnd'>,
): Promise<Extension | Refused> {
  if (!Number.isInteger(days) || days < 1 || days > EXTEND_AT_MOST_DAYS)
    return wrong(`A month can be extended by 1 to ${EXTEND_AT_MOST_DAYS} days.`)
  await lockRunning(tx, accountId)
  const running = await tx.maybe<Running>(sql`
      select s.id, s.time_zone as "timeZone", s.held_from as "heldFrom", s.held_until as "heldUntil",
        s.cancel_on is not null as "isEnding", p.starts_on as "startsOn", p.ends_on as "endsOn", p.id as "periodId", p.state
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
  const { id, periodId, startsOn, endsOn, timeZone, isEnding } = running
  const nextOn = daysAfter(endsOn, days)
  const heldUntil = running.heldUntil && moveHold(running.heldUntil, endsOn, nextOn)
  const resumesOn = heldUntil !== null && heldUntil >= nextOn && !isEnding ? heldUntil : null
  const nextAt = momentOf(timeZone, nextOn)
  return { id, periodId, startsOn, endsOn, nextOn, nextAt, isEnding, heldUntil, resumesOn }
}

/** A hold that lasts to the end of the month or longer lasts as many months after it as before. */
function moveHold(heldUntil: Day, endsOn: Day, nextOn: Day): Day {
  return heldUntil < endsOn ? heldUntil : monthsAfter(nextOn, monthsBetween(endsOn, heldUntil))
}

function wrong(errors: string): Refused {
  return refuse('invalid-fields', { errors })
}

type Waived = {
  key: string
  accountId: number
  words: string
  actor: string
  /** The second operator, if one had to agree. */
  agreedBy?: string | undefined
}
export type OpenBill = {
  periodId: number
  subscriptionId: number
  state: 'due' | 'charging' | 'past_due'
  endsAt: Date
  cents: number
  number: string
  /** The credit used by the bill, to be returned. */
  creditCents: number
}

/**
 * Waives the open month: its bill gets a credit for the total, and the account works again. In the caller's
 * transaction.
 */
export async function waiveMonthIn(
  tx: Db,
  mailDeps: MailDeps,
  request: Waived,
): Promise<{ number: string; cents: number } | Refused> {
  const { key, accountId, actor: by } = request
  const body = { accountId, isWaived: true }
  return once(tx, { scope: 'month', key, by, body }, mailDeps.now, () => waive(tx, mailDeps, request))
}

async function waive(
  tx: Db,
  mailDeps: MailDeps,
  { accountId, words, actor, agreedBy }: Waived,
): Promise<{ number: string; cents: number } | Refused> {
  const { now } = mailDeps
  const open = await planWaiver(tx, accountId)
  if (isRefused(open)) return open
  const note = 'Waived: there is nothing to pay for this month.'
  await forgiveInvoice(tx, open.periodId, { label: 'Waived', note }, now)
  await tx.run(sql`
      update periods set state = 'free', paid_at = ${now}, next_try_at = null where id = ${open.periodId}`)
  await tx.run(sql`update subscriptions set next_at = ${open.endsAt} where id = ${open.subscriptionId}`)
  await tx.run(sql`
      update accounts set status = 'active', status_since = ${now}
      where id = ${accountId} and status in ('past_due', '24h_past_due') and fraud_marked_at is null`)
  const { number, cents } = open
  const details = { bill: number, cents, words, agreedBy }
  await recordAudit(tx, { actor, action: 'bill-waived', accountId, details }, now)
  const owner = await findOwner(tx, accountId)
  await postBillingMail(tx, mailDeps, owner, billWaivedMail(owner, mailDeps.config, open))
  return { number, cents }
}

/** What waiving would do, or why it is impossible. The subscription and its month are locked. */
export async function planWaiver(tx: Db, accountId: number): Promise<OpenBill | Refused> {
  const open = await tx.maybe<OpenBill>(sql`
      select p.id as "periodId", s.id as "subscriptionId", p.state, p.ends_at as "endsAt", i.total_cents as cents, i.number,
        coalesce((select -sum(u.cents) from credits u where u.invoice_id = i.id and u.cents < 0), 0)::integer as "creditCents"
      from subscriptions s join periods p on p.subscription_id = s.id and p.state in ('due', 'charging', 'past_due')
      join invoices i on i.period_id = p.id and i.order_id is null
      where s.account_id = ${accountId} and s.ended_at is null
      order by p.id limit 1 for update of s, p`)
  if (!open) return refuse('invalid-fields', { errors: 'This account has no open bill.' })
  if (open.state === 'charging')
    return refuse('invalid-fields', {
      errors: 'The bank is being asked for this bill right now. Try again in a minute.',
    })
  return open
}
