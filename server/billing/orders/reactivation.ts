import type { Status } from '#contract/accounts/statuses.ts'
import * as messages from '#contract/billing/messages.ts'
import { type Day, formatDay, lastMomentBefore } from '#contract/calendar/billing-dates.ts'
import { countDialers } from '#contract/catalogue/dialers.ts'
import { type Cents, formatAmount } from '#contract/catalogue/money.ts'
import { type PlanLine, totalOf } from '#contract/catalogue/plan.ts'
import { pages } from '#contract/pages.ts'
import { findOwner, type Owner } from '#server/accounts/accounts.ts'
import { fitDialers } from '#server/accounts/dialers.ts'
import { resumeSetUp } from '#server/accounts/set-ups.ts'
import { putCardOnFile } from '#server/billing/cards/cards.ts'
import { afterCredit } from '#server/billing/invoices/invoices.ts'
import { type OwnersMail, postBillingMail } from '#server/billing/invoices/mails.ts'
import { followPrice } from '#server/billing/subscriptions/free-access.ts'
import { beginSubscription, lockRunning, setStatus } from '#server/billing/subscriptions/subscription.ts'
import { type Origin, recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { accountInMail } from '#server/platform/mail/names.ts'
import type { MailDeps, MailSite } from '#server/platform/mail/queue-mail.ts'
import { accountOf, type Fulfillment, type PaidOrder, sayPaid } from './order.ts'

/** The former plan of an account that has ended, at current prices. */
export type Reactivation = {
  kind: 'reactivation'
  lines: PlanLine[]
  formerStatus: Status
  agentId: number
  origin: Origin
}

type PaidReactivation = {
  accountId: number
  change: Reactivation
  /** Null if it costs nothing: then there is no order. */
  paid: PaidOrder | null
}

/** Reactivates an account that has ended. */
export const reactivation: Fulfillment<Reactivation> = {
  reserve: async () => undefined,
  findObstacle: (tx, order) => findObstacleToReturn(tx, accountOf(order)),
  paid: (tx, mailDeps, order, charge) =>
    bringBack(tx, mailDeps, {
      accountId: accountOf(order),
      change: order.subject,
      paid: { order, charge },
    }),
  waits: (tx, order, now) => setStatus(tx, accountOf(order), 'waiting for reactivation', now),
  async givenUp(tx, order, now) {
    await tx.run(sql`
      update accounts set status = ${order.subject.formerStatus}, status_since = ${now}
      where id = ${accountOf(order)} and status = 'waiting for reactivation'`)
  },
  declined: (message) => ({ number: [message] }),
}

/**
 * The account is already active again, or closed for fraud. Locks the subscription first, so that no month
 * begins in the meantime.
 */
export async function findObstacleToReturn(tx: Db, accountId: number): Promise<string | undefined> {
  const running = await lockRunning(tx, accountId)
  const account = await tx.one<{ isFraud: boolean }>(sql`
    select fraud_marked_at is not null as "isFraud" from accounts where id = ${accountId} for update`)
  return running || account.isFraud ? messages.changeImpossible : undefined
}

export async function bringBack(
  tx: Db,
  mailDeps: MailDeps,
  { accountId, change, paid }: PaidReactivation,
): Promise<void> {
  const { now } = mailDeps
  const { agentId, lines, origin } = change
  const details = {
    cents: paid?.order.amountCents ?? 0,
    ...(paid && paid.order.creditCents > 0 ? { creditCents: paid.order.creditCents } : {}),
    order: paid?.order.id ?? null,
  }
  await recordAudit(tx, { actor: { agentId }, action: 'reactivated', accountId, origin, details }, now)
  const owner = await findOwner(tx, accountId)
  await setStatus(tx, accountId, 'active', now)
  await resumeSetUp(tx, mailDeps, accountId, 'active')
  await followPrice(tx, accountId, lines, now)
  if (paid?.charge) await putCardOnFile(tx, accountId, paid.charge, now, { by: { agentId }, at: now })
  const begun = await beginSubscription(
    tx,
    {
      accountId,
      orderId: paid?.order.id ?? null,
      chargeId: paid?.charge?.id ?? null,
      creditCents: paid?.order.creditCents ?? 0,
      timeZone: owner.timeZone,
      lines: lines,
      note: 'This is your first bill since you reactivated your account. Your billing month starts today.',
    },
    now,
  )
  const after = countDialers(lines)
  await fitDialers(tx, mailDeps, accountId, { before: after, after })
  const nextCents = await afterCredit(tx, accountId, totalOf(lines))
  const receipt = paid && { number: begun.invoiceNumber, cents: paid.order.amountCents, says: sayPaid(paid) }
  const mailed = { receipt: receipt ?? null, nextCents, nextOn: begun.nextChargeOn }
  await postBillingMail(tx, mailDeps, owner, reactivatedMail(owner, mailDeps.config, mailed))
}

export function reactivatedMail(
  owner: Owner,
  { publicUrl }: MailSite,
  {
    receipt,
    nextCents,
    nextOn,
  }: {
    receipt: { number: string; cents: Cents; says: string } | null
    nextCents: Cents
    nextOn: Day
  },
): OwnersMail {
  const isBack = `We have reactivated ${accountInMail(owner)}.`
  return {
    purpose: 'reactivated',
    subject: receipt
      ? `Welcome back. Receipt ${receipt.number}: ${formatAmount(receipt.cents)}`
      : 'Welcome back',
    paragraphs: receipt
      ? [
          `${isBack} ${receipt.says}.`,
          nextCents > 0
            ? `The next charge is ${formatAmount(nextCents)} on ${formatDay(nextOn)}. To avoid it, cancel in your account by ${lastMomentBefore(owner.timeZone, nextOn)}.`
            : `Your credit pays for the month that starts on ${formatDay(nextOn)}.`,
        ]
      : [`${isBack} Your plan is free of charge: nothing was charged.`],
    buttons: [{ label: 'Login', url: `${publicUrl}${pages['sign-in']}` }],
  }
}
