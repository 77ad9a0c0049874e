import type { StepUpWay } from '#contract/accounts/factors.ts'
import { FACTOR_RECOVERY_HOURS, RESET_COUNTS_DAYS } from '#contract/calendar/lifetimes.ts'
import { pages } from '#contract/pages.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { formatShortMoment } from '#server/platform/format-moment.ts'
import { accountInMail, isFitForMail, nameInMail } from '#server/platform/mail/names.ts'
import type { Mail, MailSite, PersonalMail } from '#server/platform/mail/queue-mail.ts'
import { whyFormer } from './agents.ts'
import type { Person } from './mail-person.ts'

const FEW_CODES = 3

export function factorOnMail(person: Person): PersonalMail {
  return {
    purpose: 'second-factor-on',
    subject: 'Two-step verification is on',
    paragraphs: [
      `From now on, signing in to ${accountInMail(person)} takes your password and a code from your authenticator app. All your other devices were signed out.`,
      'Keep your recovery codes in a safe place. You need one of them if you lose your phone.',
      'If this was you, you do not need to do anything.',
    ],
    offersNotMe: true,
  }
}

export function factorOffMail(person: Person): PersonalMail {
  return {
    purpose: 'second-factor-off',
    subject: 'Two-step verification is off',
    paragraphs: [
      `From now on, signing in to ${accountInMail(person)} takes only your password.`,
      'If this was you, you do not need to do anything.',
    ],
    offersNotMe: true,
  }
}

export function recoveryCodeUsedMail(person: Person, { publicUrl }: MailSite, left: number): PersonalMail {
  const areFew = left <= FEW_CODES
  return {
    purpose: 'recovery-code-used',
    subject: areFew ? `A recovery code was used: ${left} left` : 'A recovery code was used',
    paragraphs: [
      `Someone used one of your recovery codes for ${accountInMail(person)}. ${leftOver(left)}`,
      ...(areFew ? ['Create new recovery codes soon, so that you cannot lock yourself out.'] : []),
      'If this was you, you do not need to do anything else. If not, use the button below, then create new recovery codes.',
    ],
    buttons: areFew
      ? [{ label: 'Create new recovery codes', url: `${publicUrl}${pages['second-factor']}` }]
      : [],
    offersNotMe: true,
  }
}

export function recoveryCodesRenewedMail(person: Person): PersonalMail {
  return {
    purpose: 'recovery-codes-renewed',
    subject: 'New recovery codes were created',
    paragraphs: [
      `Your former recovery codes for ${accountInMail(person)} no longer work. The new ones were shown once, when they were created.`,
      'If this was you, you do not need to do anything.',
    ],
    offersNotMe: true,
  }
}

function leftOver(left: number): string {
  if (left === 0) return 'It was the last one.'
  return left === 1 ? 'You have 1 code left.' : `You have ${left} codes left.`
}

/** `dueAt` not later than now: from the next sign-in on. */
export function factorDemandedMail(
  person: Person,
  { publicUrl }: MailSite,
  { owner, dueAt, now }: { owner: Pick<Person, 'fullName'>; dueAt: Date; now: Date },
): Mail {
  const by = formatShortMoment(person.timeZone, dueAt)
  const isNow = dueAt <= now
  return {
    purpose: 'second-factor-demanded',
    subject: isNow ? 'Set up two-step verification' : `Set up two-step verification by ${by}`,
    paragraphs: [
      `${nameInMail(owner.fullName, 'The owner')} now requires two-step verification of everyone in ${accountInMail(person)}: a code from an app on your phone, as well as your password.`,
      isNow
        ? 'You can sign in again once you have set it up. It takes a few minutes.'
        : `Set it up by ${by} (in the time zone of your account). It takes a few minutes. After that, you can sign in only once you have set it up.`,
    ],
    buttons: [{ label: 'Set it up', url: `${publicUrl}${pages['second-factor']}` }],
  }
}

/** To the owner, in whose name it was done. */
export function demandChangedMail(
  owner: Person,
  { publicUrl }: MailSite,
  { isDemanded }: { isDemanded: boolean },
): PersonalMail {
  const people = `everyone in ${accountInMail(owner)}`
  return {
    purpose: 'second-factor-demand',
    subject: `Two-step verification is ${isDemanded ? 'now' : 'no longer'} required of everyone`,
    paragraphs: [
      isDemanded
        ? `You now require two-step verification of ${people}. People without it got an email with the date from which they cannot sign in until they have set it up.`
        : `You no longer require two-step verification of ${people}. Anyone may turn it off, and people without it can sign in.`,
      'If this was you, you do not need to do anything.',
    ],
    buttons: [{ label: 'See two-step verification', url: `${publicUrl}${pages['second-factor']}` }],
    offersNotMe: true,
  }
}

export function passkeyAddedMail(
  person: Person,
  site: MailSite,
  { name, isAutomatic, ways }: { name: string; isAutomatic: boolean; ways: readonly StepUpWay[] },
): PersonalMail {
  return {
    purpose: 'passkey-added',
    subject: 'A passkey was added',
    paragraphs: [
      `From now on, ${quoted(name)} signs you in to ${accountInMail(person)} without your password.${isAutomatic ? ' Your browser created it after you signed in.' : ''}`,
      whatConfirms(ways),
      'If this was you, you do not need to do anything. If not, use “This was not me”: it removes the passkey, signs out all your devices and lets you set a new password.',
    ],
    buttons: [seePasskeys(site)],
    offersNotMe: true,
  }
}

