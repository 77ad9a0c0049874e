import * as messages from '#contract/billing/messages.ts'
import type { PlanItem } from '#contract/catalogue/items.ts'
import { type Cents, formatAmount } from '#contract/catalogue/money.ts'
import { pages } from '#contract/pages.ts'
import { findOwner, type Owner } from '#server/accounts/accounts.ts'
import { findSeatObstacle } from '#server/accounts/seats.ts'
import { withCredit } from '#server/billing/invoices/bill-of-month.ts'
import { type InvoiceLine, spendReservedCredit, writeInvoice } from '#server/billing/invoices/invoices.ts'
import { type OwnersMail, postBillingMail } from '#server/billing/invoices/mails.ts'
import { followPrice } from '#server/billing/subscriptions/free-access.ts'
import {
  describeCost,
  describeLostDialers,
  describePlanned,
  monthlyCentsOf,
  replaceItems,
} from '#server/billing/subscriptions/plan-items.ts'
import { lockRunning, noteRevenue, withdrawChanges } from '#server/billing/subscriptions/subscription.ts'
import { type Origin, recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { accountInMail } from '#server/platform/mail/names.ts'
import type { MailDeps, MailSite } from '#server/platform/mail/queue-mail.ts'
import { refuse } from '#server/platform/refusal.ts'
import { accountOf, type Fulfillment, type PaidOrder, sayPaid } from './order.ts'

/** What an account gets immediately, and what changes with its next month. */
export type PlanChange = {
  kind: 'plan-change'
  subscriptionId: number
  /** The month it was priced for. */
  month: { from: string; to: string }
  lines: InvoiceLine[]
  note: string
  itemsNow: PlanItem[]
  /** Reductions, from that day on. */
  next: { on: string; items: PlanItem[] } | null
  /** The date of the next monthly invoice. */
  nextOn: string
  agentId: number
  /** Where it was ordered from. */
  origin: Origin
}

type PaidChange = {
  accountId: number
  change: PlanChange
  /** Null if it costs nothing: then there is no order. */
  paid: PaidOrder | null
}

/** An upgrade in mid-month. It applies only to the month that it was priced for: see docs/decisions/one-life-of-an-order.md. */
export const planChange: Fulfillment<PlanChange> = {
  /** From now on, invitations count the seats of the ordered plan. */
  async reserve(tx, order) {
    const obstacle = await findSeatObstacle(tx, accountOf(order), seatsIn(order.subject))
    return obstacle === undefined ? undefined : refuse('invalid-fields', { errors: obstacle })
  },
  /** Locks the subscription first, so that no month begins in the meantime. */
  async findObstacle(tx, order) {
    const { subject: change } = order
    const running = await lockRunning(tx, accountOf(order))
    if (running !== change.subscriptionId) return messages.changeImpossible
    const { endsOn } = await tx.one<{ endsOn: string }>(sql`
      select max(ends_on) as "endsOn" from periods where subscription_id = ${running}`)
    return change.month.to !== endsOn ? messages.changeTooLate : undefined
  },
  paid: (tx, mailDeps, order, charge) =>
    applyPlanChange(tx, mailDeps, {
      accountId: accountOf(order),
      change: order.subject,
      paid: { order, charge },
    }),
  async waits() {},
  async givenUp() {},
  declined: (message) => ({ number: [message] }),
}

/** Agent access before and after a change. */
export function seatsIn({ itemsNow, next }: Pick<PlanChange, 'itemsNow' | 'next'>): {
  now: number
  wanted: number
} {
  const leadIn = (items: readonly PlanItem[]) => items.find(({ key }) => key === 'lead')?.quantity ?? 0
  return { now: leadIn(itemsNow), wanted: leadIn(next?.items ?? itemsNow) }
}

export async function applyPlanChange(
  tx: Db,
  mailDeps: MailDeps,
  { accountId, change, paid }: PaidChange,
): Promise<void> {
  const { now } = mailDeps
  const { agentId, origin } = change
  const details = {
    cents: paid?.order.amountCents ?? 0,
    ...(paid && paid.order.creditCents > 0 ? { creditCents: paid.order.creditCents } : {}),
    order: paid?.order.id ?? null,
    monthlyBefore: await monthlyCentsOf(tx, change.subscriptionId),
  }
  await recordAudit(tx, { actor: { agentId }, action: 'plan-changed', accountId, origin, details }, now)
  await replaceItems(tx, mailDeps, { id: change.subscriptionId, accountId }, change.itemsNow)
  await planForRenewal(tx, change.subscriptionId, change.next, agentId, now)
  await followPrice(tx, accountId, change.itemsNow, now)
  await noteRevenue(tx, accountId, now)
  const owner = await findOwner(tx, accountId)
  const bill = paid && (await writeBill(tx, accountId, change, paid, now))
  const planned = change.next
    ? [
        ...describePlanned(change.itemsNow, change.next),
        ...(await describeLostDialers(tx, accountId, change.itemsNow, change.next)),
      ]
    : [describeCost({ on: change.nextOn, items: change.itemsNow })]
  const receipt =
    bill && paid ? { number: bill.number, cents: paid.order.amountCents, says: sayPaid(paid) } : null
  const added = change.lines.map((line) => `${countedLabel(line)}: ${formatAmount(line.amount)}`)
  const mail = planChangedMail(owner, mailDeps.config, { receipt, says: [...added, change.note, ...planned] })
  await postBillingMail(tx, mailDeps, owner, mail)
}

/** `says`: what was added, what it costs and what follows. */
export function planChangedMail(
  owner: Owner,
  { publicUrl }: MailSite,
  { receipt, says }: { receipt: { number: string; cents: Cents; says: string } | null; says: string[] },
): OwnersMail {
  return {
    purpose: 'plan-changed',
    subject: receipt
      ? `Receipt ${receipt.number}: ${formatAmount(receipt.cents)} for your plan change`
      : 'Your plan has changed',
    paragraphs: [
      receipt
        ? `${receipt.says}, for ${accountInMail(owner)}. What you added is ready to use.`
        : `The plan for ${accountInMail(owner)} has changed. Nothing was charged.`,
      ...says,
    ],
    buttons: [{ label: 'See your plan', url: `${publicUrl}${pages.plan}` }],
  }
}

async function writeBill(
  tx: Db,
  accountId: number,
  change: PlanChange,
  { order: { id: orderId, creditCents }, charge }: PaidOrder,
  now: Date,
): Promise<{ number: string }> {
  const chargeId = charge?.id ?? null
  const bill = { accountId, orderId, chargeId, ...withCredit(change, creditCents), isPaid: true }
  const written = await writeInvoice(tx, bill, now)
  if (creditCents > 0) await spendReservedCredit(tx, { orderId, invoiceId: written.id }, now)
  return written
}

function countedLabel({ label, quantity }: InvoiceLine): string {
  return quantity > 1 ? `${label} × ${quantity}` : label
}

/** Replaces the planned change. Null removes it. */
export async function planForRenewal(
  tx: Db,
  subscriptionId: number,
  next: { on: string; items: readonly PlanItem[] } | null,
  agentId: number,
  now: Date,
): Promise<void> {
  await withdrawChanges(tx, subscriptionId, now)
  if (!next) return
  await tx.run(sql`
    insert into subscription_changes (subscription_id, effective_on, items, requested_by, requested_at)
    values (${subscriptionId}, ${next.on}, ${JSON.stringify(next.items)}, ${agentId}, ${now})`)
}
