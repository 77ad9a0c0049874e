import { formatAmount } from '#contract/catalogue/money.ts'
import type { OpenMatter } from '#contract/desk/account.ts'
import { mayAtDesk, type OperatorRole } from '#contract/desk/desk-roles.ts'
import { isBeingReturned, RETURNED_WITHIN_MS } from '#server/billing/orders/give-back.ts'
import { listFailedRefundsOf } from '#server/billing/queues/unsettled-money.ts'
import { listDifferencesOf } from '#server/billing/refunds/foreign-refund.ts'
import { listWaitingRefunds } from '#server/billing/refunds/waiting-refund.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { later } from '#server/ports/clock.ts'
import { momentIn } from '../desk-moment.ts'
import type { AccountFound } from '../find-account.ts'
import { failedRefundPath, moneyPath, queuePath } from '../links.ts'

/** The queue also contains refunds. */
const unansweredLinks: Links = [{ text: 'See charges without an answer', href: queuePath('charges') }]

type Unanswered = { at: Date; cents: number; outcome: string; reason: string | null; isDisputed: boolean }

/** Charges of the account without an outcome. */
export async function unansweredCharges(
  db: Db,
  { id, timeZone }: AccountFound,
  now: Date,
): Promise<Matter[]> {
  const rows = await db.many<Unanswered>(sql`
    select created_at as at, amount_cents as cents, outcome, reason, is_disputed(id) as "isDisputed" from charges
    where account_id = ${id} and outcome in ('sent', 'unknown') order by id desc limit 20`)
  return rows.map((charge) => {
    const amount = formatAmount(charge.cents)
    const sent = `Sent ${momentIn(timeZone, charge.at).text}`
    if (!isBeingReturned(charge))
      return matter('warn', `A charge of ${amount} has no answer`, sent, unansweredLinks)
    if (charge.isDisputed)
      return matter(
        'warn',
        `A charge of ${amount} was paid too late and is disputed. It is returned once the bank has decided, unless the bank takes it back`,
        sent,
      )
    const isGivenUp = later(charge.at, RETURNED_WITHIN_MS) <= now
    return isGivenUp
      ? matter(
          'bad',
          `A charge of ${amount} was paid too late and could not be returned within a day`,
          sent,
          unansweredLinks,
        )
      : matter('warn', `A charge of ${amount} was paid too late and is being returned`, sent)
  })
}

/** More was refunded at the gateway than was left of the bill, as when the same money was given as credit. */
export async function refundDifferences(db: Db, { id, number, timeZone }: AccountFound): Promise<Matter[]> {
  const rows = await listDifferencesOf(db, id)
  return rows.map(({ at, bill, cents }) =>
    matter(
      'bad',
      `${formatAmount(cents)} more was refunded at the gateway than was left of bill ${bill}`,
      `Since ${momentIn(timeZone, at).text}`,
      [
        { text: 'Take the credit back', href: moneyPath(number, bill, 'take-back') },
        { text: 'Leave it', href: queuePath('differences') },
      ],
    ),
  )
}

export async function unansweredRefunds(db: Db, { id, timeZone }: AccountFound): Promise<Matter[]> {
  const rows = await db.many<{ at: Date; cents: number; bill: string }>(sql`
    select n.created_at as at, n.total_cents as cents, i.number as bill
    from credit_notes n join invoices i on i.id = n.invoice_id
    where n.account_id = ${id} and n.state = 'open' and n.way = 'card' and n.waits_until is null order by n.id desc limit 20`)
  return rows.map(({ at, cents, bill }) =>
    matter(
      'warn',
      `A refund of ${formatAmount(cents)} of bill ${bill} has no answer`,
      `Sent ${momentIn(timeZone, at).text}`,
      unansweredLinks,
    ),
  )
}

/** Refunds that the bank did not carry out, or refused when nobody waited for its answer any more. */
export async function failedRefunds(
  db: Db,
  { id, timeZone }: AccountFound,
  role: OperatorRole,
): Promise<Matter[]> {
  const rows = await listFailedRefundsOf(db, id)
  return rows.map((refund) => {
    const { at, amountCents, bill, creditNote, why, isForeign } = refund
    const of = bill === null ? 'of a payment that came too late' : `of bill ${bill}`
    const happened = why === 'refused' ? 'was refused by the bank' : 'was not carried out by the bank'
    const links = mayAtDesk(role, 'money')
      ? [
          {
            text: bill === null ? 'Send it again' : 'Send it again or give credit',
            href: failedRefundPath(refund),
          },
        ]
      : []
    return matter(
      'bad',
      `A refund of ${formatAmount(amountCents)} ${of} ${happened}`,
      [
        `Since ${momentIn(timeZone, at).text}`,
        creditNote && `Credit note ${creditNote}`,
        isForeign && 'Made at the gateway',
      ]
        .filter(Boolean)
        .join(' · '),
      links,
    )
  })
}

/** Refunds to be sent once the gateway has settled their payment. */
export async function waitingRefunds(
  db: Db,
  { id, number, timeZone }: AccountFound,
  role: OperatorRole,
): Promise<Matter[]> {
  const rows = await listWaitingRefunds(db, id)
  return rows.map(({ cents, bill, since, until, isSent }) =>
    matter(
      'warn',
      `A refund of ${formatAmount(cents)} of bill ${bill} waits until the payment has settled`,
      isSent
        ? 'It is being sent'
        : `Since ${momentIn(timeZone, since).text} · Given up on ${momentIn(timeZone, until).text}`,
      mayAtDesk(role, 'money') && !isSent ? [{ text: 'Withdraw', href: moneyPath(number, bill) }] : [],
    ),
  )
}

/** Without its key, which it gets in the list. */
export type Matter = Omit<OpenMatter, 'key'>
/** Where an operator continues. */
export type Links = OpenMatter['links']

export function matter(tone: OpenMatter['tone'], text: string, more = '', links: Links = []): Matter {
  return { tone, text, more, links }
}
