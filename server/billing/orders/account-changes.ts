import type { Status } from '#contract/accounts/statuses.ts'
import * as messages from '#contract/billing/messages.ts'
import { dayInWords, lastMomentBefore } from '#contract/calendar/billing-dates.ts'
import type { PlanItem } from '#contract/catalogue/items.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import { type PlanLine, totalOf } from '#contract/catalogue/plan.ts'
import { pages } from '#contract/pages.ts'
import { findOwner } from '#server/accounts/owner.ts'
import { keepCard } from '#server/billing/cards/cards.ts'
import { postBillingMail } from '#server/billing/invoices/billing-mail.ts'
import { type BillLine, writeBill } from '#server/billing/invoices/bills.ts'
import { help } from '#server/billing/invoices/mails.ts'
import { beginSubscription } from '#server/billing/subscriptions/begin-subscription.ts'
import { followPrice } from '#server/billing/subscriptions/free-status.ts'
import { replaceItems } from '#server/billing/subscriptions/plan-items.ts'
import { costInWords, plannedInWords } from '#server/billing/subscriptions/plan-words.ts'
import { note } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { PostDeps } from '#server/platform/mail/post.ts'
import type { NotedCharge } from './charges.ts'

/** What an account gets once its order is paid; kept with the order, so that it can be given late, too. */
export type Change =
  | {
      kind: 'plan-change'
      subscriptionId: number
      /** The month that it was priced for. Orders of a release before have none. */
      month?: { from: string; to: string }
      lines: BillLine[]
      note: string
      itemsNow: PlanItem[]
      /** Less from then on. */
      next: { on: string; items: PlanItem[] } | null
      /** The day of the next monthly bill; orders of before it was kept lack it. */
      nextOn?: string
      agentId: number
    }
  | {
      kind: 'reactivation'
      lines: PlanLine[]
      formerStatus: Status
      /** Orders of a release before do not name who asked. */
      agentId?: number
    }

/** Without a charge: what costs nothing is not asked of the bank. */
type Finished<Kind> = {
  accountId: number
  change: Kind
  paid: { orderId: number; charge: NotedCharge } | null
}
type PlanChange = Extract<Change, { kind: 'plan-change' }>
type Reactivation = Extract<Change, { kind: 'reactivation' }>

/**
 * Why what was bought cannot be given any more, in words for the person; then the money goes back. The subscription is
 * held first, so that no month begins meanwhile.
 */
export async function findObstacle(tx: Db, accountId: number, change: Change): Promise<string | undefined> {
  const running = await tx.maybe<{ id: number }>(sql`
    select id from subscriptions where account_id = ${accountId} and ended_at is null for update`)
  if (change.kind === 'plan-change') {
    if (running?.id !== change.subscriptionId) return messages.changeImpossible
    const { endsOn } = await tx.one<{ endsOn: string }>(sql`
      select max(ends_on) as "endsOn" from periods where subscription_id = ${running.id}`)
    return change.month && change.month.to !== endsOn ? messages.changeTooLate : undefined
  }
  const account = await tx.one<{ isFraud: boolean }>(sql`
    select fraud_marked_at is not null as "isFraud" from accounts where id = ${accountId} for update`)
  return running || account.isFraud ? messages.changeImpossible : undefined
}

export async function finishChange(tx: Db, post: PostDeps, finished: Finished<Change>): Promise<void> {
  const { change, accountId, paid } = finished
  await noteChange(tx, finished, post.now)
  if (change.kind === 'plan-change') await applyPlanChange(tx, post, { accountId, change, paid })
  else await reactivate(tx, post, { accountId, change, paid })
}

async function noteChange(tx: Db, { change, accountId, paid }: Finished<Change>, now: Date): Promise<void> {
  const { agentId, kind, lines } = change
  const actor = agentId === undefined ? 'unknown' : { agentId }
  const action = kind === 'plan-change' ? 'plan-changed' : 'reactivated'
  const cents = paid ? lines.reduce((sum, { amount }) => sum + amount, 0) : 0
  await note(tx, { actor, action, accountId, details: { cents, order: paid?.orderId ?? null } }, now)
}

/** The bank has not answered: a person who comes back sees that something is on its way. */
export async function waitForChange(tx: Db, accountId: number, change: Change, now: Date): Promise<void> {
  if (change.kind === 'reactivation') await setStatus(tx, accountId, 'waiting for reactivation', now)
}

