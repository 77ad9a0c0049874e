import * as messages from '#contract/billing/messages.ts'
import { mailOwner } from '#server/accounts/accounts.ts'
import { cardChangedMail } from '#server/billing/cards/card-mails.ts'
import { noteCardChanged, putCardOnFile } from '#server/billing/cards/cards.ts'
import { uncountRequestedCharge } from '#server/billing/cards/charge-card.ts'
import { returnCredit } from '#server/billing/invoices/invoices.ts'
import { postRenewalReceipt } from '#server/billing/invoices/mails.ts'
import { lookAgainLater, returnPayment } from '#server/billing/orders/give-back.ts'
import { type NotedCharge, settleCharge, settleDeclinedCharge } from '#server/billing/orders/order.ts'
import type { Deps } from '#server/deps.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { MailDeps } from '#server/platform/mail/queue-mail.ts'
import { txOf } from '#server/platform/transaction.ts'
import type { FoundCharge, Refusal } from '#server/ports/payments.ts'
import { type Failing, failMonth } from './unpaid-month.ts'

type SettleDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'config'>
/** `returned`: the account ended during the charge, so it is refunded. */
export type SettledAs = 'paid' | 'declined' | 'confirming' | 'released' | 'returned'

type Open = Failing & {
  endsAt: Date
  hasEnded: boolean
  cents: number
  chargedAt: Date
  /** Who paid manually. */
  askedBy: string | null
  ip: string
  device: string
}

/**
 * Applies the gateway's answer to a month's charge, in one transaction. Undefined: already settled elsewhere.
 * In a manual payment the customer sees a decline right away, so no mail is sent.
 */
export async function settlePeriodCharge(
  deps: SettleDeps,
  key: string,
  found: FoundCharge,
  { isByHand = false } = {},
): Promise<SettledAs | undefined> {
  const { db, clock, jobs, config } = deps
  const now = clock.now()
  const mailDeps = { jobs, config, now }
  let payerAccount: number | undefined
  const settled = await db.transaction(async (tx) => {
    const open = await lockOpen(tx, key)
    if (!open) return undefined
    if (open.askedBy) payerAccount = open.accountId
    switch (found.kind) {
      case 'paid':
        if (open.hasEnded) {
          await giveBack(tx, mailDeps, open, key, found.reference)
          return 'returned'
        }
        await settlePaid(tx, mailDeps, open, key, found.reference)
        return 'paid'
      case 'declined':
        await settleDeclined(tx, mailDeps, open, key, found, isByHand)
        return 'declined'
      case 'unknown':
        await settleCharge(tx, key, { outcome: 'unknown' }, now)
        return 'confirming'
      case 'absent':
      case 'voided':
        await settleCharge(tx, key, { outcome: found.kind }, now)
        await lookAgainLater(tx, jobs, key)
        if (open.hasEnded) await giveUp(tx, open.periodId, now)
        else await release(tx, open, now)
        return 'released'
    }
  })
  if (settled === 'paid' && payerAccount) await uncountRequestedCharge(db, payerAccount)
  return settled
}

function lockOpen(tx: Db, key: string): Promise<Open | undefined> {
  return tx.maybe<Open>(sql`
    select p.id as "periodId", s.id as "subscriptionId", s.account_id as "accountId", p.failed_at as "failedAt",
      p.last_day_at as "lastDayAt", p.retries, p.has_retried_soon as "hasRetriedSoon", p.next_card as "nextCard",
      p.try_because as "tryBecause", p.planned_try_at as "plannedTryAt", a.time_zone as zone, p.ends_at as "endsAt", s.ended_at is not null as "hasEnded",
      c.amount_cents as cents, c.created_at as "chargedAt", c.asked_by as "askedBy",
      c.asked_ip as ip, c.asked_device as device
    from charges c join periods p on p.id = c.period_id join subscriptions s on s.id = p.subscription_id
    join accounts a on a.id = s.account_id
    where c.key = ${key} and c.outcome in ('sent', 'unknown')
    for update of c, p, s`)
}

