import { daysBetween, formatDay } from '#contract/calendar/billing-dates.ts'
import { formatUtcMoment } from '#contract/calendar/utc-moment.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import { deskPages } from '#contract/desk/desk-pages.ts'
import { mayAtDesk } from '#contract/desk/desk-roles.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { listWaiting } from '#server/billing/approvals/approvals.ts'
import { listOpenDisputes } from '#server/billing/disputes/dispute.ts'
import { listHeld } from '#server/billing/orders/decide-held.ts'
import { HOUR, later, MINUTE } from '#server/ports/clock.ts'
import type { DeskDeps } from '../desk-deps.ts'
import { type Asked, accountHref, type PlacedRow, waited } from './row-parts.ts'

const SOON_DAYS = 3
const SOON_MS = 4 * HOUR

export async function disputeRows({ db }: DeskDeps, { atMost, now }: Asked): Promise<PlacedRow[]> {
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

export async function approvalRows({ db }: DeskDeps, { operator, atMost, now }: Asked): Promise<PlacedRow[]> {
  const rows = await listWaiting(db, now, { atMost })
  return rows.map(({ id, account, valueCents, words, askedBy, askedAt, expiresAt }) => ({
    key: `approval-${id}`,
    title: account.company,
    href: account.id === null ? null : accountHref(account.number),
    facts: [
      ...(account.id === null ? [] : [account.number]),
      formatAmount(valueCents),
      `asked by ${askedBy.name}`,
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

export async function heldRows({ db }: DeskDeps, { atMost, now }: Asked): Promise<PlacedRow[]> {
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