export function passkeyRemovedMail(person: Person, site: MailSite, name: string): PersonalMail {
  return {
    purpose: 'passkey-removed',
    subject: 'A passkey was removed',
    paragraphs: [
      `From now on, ${quoted(name)} no longer signs you in to ${accountInMail(person)}.`,
      'If this was you, you do not need to do anything.',
    ],
    buttons: [seePasskeys(site)],
    offersNotMe: true,
  }
}

/** What a new passkey means for changes that need step-up. */
function whatConfirms(ways: readonly StepUpWay[]): string {
  if (ways.includes('code'))
    return 'You can also confirm changes with it, such as a new card or email. A code from your authenticator app still works.'
  return ways.includes('password')
    ? 'Your password still confirms changes, such as a new card or email, until you use the passkey for the first time. After that, only a passkey confirms them.'
    : 'To confirm changes, such as a new card or email, you need a passkey. Your password is not enough.'
}

/** People choose the name, so it is omitted if a mail client would make it a link. */
function quoted(name: string): string {
  return isFitForMail(name) ? `the passkey “${name}”` : 'this passkey'
}

function seePasskeys({ publicUrl }: MailSite): { label: string; url: string } {
  return { label: 'See your passkeys', url: `${publicUrl}${pages.passkeys}` }
}

/** `app`: an authenticator app, and passkeys if there are any. `passkeys`: they are the only factor. */
type LostFactor = 'app' | 'passkeys'

type Recovery = { lost: LostFactor; hours: number }

const texts = {
  app: {
    asked: 'second-factor-recovery',
    willBe: (hours: number) => `Two-step verification will be turned off in ${hours} hours`,
    lost: (account: string, hours: number) =>
      `Someone said that they lost the phone and the recovery codes for ${account}. In ${hours} hours, two-step verification is turned off, and passkeys are removed. From then on, signing in takes only your password.`,
    removed: 'second-factor-removed',
    was: 'Two-step verification was turned off',
    isGone: (account: string) => `signing in to ${account} takes only your password now.`,
    isGoneForFormer: (account: string) => `signing in to ${account} takes only a password now.`,
    next: 'Turn two-step verification on again as soon as you have signed in.',
  },
  passkeys: {
    asked: 'passkey-recovery',
    willBe: (hours: number) => `Your passkeys will be removed in ${hours} hours`,
    lost: (account: string, hours: number) =>
      `Someone said that they lost the passkeys for ${account}. In ${hours} hours, they are removed. From then on, nobody is asked for them.`,
    removed: 'passkeys-removed',
    was: 'Your passkeys were removed',
    isGone: (account: string) => `your passkeys for ${account} were removed.`,
    isGoneForFormer: (account: string) => `the passkeys for ${account} were removed.`,
    next: 'Sign in with your password and add a new passkey as soon as you can.',
  },
} as const

const afterReset = `The wait is longer than usual because the password was reset by email in the last ${RESET_COUNTS_DAYS} days.`

/** The person and their former emails can cancel as long as the factor exists. */
export function recoveryRequestedMail(
  person: Person,
  site: MailSite,
  recovery: RequestedRecovery,
): PersonalMail {
  const { what, ...mail } = recoveryAsked(person, site, recovery)
  const ifNotYou = 'If this was you, wait for our next email. If not, cancel this now and set a new password.'
  return { ...mail, paragraphs: [what, ifNotYou], offersNotMe: true }
}

export function recoveryRequestedFormerMail(
  person: Person,
  site: MailSite,
  recovery: RequestedRecovery,
): Mail {
  const { what, ...mail } = recoveryAsked(person, site, recovery)
  return { ...mail, paragraphs: [what, whyFormer, 'If this was not you, cancel it now and call us.'] }
}

type RequestedRecovery = Recovery & { linkToken: string }

function recoveryAsked(
  person: Person,
  { publicUrl }: MailSite,
  { lost, hours, linkToken }: RequestedRecovery,
) {
  const { asked: purpose, willBe, lost: sayLost } = texts[lost]
  const lostText = sayLost(accountInMail(person), hours)
  const url = `${publicUrl}${fillPath(pages['keep-second-factor'], { linkToken })}`
  return {
    purpose,
    subject: willBe(hours),
    what: hours > FACTOR_RECOVERY_HOURS ? `${lostText} ${afterReset}` : lostText,
    buttons: [{ label: 'Cancel this request', url }],
  }
}

export function recoveryDoneMail(
  person: Person,
  { publicUrl }: MailSite,
  { lost, hours }: Recovery,
): PersonalMail {
  const { removed: purpose, was: subject, isGone, next } = texts[lost]
  return {
    purpose,
    subject,
    paragraphs: [`${asRequested(hours)}${isGone(accountInMail(person))}`, next],
    buttons: [{ label: 'Sign in', url: `${publicUrl}${pages['sign-in']}` }],
    offersNotMe: true,
  }
}

export function recoveryDoneFormerMail(person: Person, _: MailSite, { lost, hours }: Recovery): Mail {
  const { removed: purpose, was: subject, isGoneForFormer } = texts[lost]
  const what = `${asRequested(hours)}${isGoneForFormer(accountInMail(person))}`
  return { purpose, subject, paragraphs: [what, whyFormer, 'If this was not you, call us right away.'] }
}

function asRequested(hours: number): string {
  return `As requested ${hours} hours ago, `
}