async function settlePaid(
  tx: Db,
  mailDeps: MailDeps,
  open: Open,
  key: string,
  reference: string,
): Promise<void> {
  const { now } = mailDeps
  const charge = (await settleCharge(tx, key, { outcome: 'paid', reference }, now)) as NotedCharge
  await tx.run(sql`
    with paid as (
      update periods set state = 'paid', paid_at = ${now}, next_try_at = null where id = ${open.periodId}
    ), running as (
      update subscriptions set next_at = ${open.endsAt} where id = ${open.subscriptionId}
    ), back as (
      update accounts set status = 'active', status_since = ${now}
      where id = ${open.accountId} and status in ('past_due', '24h_past_due')
    )
    update invoices set paid_at = ${now}, charge_id = ${charge.id}
    where period_id = ${open.periodId} and order_id is null`)
  await notePaidByHand(tx, open, now)
  await postRenewalReceipt(tx, mailDeps, open.periodId)
  await putNewCardOnFile(tx, mailDeps, open, key, charge)
}

/** Automatic renewals need no audit entry, because the invoices show them. */
async function notePaidByHand(
  tx: Db,
  { askedBy, accountId, periodId, cents, ip, device }: Open,
  now: Date,
): Promise<void> {
  if (!askedBy) return
  const { bill } = await tx.one<{ bill: string }>(
    sql`select number as bill from invoices where period_id = ${periodId} and order_id is null`,
  )
  const entry = { actor: askedBy, origin: { ip, device }, details: { bill, cents } }
  await recordAudit(tx, { ...entry, action: 'paid-by-hand', accountId }, now)
}

/**
 * A new card that has paid manually goes on file, and the owner is notified. A card that was on file before
 * is not restored: its owner may have replaced it during the charge.
 */
async function putNewCardOnFile(
  tx: Db,
  mailDeps: MailDeps,
  { accountId, cents, askedBy, chargedAt, ip, device }: Open,
  key: string,
  charge: NotedCharge,
): Promise<void> {
  const isNew =
    askedBy !== null &&
    (await tx.maybe(sql`
    select 1 from charges c
    where c.key = ${key} and not exists (
      select from cards k where k.account_id = ${accountId} and k.gateway_token = c.gateway_token)`))
  if (!isNew) return
  const put = await putCardOnFile(tx, accountId, charge, mailDeps.now, { by: askedBy, at: chargedAt })
  if (!put) return
  await noteCardChanged(tx, { actor: askedBy, origin: { ip, device } }, accountId, charge, mailDeps.now)
  await mailOwner(txOf(tx, mailDeps), accountId, cardChangedMail, charge, { paidCents: cents, ...put })
}

async function settleDeclined(
  tx: Db,
  mailDeps: MailDeps,
  open: Open,
  key: string,
  refusal: Refusal,
  isByHand: boolean,
): Promise<void> {
  await settleDeclinedCharge(tx, key, refusal, mailDeps.now)
  if (open.hasEnded) await giveUp(tx, open.periodId, mailDeps.now)
  else {
    const isTryOfCustomer = isByHand || open.askedBy !== null
    await failMonth(tx, mailDeps, open, { isTryOfCustomer, isMailed: !isByHand })
  }
}

/**
 * The charge never reached the bank. An automatic one is resent with a new key. After a manual payment, which
 * may have used another card, the card on file is charged at the announced time. A month in which nothing was
 * refused begins with the first card again: the cards may have been exchanged during the charge.
 */
async function release(
  tx: Db,
  { periodId, askedBy, failedAt, plannedTryAt }: Open,
  now: Date,
): Promise<void> {
  const isTryOfCustomer = askedBy !== null
  await tx.run(sql`
    update periods set state = case when failed_at is null then 'due' else 'past_due' end,
      next_card = case when failed_at is null then 'first' else next_card end,
      try_because = case when failed_at is not null then try_because end,
      next_try_at = ${isTryOfCustomer && failedAt ? plannedTryAt : now},
      retries = retries - (${!isTryOfCustomer} and failed_at is not null and try_because is distinct from 'backup')::integer
    where id = ${periodId}`)
}

/** The account ended during the charge: it is refunded. */
async function giveBack(
  tx: Db,
  mailDeps: MailDeps,
  open: Open,
  key: string,
  reference: string,
): Promise<void> {
  const { accountId, periodId } = open
  await returnPayment(tx, mailDeps, { key, accountId, reference, why: messages.paidAfterTheEnd })
  await giveUp(tx, periodId, mailDeps.now)
}

/** A month that is no longer collected. */
async function giveUp(tx: Db, periodId: number, now: Date): Promise<void> {
  await tx.run(sql`update periods set state = 'given_up', next_try_at = null where id = ${periodId}`)
  await returnCredit(tx, periodId, now)
}
