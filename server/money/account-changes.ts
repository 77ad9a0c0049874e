import { dayBefore, dayInWords } from '#contract/billing-dates.ts'
import * as messages from '#contract/messages.ts'
import { formatAmount } from '#contract/money.ts'
import { pages } from '#contract/pages.ts'
import type { PlanLine } from '#contract/plan.ts'
import type { PlanItem } from '#contract/plan-change.ts'
import type { Status } from '#contract/statuses.ts'
import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { type PostDeps, postTo } from '../mail/post.ts'
import { beginSubscription } from './begin-subscription.ts'
import { type BillLine, writeBill } from './bills.ts'
import { keepCard } from './cards.ts'
import type { NotedCharge } from './charges.ts'
import { findOwner, help } from './mails.ts'
import { replaceItems } from './plan-items.ts'

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
      agentId: number
    }
  | { kind: 'reactivation'; lines: PlanLine[]; formerStatus: Status }

type Paid = { orderId: number; accountId: number; change: Change; charge: NotedCharge }

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

export async function finishChange(tx: Db, post: PostDeps, paid: Paid): Promise<void> {
  const { change } = paid
  if (change.kind === 'plan-change') await applyPlanChange(tx, post, paid, change)
  else await reactivate(tx, post, paid, change)
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
  { orderId, accountId, charge }: Paid,
  change: Extract<Change, { kind: 'plan-change' }>,
): Promise<void> {
  const { now } = post
  await replaceItems(tx, change.subscriptionId, change.itemsNow)
  await planForRenewal(tx, change.subscriptionId, change.next, change.agentId, now)
  const bill = await writeBill(
    tx,
    { accountId, orderId, chargeId: charge.id, lines: change.lines, note: change.note, isPaid: true },
    now,
  )
  const owner = await findOwner(tx, accountId)
  const total = change.lines.reduce((sum, line) => sum + line.amount, 0)
  await postTo(tx, post, 'plan-changed', owner, {
    subject: `Receipt ${bill.number}: ${formatAmount(total)} for what you added`,
    paragraphs: [
      `We charged ${formatAmount(total)} to your ${charge.brand} card ending in ${charge.lastFour} for ${owner.company}, account number ${owner.pin}. It is there from now on.`,
      ...change.lines.map((line) => `${line.label}: ${formatAmount(line.amount)}`),
      change.note,
    ],
    buttons: [{ label: 'See your plan', url: `${post.config.publicUrl}${pages.plan}` }],
    closing: help(post),
  })
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
  { orderId, accountId, charge }: Paid,
  change: Extract<Change, { kind: 'reactivation' }>,
): Promise<void> {
  const { now } = post
  const owner = await findOwner(tx, accountId)
  await setStatus(tx, accountId, 'active', now)
  await keepCard(tx, accountId, charge, now)
  const begun = await beginSubscription(
    tx,
    {
      accountId,
      orderId,
      chargeId: charge.id,
      timeZone: owner.timeZone,
      lines: change.lines,
      note: 'The first bill since your account is back. Months count from today.',
    },
    now,
  )
  const total = formatAmount(change.lines.reduce((sum, line) => sum + line.amount, 0))
  await postTo(tx, post, 'reactivated', owner, {
    subject: `Welcome back. Receipt ${begun.invoiceNumber}: ${total}`,
    paragraphs: [
      `${owner.company}, account number ${owner.pin}, is active again. We charged ${total} to your ${charge.brand} card ending in ${charge.lastFour}.`,
      `The next charge is ${total} on ${dayInWords(begun.nextChargeOn)}. To stop before it, cancel in your account by the end of ${dayInWords(dayBefore(begun.nextChargeOn))}.`,
    ],
    buttons: [{ label: 'Login', url: `${post.config.publicUrl}${pages['sign-in']}` }],
    closing: help(post),
  })
}

async function setStatus(tx: Db, accountId: number, status: Status, now: Date): Promise<void> {
  await tx.run(
    sql`update accounts set status = ${status}, status_since = ${now} where id = ${accountId} and fraud_marked_at is null`,
  )
}
