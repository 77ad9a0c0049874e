import { dayBefore, formatDay, formatMoment, momentOf } from '#contract/calendar/billing-dates.ts'
import { REACTIVATE_WITHIN_DAYS } from '#contract/calendar/lifetimes.ts'
import { pages } from '#contract/pages.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { findOwner } from '#server/accounts/accounts.ts'
import { describeNextCharge } from '#server/billing/subscriptions/show-money.ts'
import type { Db } from '#server/platform/db/database.ts'
import { accountInMail, isFitForMail } from '#server/platform/mail/names.ts'
import { type MailDeps, queueMail } from '#server/platform/mail/queue-mail.ts'
import { txOf } from '#server/platform/transaction.ts'
import { later, MINUTE } from '#server/ports/clock.ts'
import type { Changer } from './queries.ts'

/** `cancelOn` starts at midnight in the time zone in which the subscription was bought. */
type Canceled = { reference: string; cancelOn: string; zone: string; hasEnded: boolean }

/** The customer's proof: what was requested, when it takes effect, and that nothing more will be charged. */
export async function postCanceled(
  tx: Db,
  deps: MailDeps,
  { accountId, caller }: Changer,
  { reference, cancelOn, zone, hasEnded }: Canceled,
): Promise<void> {
  const owner = await findOwner(tx, accountId)
  const { publicUrl } = deps.config
  const lastMoment = formatMoment(owner.timeZone, later(momentOf(zone, cancelOn), -MINUTE))
  await queueMail(txOf(tx, deps), 'canceled', owner, {
    subject: `Your cancellation ${reference}`,
    paragraphs: [
      `The subscription of ${accountInMail(owner)} is canceled. Reference number: ${reference}.`,
      ...sayCaller(deps, caller),
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
  })
}

export async function postUndone(tx: Db, deps: MailDeps, { accountId, caller }: Changer): Promise<void> {
  const owner = await findOwner(tx, accountId)
  const next = await describeNextCharge(tx, accountId, deps.now)
  await queueMail(txOf(tx, deps), 'cancel-undone', owner, {
    subject: 'Your subscription continues',
    paragraphs: [
      `${caller ? `The cancellation of ${accountInMail(owner)} was undone` : `You undid the cancellation of ${accountInMail(owner)}`}. Your service continues as before. ${next?.says ?? ''}`.trimEnd(),
      ...sayCaller(deps, caller),
    ],
    buttons: [{ label: 'Go to your account', url: `${deps.config.publicUrl}${pages.account}` }],
  })
}

export async function postHeld(
  tx: Db,
  deps: MailDeps,
  { accountId, caller }: Changer,
  { from, until }: { from: string; until: string },
): Promise<void> {
  const owner = await findOwner(tx, accountId)
  await queueMail(txOf(tx, deps), 'held', owner, {
    subject: 'Your plan is going on hold',
    paragraphs: [
      `From ${formatDay(from)} through ${formatDay(dayBefore(until))} ${accountInMail(owner)} has agent access only, and you pay only for that. We keep your leads and lists.`,
      `On ${formatDay(until)} your full plan resumes at its regular price. You can end the hold earlier in your account.`,
      ...sayCaller(deps, caller),
    ],
    buttons: [{ label: 'Go to your account', url: `${deps.config.publicUrl}${pages.account}` }],
  })
}

/** Only to an owner who may not know of it: an operator ended the hold for a caller. */
export async function postHoldEnded(
  tx: Db,
  deps: MailDeps,
  { accountId, caller }: Changer,
  { on, isRemoved }: { on: string; isRemoved: boolean },
): Promise<void> {
  const owner = await findOwner(tx, accountId)
  const next = await describeNextCharge(tx, accountId, deps.now)
  await queueMail(txOf(tx, deps), 'hold-ended', owner, {
    subject: isRemoved ? 'Your plan is not going on hold' : 'Your full plan resumes',
    paragraphs: [
      isRemoved
        ? `The hold of ${accountInMail(owner)} that was planned from ${formatDay(on)} is removed. Your full plan continues at its regular price. ${next?.says ?? ''}`.trimEnd()
        : `The hold of ${accountInMail(owner)} ends. On ${formatDay(on)} your full plan resumes at its regular price. ${next?.says ?? ''}`.trimEnd(),
      ...sayCaller(deps, caller),
    ],
    buttons: [{ label: 'Go to your account', url: `${deps.config.publicUrl}${pages.account}` }],
  })
}

/** A caller can give any name: it is quoted as theirs, or left out where a mail client would make a link of it. */
function sayCaller({ config }: MailDeps, caller: Changer['caller']): string[] {
  if (!caller) return []
  const who = isFitForMail(caller.name) ? `a caller who gave the name “${caller.name}”` : 'a caller'
  return [
    `Our customer service did this at the request of ${who}. If you did not ask for it, call ${config.provider.tollFreeNumber}.`,
  ]
}
