import type { Status } from '#contract/accounts/statuses.ts'
import type { MoneyValues } from '#contract/billing/values.ts'
import { formatDay } from '#contract/calendar/billing-dates.ts'
import { type Cents, formatAmount } from '#contract/catalogue/money.ts'
import { pages } from '#contract/pages.ts'
import type { Owner } from '#server/accounts/accounts.ts'
import { accountInMail } from '#server/platform/mail/names.ts'
import type { Mail, MailSite } from '#server/platform/mail/queue-mail.ts'
import type { Reopened } from './close-account.ts'

export function disputedMail(owner: Owner, { provider }: MailSite): Mail {
  return {
    purpose: 'disputed',
    subject: 'Your account was closed because of a disputed charge',
    paragraphs: [
      `Your bank told us that a charge for ${accountInMail(owner)} is disputed. We closed the account, and there are no further charges.`,
      `If this is a mistake, please call ${provider.tollFreeNumber}.`,
    ],
  }
}

type Won = {
  /** What stays paid. */
  cents: Cents
  reopened: Reopened
  nextCharge: MoneyValues['nextCharge']
}

export function disputeWonMail(owner: Owner, site: MailSite, won: Won): Mail {
  const { cents, reopened } = won
  const amount = formatAmount(cents)
  const stands =
    cents > 0
      ? `Your bank has decided that the disputed payment of ${amount} for ${accountInMail(owner)} is valid.`
      : `Your bank has decided one of the disputes about a payment for ${accountInMail(owner)}. It returned the payment to you because of another one.`
  const isBack = reopened.kind === 'reopened' && !hasEnded(reopened.status)
  return {
    purpose: 'dispute-won',
    subject: isBack
      ? 'Your account is open again'
      : cents > 0
        ? `The disputed payment of ${amount} is valid`
        : 'Your bank has decided a dispute',
    paragraphs: [
      ...(isBack
        ? [`${stands} We opened your account again, with the same plan and the same prices.`]
        : [stands]),
      ...sayWhatFollows(site, won),
    ],
    buttons:
      reopened.kind === 'reopened' ? [{ label: 'Login', url: `${site.publicUrl}${pages['sign-in']}` }] : [],
  }
}

function sayWhatFollows({ provider }: MailSite, { reopened, nextCharge }: Won): string[] {
  switch (reopened.kind) {
    case 'untouched':
      return ['Nothing changes in your account.']
    case 'stays-closed':
      return [
        `Your account stays closed. If you have questions about this, please call ${provider.tollFreeNumber}.`,
      ]
    case 'reopened':
      if (hasEnded(reopened.status))
        return [
          'Your subscription has ended, and there are no further charges. You can sign in to see your receipts.',
        ]
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

export function disputeLostMail(
  owner: Owner,
  { provider }: MailSite,
  { cents, isClosed }: { cents: Cents; isClosed: boolean },
): Mail {
  const amount = formatAmount(cents)
  return {
    purpose: 'dispute-lost',
    subject:
      cents > 0 ? `Your bank returned a payment of ${amount} to you` : 'Your bank has decided a dispute',
    paragraphs: [
      cents > 0
        ? `Your bank has decided the dispute about a payment for ${accountInMail(owner)}. It returned ${amount} to you.`
        : `Your bank has decided another dispute about a payment for ${accountInMail(owner)}, which it had already returned to you.`,
      isClosed
        ? `Your account stays closed, and there are no further charges. If you have questions about this, please call ${provider.tollFreeNumber}.`
        : 'Your account stays open. Nothing else changes.',
    ],
  }
}

function hasEnded(status: Status): boolean {
  return status === 'canceled' || status === 'expired' || status === 'waiting for reactivation'
}
