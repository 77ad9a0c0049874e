import { daysBetween, formatDay } from '#contract/calendar/billing-dates.ts'
import { formatUtcMoment } from '#contract/calendar/utc-moment.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import { deskPages } from '#contract/desk/desk-pages.ts'
import { mayAtDesk } from '#contract/desk/desk-roles.ts'
import type { QueueAction } from '#contract/desk/today.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { listWaiting, whichOperator } from '#server/billing/approvals/approvals.ts'
import { listOpenDisputes } from '#server/billing/disputes/dispute.ts'
import { listHeld } from '#server/billing/orders/decide-held.ts'
import {
  listFailedRefunds,
  listRefundDifferences,
  listRefusedRenewals,
  listUnanswered,
  type UnansweredCharge,
} from '#server/billing/queues/unsettled-money.ts'
import { listPlans } from '#server/billing/renewals/plans-for-operators.ts'
import type { Operator } from '#server/identity/operators/operator-sessions.ts'
import { HOUR, later, MINUTE, SECOND } from '#server/ports/clock.ts'
import type { DeskDeps } from '../desk-routes.ts'
import { moneyPath } from '../links.ts'
import { sayRefusal } from '../state-tags.ts'
import {
  accountHref,
  boughtWords,
  openAccount,
  openSearch,
  type QueueRequest,
  type WaitingRow,
  waited,
} from './row-parts.ts'

export async function renewalRows(
  { db }: DeskDeps,
  { cursor, atMost, now }: QueueRequest,
): Promise<WaitingRow[]> {
  const rows = await listRefusedRenewals(db, cursor, atMost)
  const plans = await listPlans(
    db,
    rows.map(({ id }) => id),
    now,
  )
  return rows.map((row) => ({
    key: `renewal-${row.id}`,
    cursor: row,
    title: row.company,
    href: accountHref(row.pin),
    facts: [
      row.pin,
      ...(row.amountCents === null ? [] : [formatAmount(row.amountCents)]),
      ...(row.refusal === null ? [] : [sayRefusal(row.refusal)]),
      ...(plans.get(row.id)?.says ?? []),
    ],
    ...waited(row.at, now),
    due: row.isLastDay ? { text: 'last day', isSoon: true } : null,
    action: openAccount(row.pin),
  }))
}

export async function differenceRows(
  { db }: DeskDeps,
  { operator, cursor, atMost, now }: QueueRequest,
): Promise<WaitingRow[]> {
  const rows = await listRefundDifferences(db, cursor, atMost)
  return rows.map((row) => {
    const { id, pin, company, bill } = row
    const amount = formatAmount(row.amountCents)
    const href = moneyPath(pin, bill, 'take-back')
    return {
      key: `difference-${id}`,
      cursor: row,
      title: company,
      href: accountHref(pin),
      facts: [pin, amount, `bill ${bill}`],
      ...waited(row.at, now),
      due: null,
      action: mayAtDesk(operator.role, 'money')
        ? { kind: 'settle-difference', difference: id, amount, bill, href }
        : openAccount(pin),
    }
  })
}

/** Charges sent in the last few seconds are not "unanswered" yet. */
export async function chargeRows(
  { db, config }: DeskDeps,
  { operator, cursor, atMost, now }: QueueRequest,
): Promise<WaitingRow[]> {
  const before = later(now, -config.settleSeconds * SECOND)
  const rows = await listUnanswered(db, cursor, { before, atMost })
  return rows.map((row) => ({
    key: `${row.kind}-${row.id}`,
    cursor: row,
    title: row.company ?? row.email ?? 'Unknown',
    href: row.pin === null ? null : accountHref(row.pin),
    facts: [
      ...(row.pin === null ? [] : [row.pin]),
      formatAmount(row.amountCents),
      row.kind === 'refund' ? 'refund' : (boughtWords[row.for] ?? row.for),
      row.gateway,
    ],
    ...waited(row.at, now),
    due: null,
    action: actionOf(row, operator),
  }))
}