export async function giveUpChange(tx: Db, accountId: number, change: Change, now: Date): Promise<void> {
  if (change.kind !== 'reactivation') return
  await tx.run(sql`
    update accounts set status = ${change.formerStatus}, status_since = ${now}
    where id = ${accountId} and status = 'waiting for reactivation'`)
}

async function applyPlanChange(
  tx: Db,
  post: PostDeps,
  { accountId, change, paid }: Finished<PlanChange>,
): Promise<void> {
  const { now } = post
  await replaceItems(tx, change.subscriptionId, change.itemsNow)
  await planForRenewal(tx, change.subscriptionId, change.next, change.agentId, now)
  await followPrice(tx, accountId, change.itemsNow, now)
  const owner = await findOwner(tx, accountId)
  const total = formatAmount(change.lines.reduce((sum, line) => sum + line.amount, 0))
  const bill =
    paid &&
    (await writeBill(
      tx,
      {
        accountId,
        orderId: paid.orderId,
        chargeId: paid.charge.id,
        lines: change.lines,
        note: change.note,
        isPaid: true,
      },
      now,
    ))
  const planned = change.next ? plannedInWords(change.itemsNow, change.next) : []
  const costs = change.nextOn ? [costInWords({ on: change.nextOn, items: change.itemsNow })] : []
  await postBillingMail(tx, post, 'plan-changed', owner, {
    subject: bill ? `Receipt ${bill.number}: ${total} for your plan change` : 'Your plan has changed',
    paragraphs: [
      paid
        ? `We charged ${total} to your ${paid.charge.brand} card ending in ${paid.charge.lastFour} for ${owner.company}, account number ${owner.pin}. What you added is there now.`
        : `The plan of ${owner.company}, account number ${owner.pin}, has changed. Nothing was charged.`,
      ...change.lines.map((line) => `${countedLabel(line)}: ${formatAmount(line.amount)}`),
      change.note,
      ...(change.next ? planned : costs),
    ],
    buttons: [{ label: 'See your plan', url: `${post.config.publicUrl}${pages.plan}` }],
    closing: help(post),
  })
}

function countedLabel({ label, quantity }: BillLine): string {
  return quantity > 1 ? `${label} × ${quantity}` : label
}

/** In place of what was planned before; null plans nothing. */
export async function planForRenewal(
  tx: Db,
  subscriptionId: number,
  next: { on: string; items: readonly PlanItem[] } | null,
  agentId: number,
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update subscription_changes set withdrawn_at = ${now}
    where subscription_id = ${subscriptionId} and applied_at is null and withdrawn_at is null`)
  if (!next) return
  await tx.run(sql`
    insert into subscription_changes (subscription_id, effective_on, items, requested_by, requested_at)
    values (${subscriptionId}, ${next.on}, ${JSON.stringify(next.items)}, ${agentId}, ${now})`)
}

async function reactivate(
  tx: Db,
  post: PostDeps,
  { accountId, change, paid }: Finished<Reactivation>,
): Promise<void> {
  const { now } = post
  const owner = await findOwner(tx, accountId)
  await setStatus(tx, accountId, 'active', now)
  await followPrice(tx, accountId, change.lines, now)
  if (paid) await keepCard(tx, accountId, paid.charge, now)
  const begun = await beginSubscription(
    tx,
    {
      accountId,
      orderId: paid?.orderId ?? null,
      chargeId: paid?.charge.id ?? null,
      timeZone: owner.timeZone,
      lines: change.lines,
      note: 'The first bill since your account is back. Months count from today.',
    },
    now,
  )
  const total = formatAmount(totalOf(change.lines))
  const isBack = `${owner.company}, account number ${owner.pin}, is active again.`
  await postBillingMail(tx, post, 'reactivated', owner, {
    subject: paid ? `Welcome back. Receipt ${begun.invoiceNumber}: ${total}` : 'Welcome back',
    paragraphs: paid
      ? [
          `${isBack} We charged ${total} to your ${paid.charge.brand} card ending in ${paid.charge.lastFour}.`,
          `The next charge is ${total} on ${dayInWords(begun.nextChargeOn)}. To stop before it, cancel in your account by ${lastMomentBefore(owner.timeZone, begun.nextChargeOn)}.`,
        ]
      : [`${isBack} Your plan is free of charge: nothing was charged.`],
    buttons: [{ label: 'Login', url: `${post.config.publicUrl}${pages['sign-in']}` }],
    closing: help(post),
  })
}

async function setStatus(tx: Db, accountId: number, status: Status, now: Date): Promise<void> {
  await tx.run(
    sql`update accounts set status = ${status}, status_since = ${now} where id = ${accountId} and fraud_marked_at is null`,
  )
}
