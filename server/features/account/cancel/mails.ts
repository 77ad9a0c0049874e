import { dayBefore, formatDay, formatMoment, momentOf } from '#contract/calendar/billing-dates.ts'
import { REACTIVATE_WITHIN_DAYS } from '#contract/calendar/lifetimes.ts'
import { pages } from '#contract/pages.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { findOwner } from '#server/accounts/owner.ts'
import { help } from '#server/billing/invoices/mails.ts'
import { describeNextCharge } from '#server/billing/subscriptions/describe-next-charge.ts'
import type { Db } from '#server/platform/db/database.ts'
import { accountInMail } from '#server/platform/mail/names.ts'
import { type MailDeps, queueMailTo } from '#server/platform/mail/queue-mail.ts'
import { later, MINUTE } from '#server/ports/clock.ts'

/** `cancelOn` starts at midnight in the time zone in which the subscription was bought. */
type Canceled = { reference: string; cancelOn: string; zone: string; hasEnded: boolean }

/** The customer's proof: what was requested, when it takes effect, and that nothing more will be charged. */
export async function postCanceled(
  tx: Db,
  deps: MailDeps,
  accountId: number,
  { reference, cancelOn, zone, hasEnded }: Canceled,
): Promise<void> {
  const owner = await findOwner(tx, accountId)
  const { publicUrl } = deps.config
  const lastMoment = formatMoment(owner.timeZone, later(momentOf(zone, cancelOn), -MINUTE))
  await queueMailTo(tx, deps, 'canceled', owner, {
    subject: `Your cancellation ${reference}`,
    paragraphs: [
      `The subscription of ${accountInMail(owner)} is canceled. Reference number: ${reference}.`,
      hasEnded
        ? 'It has ended now because the last month was not paid. There are no further charges.'
        : `Your service runs through ${formatDay(dayBefore(cancelOn))}. There are no further charges.`,
      hasEnded
        ? `You can reactivate the account within ${REACTIVATE_WITHIN_DAYS} days, with everything that was in it.`
        : `You can undo this in your account until ${lastMoment}. For ${REACTIVATE_WITHIN_DAYS} days after that, you can reactivate the account with everything that was in it.`,
      'Anyone with the link below can check this receipt.',
    ],
    buttons: [
      {
        label: 'See the receipt',
        url: `${publicUrl}${fillPath(pages.cancellation, { reference })}`,
      },
    ],
    closing: help(deps),
  })
}

export async function postUndone(tx: Db, deps: MailDeps, accountId: number): Promise<void> {
  const owner = await findOwner(tx, accountId)
  const next = await describeNextCharge(tx, accountId, deps.now)
  await queueMailTo(tx, deps, 'cancel-undone', owner, {
    subject: 'Your subscription continues',
    paragraphs: [
      `You undid the cancellation of ${accountInMail(owner)}. Your service continues as before. ${next?.says ?? ''}`.trimEnd(),
    ],
    buttons: [{ label: 'Go to your account', url: `${deps.config.publicUrl}${pages.account}` }],
    closing: help(deps),
  })
}

export async function postHeld(
  tx: Db,
  deps: MailDeps,
  accountId: number,
  { from, until }: { from: string; until: string },
): Promise<void> {
  const owner = await findOwner(tx, accountId)
  await queueMailTo(tx, deps, 'held', owner, {
    subject: 'Your plan is going on hold',
    paragraphs: [
      `From ${formatDay(from)} through ${formatDay(dayBefore(until))} ${accountInMail(owner)} has agent access only, and you pay only for that. We keep your leads and lists.`,
      `On ${formatDay(until)} your full plan resumes at its regular price. You can end the hold earlier in your account.`,
    ],
    buttons: [{ label: 'Go to your account', url: `${deps.config.publicUrl}${pages.account}` }],
    closing: help(deps),
  })
}
