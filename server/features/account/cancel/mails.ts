import { dayBefore, formatDay, formatMoment, momentOf } from '#contract/calendar/billing-dates.ts'
import { REACTIVATE_WITHIN_DAYS } from '#contract/calendar/lifetimes.ts'
import { pages } from '#contract/pages.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import type { Owner } from '#server/accounts/accounts.ts'
import type { NextCharge } from '#server/billing/subscriptions/show-money.ts'
import { accountInMail, isFitForMail } from '#server/platform/mail/names.ts'
import type { Mail, MailSite } from '#server/platform/mail/queue-mail.ts'
import { later, MINUTE } from '#server/ports/clock.ts'
import type { Changer } from './queries.ts'

/** `cancelOn` starts at midnight in the time zone in which the subscription was bought. */
type Canceled = { reference: string; cancelOn: string; zone: string; hasEnded: boolean }
type By = { caller: Changer['caller'] | undefined }

/** The customer's proof: what was requested, when it takes effect, and that nothing more will be charged. */
export function canceledMail(
  owner: Owner,
  site: MailSite,
  { reference, cancelOn, zone, hasEnded, caller }: Canceled & By,
): Mail {
  const lastMoment = formatMoment(owner.timeZone, later(momentOf(zone, cancelOn), -MINUTE))
  return {
    purpose: 'canceled',
    subject: `Your cancellation ${reference}`,
    paragraphs: [
      `The subscription of ${accountInMail(owner)} is canceled. Reference number: ${reference}.`,
      ...sayCaller(site, caller),
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
        url: `${site.publicUrl}${fillPath(pages.cancellation, { reference })}`,
      },
    ],
  }
}

/** `next`: the next charge and its date. */
export function cancelUndoneMail(
  owner: Owner,
  site: MailSite,
  { next, caller }: By & { next: NextCharge },
): Mail {
  return {
    purpose: 'cancel-undone',
    subject: 'Your subscription continues',
    paragraphs: [
      `${caller ? `The cancellation of ${accountInMail(owner)} was undone` : `You undid the cancellation of ${accountInMail(owner)}`}. Your service continues as before. ${next?.says ?? ''}`.trimEnd(),
      ...sayCaller(site, caller),
    ],
    buttons: [goToAccount(site)],
  }
}

export function onHoldMail(
  owner: Owner,
  site: MailSite,
  { from, until, caller }: By & { from: string; until: string },
): Mail {
  return {
    purpose: 'held',
    subject: 'Your plan is going on hold',
    paragraphs: [
      `From ${formatDay(from)} through ${formatDay(dayBefore(until))} ${accountInMail(owner)} has agent access only, and you pay only for that. We keep your leads and lists.`,
      `On ${formatDay(until)} your full plan resumes at its regular price. You can end the hold earlier in your account.`,
      ...sayCaller(site, caller),
    ],
    buttons: [goToAccount(site)],
  }
}

export function holdEndedMail(
  owner: Owner,
  site: MailSite,
  { on, isRemoved, next, caller }: By & { on: string; isRemoved: boolean; next: NextCharge },
): Mail {
  return {
    purpose: 'hold-ended',
    subject: isRemoved ? 'Your plan is not going on hold' : 'Your full plan resumes',
    paragraphs: [
      isRemoved
        ? `The hold of ${accountInMail(owner)} that was planned from ${formatDay(on)} is removed. Your full plan continues at its regular price. ${next?.says ?? ''}`.trimEnd()
        : `The hold of ${accountInMail(owner)} ends. On ${formatDay(on)} your full plan resumes at its regular price. ${next?.says ?? ''}`.trimEnd(),
      ...sayCaller(site, caller),
    ],
    buttons: [goToAccount(site)],
  }
}

function goToAccount({ publicUrl }: MailSite): { label: string; url: string } {
  return { label: 'Go to your account', url: `${publicUrl}${pages.account}` }
}

/** A caller can give any name: it is quoted as theirs, or omitted if a mail client would make it a link. */
function sayCaller({ provider }: MailSite, caller: Changer['caller']): string[] {
  if (!caller) return []
  const who = isFitForMail(caller.name) ? `a caller who gave the name “${caller.name}”` : 'a caller'
  return [
    `Our customer service did this at the request of ${who}. If you did not ask for it, call ${provider.tollFreeNumber}.`,
  ]
}