function actionOf(row: UnansweredCharge, operator: Operator): QueueAction {
  const { kind, id, pin, email } = row
  const amount = formatAmount(row.amountCents)
  if (!mayAtDesk(operator.role, 'money'))
    return pin === null ? openSearch(email ?? `charge ${id}`) : openAccount(pin)
  if (kind === 'charge') return { kind: 'settle-charge', charge: id, amount }
  if (!row.isReturn) return { kind: 'settle-refund', refund: id, amount }
  return {
    kind: 'cannot',
    label: 'Ask the gateway',
    about: `Ask the gateway about the refund of ${amount}`,
    why: 'It returns a payment that came too late. A job asks about it for a day; after that, the payment itself stands here, or under refunds that moved no money.',
  }
}

/** Refunds that the bank did not carry out, or refused when nobody waited for its answer any more. */
export async function refundRows(
  { db }: DeskDeps,
  { operator, cursor, atMost, now }: QueueRequest,
): Promise<WaitingRow[]> {
  const rows = await listFailedRefunds(db, cursor, atMost)
  return rows.map((row) => ({
    key: `refund-${row.id}`,
    cursor: row,
    title: row.company,
    href: accountHref(row.pin),
    facts: [
      row.pin,
      formatAmount(row.amountCents),
      row.bill === null ? 'a payment that came too late' : `bill ${row.bill}`,
      ...(row.creditNote === null ? [] : [`credit note ${row.creditNote}`]),
      row.why === 'refused' ? 'refused by the bank' : 'not carried out by the bank',
      ...(row.isForeign ? ['made at the gateway'] : []),
    ],
    ...waited(row.at, now),
    due: null,
    action: mayAtDesk(operator.role, 'money')
      ? {
          kind: 'decide-refund',
          refund: row.id,
          amount: formatAmount(row.amountCents),
          bill: row.bill,
          isForeign: row.isForeign,
        }
      : openAccount(row.pin),
  }))
}

const SOON_DAYS = 3
const SOON_MS = 4 * HOUR

export async function disputeRows({ db }: DeskDeps, { atMost, now }: QueueRequest): Promise<WaitingRow[]> {
  const today = now.toISOString().slice(0, 10)
  const rows = await listOpenDisputes(db, { limit: atMost })
  return rows.map(({ id, pin, company, amountCents, reason, openedOn, replyBy }) => ({
    key: `dispute-${id}`,
    title: company,
    href: accountHref(pin),
    facts: [pin, formatAmount(amountCents), ...(reason === '' ? [] : [reason])],
    ...waited(new Date(openedOn), now),
    due:
      replyBy === null
        ? null
        : {
            text: `evidence due ${formatDay(replyBy)}`,
            isSoon: daysBetween(today, replyBy) <= SOON_DAYS,
          },
    action: {
      kind: 'open',
      label: 'Open the dispute',
      href: fillPath(deskPages.dispute.path, { id }),
    },
  }))
}

export async function approvalRows(
  { db }: DeskDeps,
  { operator, atMost, now }: QueueRequest,
): Promise<WaitingRow[]> {
  const rows = await listWaiting(db, now, { atMost })
  return rows.map(({ id, account, valueCents, words, askedBy, askedAt, expiresAt }) => ({
    key: `approval-${id}`,
    title: account.company,
    href: account.id === null ? null : accountHref(account.number),
    facts: [
      ...(account.id === null ? [] : [account.number]),
      formatAmount(valueCents),
      `asked by ${whichOperator(askedBy)}`,
      words,
    ],
    ...waited(askedAt, now),
    due: lapsing(expiresAt, now),
    action: {
      kind: 'open',
      label: mayAtDesk(operator.role, 'money') && askedBy.id !== operator.id ? 'Decide' : 'Open the request',
      href: `${deskPages.approvals.path}?request=${id}`,
    },
  }))
}

export async function heldRows({ db }: DeskDeps, { atMost, now }: QueueRequest): Promise<WaitingRow[]> {
  const rows = await listHeld(db, now, atMost)
  return rows.map(({ order, company, email, amountCents, why, card, until, ageMinutes }) => ({
    key: `held-${order}`,
    title: company || email,
    href: null,
    facts: [email, formatAmount(amountCents), card, why],
    ...waited(later(now, -ageMinutes * MINUTE), now),
    due: lapsing(until, now),
    action: { kind: 'open', label: 'Decide', href: deskPages['held-sign-ups'].path },
  }))
}

function lapsing(at: Date, now: Date): { text: string; isSoon: boolean } {
  return {
    text: `expires ${formatUtcMoment(at.toISOString())}`,
    isSoon: at.getTime() - now.getTime() <= SOON_MS,
  }
}
