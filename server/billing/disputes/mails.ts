import type { Status } from '#contract/accounts/statuses.ts'
import { formatDay } from '#contract/calendar/billing-dates.ts'
import { type Cents, formatAmount } from '#contract/catalogue/money.ts'
import { pages } from '#contract/pages.ts'
import { findOwner } from '#server/accounts/accounts.ts'
import { showMoney } from '#server/billing/subscriptions/show-money.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { accountInMail } from '#server/platform/mail/names.ts'
import { type MailDeps, queueMail } from '#server/platform/mail/queue-mail.ts'
import { txOf } from '#server/platform/transaction.ts'
import type { Reopened } from './close-account.ts'

export async function postDisputed(tx: Db, deps: MailDeps, accountId: number): Promise<void> {
  const owner = await findOwner(tx, accountId)
  await queueMail(txOf(tx, deps), 'disputed', owner, {
    subject: 'Your account was closed because of a disputed charge',
    paragraphs: [
      `Your bank told us that a charge for ${accountInMail(owner)} is disputed. We closed the account, and there are no further charges.`,
      `If this is a mistake, please call ${deps.config.provider.tollFreeNumber}.`,
    ],
  })
}

type Decided = { accountId: number; cents: Cents }

export async function postWon(
  tx: Db,
  deps: MailDeps,
  { accountId, cents }: Decided,
  reopened: Reopened,
): Promise<void> {
  const owner = await findOwner(tx, accountId)
  const amount = formatAmount(cents)
  const stands =
    cents > 0
      ? `Your bank has decided that the disputed payment of ${amount} for ${accountInMail(owner)} is valid.`
      : `Your bank has decided one of the disputes about a payment for ${accountInMail(owner)}. It returned the payment to you because of another one.`
  const isBack = reopened.kind === 'reopened' && !hasEnded(reopened.status)
  await queueMail(txOf(tx, deps), 'dispute-won', owner, {
    subject: isBack
      ? 'Your account is open again'
      : cents > 0
        ? `The disputed payment of ${amount} is valid`
        : 'Your bank has decided a dispute',
    paragraphs: [
      ...(isBack
        ? [`${stands} We opened your account again, with the same plan and the same prices.`]
        : [stands]),
      ...(await sayWhatFollows(tx, deps, accountId, reopened)),
    ],
    buttons:
      reopened.kind === 'reopened'
        ? [{ label: 'Login', url: `${deps.config.publicUrl}${pages['sign-in']}` }]
        : [],
  })
}

async function sayWhatFollows(
  tx: Db,
  deps: MailDeps,
  accountId: number,
  reopened: Reopened,
): Promise<string[]> {
  switch (reopened.kind) {
    case 'untouched':
      return ['Nothing changes in your account.']
    case 'stays-closed':
      return [
        `Your account stays closed. If you have questions about this, please call ${deps.config.provider.tollFreeNumber}.`,
      ]
    case 'reopened': {
      if (hasEnded(reopened.status))
        return [
          'Your subscription has ended, and there are no further charges. You can sign in to see your receipts.',
        ]
      const { nextCharge } = await showMoney(tx, accountId, deps.now)
      return [
        'You were signed out when we closed it. Sign in with your email and your password.',
        ...(nextCharge && nextCharge.cents > 0
          ? [
              `Months that passed in the meantime are not charged. The next charge is ${formatAmount(nextCharge.cents)} on ${formatDay(nextCharge.on)}. To avoid it, cancel in your account by ${nextCharge.lastMomentToCancel}.`,
            ]
          : []),
      ]
    }
  }
}

export async function postLost(tx: Db, deps: MailDeps, { accountId, cents }: Decided): Promise<void> {
  const owner = await findOwner(tx, accountId)
  const amount = formatAmount(cents)
  const { isClosed } = await tx.one<{ isClosed: boolean }>(sql`
    select fraud_marked_at is not null as "isClosed" from accounts where id = ${accountId}`)
  await queueMail(txOf(tx, deps), 'dispute-lost', owner, {
    subject:
      cents > 0 ? `Your bank returned a payment of ${amount} to you` : 'Your bank has decided a dispute',
    paragraphs: [
      cents > 0
        ? `Your bank has decided the dispute about a payment for ${accountInMail(owner)}. It returned ${amount} to you.`
        : `Your bank has decided another dispute about a payment for ${accountInMail(owner)}, which it had already returned to you.`,
      isClosed
        ? `Your account stays closed, and there are no further charges. If you have questions about this, please call ${deps.config.provider.tollFreeNumber}.`
        : 'Your account stays open. Nothing else changes.',
    ],
  })
}

function hasEnded(status: Status): boolean {
  return status === 'canceled' || status === 'expired' || status === 'waiting for reactivation'
}
