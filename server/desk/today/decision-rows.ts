import { daysBetween, formatDay } from '#contract/calendar/billing-dates.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import { listHeld } from '#server/billing/orders/list-held.ts'
import { listByReply } from '#server/billing/queues/open-disputes.ts'
import { formatShortMoment } from '#server/platform/format-moment.ts'
import { HOUR, later, MINUTE } from '#server/ports/clock.ts'
import type { DeskDeps } from '../desk-deps.ts'
import type { Asked, PlacedRow } from './placed-row.ts'
import { accountHref, waited } from './row-parts.ts'

const SOON_DAYS = 3
const SOON_MS = 4 * HOUR

export async function disputeRows({ db }: DeskDeps, { atMost, now }: Asked): Promise<PlacedRow[]> {
  const today = now.toISOString().slice(0, 10)
  const rows = await listByReply(db, atMost)
  return rows.map(({ reference, pin, company, amountCents, reason, openedOn, replyBy }) => ({
    key: `dispute-${reference}`,
    title: company,
    href: accountHref(pin),
    facts: [pin, formatAmount(amountCents), ...(reason === '' ? [] : [reason])],
    ...waited(new Date(openedOn), now),
    due:
      replyBy === null
        ? null
        : {
            text: `answer by ${formatDay(replyBy)}`,
            isSoon: daysBetween(today, replyBy) <= SOON_DAYS,
          },
    action: {
      kind: 'open',
      label: 'Open the dispute',
      href: `/desk/disputes/${encodeURIComponent(reference)}/`,
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
    due: {
      text: `lapses ${formatShortMoment('UTC', until)} UTC`,
      isSoon: until.getTime() - now.getTime() <= SOON_MS,
    },
    action: { kind: 'open', label: 'Decide', href: '/desk/held-sign-ups/' },
  }))
}
