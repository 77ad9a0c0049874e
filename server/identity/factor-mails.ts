import type { StepUpWay } from '#contract/accounts/factors.ts'
import { FACTOR_RECOVERY_HOURS, RESET_COUNTS_DAYS } from '#contract/calendar/lifetimes.ts'
import { pages } from '#contract/pages.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { formatShortMoment } from '#server/platform/format-moment.ts'
import { accountInMail, isFitForMail, nameInMail } from '#server/platform/mail/names.ts'
import type { MailPurpose } from '#server/platform/mail/purposes.ts'
import { type MailBody, type MailDeps, queueMail } from '#server/platform/mail/queue-mail.ts'
import type { Tx } from '#server/platform/transaction.ts'
import { listFormerEmails, whyFormer } from './agents.ts'
import { notMeButton } from './links.ts'

const FEW_CODES = 3

export async function postFactorOn(tx: Tx, agentId: number): Promise<void> {
  const person = await findPerson(tx, agentId)
  await postNotice(tx, 'second-factor-on', person, {
    subject: 'Two-step verification is on',
    paragraphs: [
      `From now on, signing in to ${accountInMail(person)} takes your password and a code from your authenticator app. All your other devices were signed out.`,
      'Keep your recovery codes in a safe place. You need one of them if you lose your phone.',
      'If this was you, you do not need to do anything.',
    ],
  })
}

export async function postFactorOff(tx: Tx, agentId: number): Promise<void> {
  const person = await findPerson(tx, agentId)
  await postNotice(tx, 'second-factor-off', person, {
    subject: 'Two-step verification is off',
    paragraphs: [
      `From now on, signing in to ${accountInMail(person)} takes only your password.`,
      'If this was you, you do not need to do anything.',
    ],
  })
}

export async function postRecoveryCodeUsed(tx: Tx, agentId: number, left: number): Promise<void> {
  const person = await findPerson(tx, agentId)
  const { publicUrl } = tx.config
  await postNotice(tx, 'recovery-code-used', person, {
    subject: left <= FEW_CODES ? `A recovery code was used: ${left} left` : 'A recovery code was used',
    paragraphs: [
      `Someone used one of your recovery codes for ${accountInMail(person)}. ${leftOver(left)}`,
      ...(left <= FEW_CODES ? ['Create new recovery codes soon, so that you cannot lock yourself out.'] : []),
      'If this was you, you do not need to do anything else. If not, use the button below, then create new recovery codes.',
    ],
    buttons: [
      ...(left <= FEW_CODES
        ? [{ label: 'Create new recovery codes', url: `${publicUrl}${pages['second-factor']}` }]
        : []),
    ],
  })
}

function leftOver(left: number): string {
  if (left === 0) return 'It was the last one.'
  return left === 1 ? 'You have 1 code left.' : `You have ${left} codes left.`
}

/** `dueAt` not later than now: from the next sign-in on. */
export async function postFactorDemanded(
  tx: Tx,
  { agentId, dueAt }: { agentId: number; dueAt: Date },
  ownerId: number,
): Promise<void> {
  const person = await findPerson(tx, agentId)
  const owner = await findPerson(tx, ownerId)
  const by = formatShortMoment(person.timeZone, dueAt)
  const isNow = dueAt <= tx.now
  await queueMail(tx, 'second-factor-demanded', person, {
    subject: isNow ? 'Set up two-step verification' : `Set up two-step verification by ${by}`,
    paragraphs: [
      `${nameInMail(owner.fullName, 'The owner')} now requires two-step verification of everyone in ${accountInMail(person)}: a code from an app on your phone, as well as your password.`,
      isNow
        ? 'You can sign in again once you have set it up. It takes a few minutes.'
        : `Set it up by ${by} (in the time zone of your account). It takes a few minutes. After that, you can sign in only once you have set it up.`,
    ],
    buttons: [{ label: 'Set it up', url: `${tx.config.publicUrl}${pages['second-factor']}` }],
  })
}

export async function postPasskeyAdded(
  tx: Tx,
  agentId: number,
  { name, isAutomatic, ways }: { name: string; isAutomatic: boolean; ways: readonly StepUpWay[] },
): Promise<void> {
  const person = await findPerson(tx, agentId)
  await postNotice(tx, 'passkey-added', person, {
    subject: 'A passkey was added',
    paragraphs: [
      `From now on, ${quoted(name)} signs you in to ${accountInMail(person)} without your password.${isAutomatic ? ' Your browser created it after you signed in.' : ''}`,
      whatConfirms(ways),
      'If this was you, you do not need to do anything. If not, use “This was not me”: it removes the passkey, signs out all your devices and lets you set a new password.',
    ],
    buttons: [{ label: 'See your passkeys', url: urlOf(tx) }],
  })
}

export async function postPasskeyRemoved(tx: Tx, agentId: number, name: string): Promise<void> {
  const person = await findPerson(tx, agentId)
  await postNotice(tx, 'passkey-removed', person, {
    subject: 'A passkey was removed',
    paragraphs: [
      `From now on, ${quoted(name)} no longer signs you in to ${accountInMail(person)}.`,
      'If this was you, you do not need to do anything.',
    ],
    buttons: [{ label: 'See your passkeys', url: urlOf(tx) }],
  })
}

/** What a new passkey means for changes that ask who is there. */
function whatConfirms(ways: readonly StepUpWay[]): string {
  if (ways.includes('code'))
    return 'You can also confirm changes with it, such as a new card or email. A code from your authenticator app still works.'
  return ways.includes('password')
    ? 'Your password still confirms changes, such as a new card or email, until you use the passkey for the first time. After that, only a passkey confirms them.'
    : 'To confirm changes, such as a new card or email, you need a passkey. Your password is not enough.'
}

/** People choose the name, so it is left out where a mail program would make a link of it. */
function quoted(name: string): string {
  return isFitForMail(name) ? `the passkey “${name}”` : 'this passkey'
}

function urlOf({ config }: MailDeps): string {
  return `${config.publicUrl}${pages.passkeys}`
}

/** `app`: an authenticator app, and passkeys if there are any. `passkeys`: they are the only factor. */
type LostFactor = 'app' | 'passkeys'

type Recovering = { agentId: number; lost: LostFactor; hours: number }

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

/** The person and their former emails can cancel for as long as the factor is there. */
export async function postRecoveryAsked(
  tx: Tx,
  { agentId, lost, hours }: Recovering,
  token: string,
): Promise<void> {
  const person = await findPerson(tx, agentId)
  const { asked: purpose, willBe, lost: sayLost } = texts[lost]
  const subject = willBe(hours)
  const lostText = sayLost(accountInMail(person), hours)
  const what = hours > FACTOR_RECOVERY_HOURS ? `${lostText} ${afterReset}` : lostText
  const url = `${tx.config.publicUrl}${fillPath(pages['keep-second-factor'], { linkToken: token })}`
  const cancel = { label: 'Cancel this request', url }
  await postNotice(tx, purpose, person, {
    subject,
    paragraphs: [
      what,
      'If this was you, wait for our next email. If not, cancel this now and set a new password.',
    ],
    buttons: [cancel],
  })
  await postToFormerEmails(tx, purpose, person, {
    subject,
    what,
    ifNotYou: 'If this was not you, cancel it now and call us.',
    buttons: [cancel],
  })
}

export async function postRecoveryDone(tx: Tx, { agentId, lost, hours }: Recovering): Promise<void> {
  const person = await findPerson(tx, agentId)
  const account = accountInMail(person)
  const { removed: purpose, was: subject, isGone, isGoneForFormer, next } = texts[lost]
  const asRequested = `As requested ${hours} hours ago, `
  await postNotice(tx, purpose, person, {
    subject,
    paragraphs: [`${asRequested}${isGone(account)}`, next],
    buttons: [{ label: 'Sign in', url: `${tx.config.publicUrl}${pages['sign-in']}` }],
  })
  await postToFormerEmails(tx, purpose, person, {
    subject,
    what: `${asRequested}${isGoneForFormer(account)}`,
    ifNotYou: 'If this was not you, call us right away.',
  })
}

type Person = {
  id: number
  accountId: number
  email: string
  firstName: string
  company: string
  pin: string
  fullName: string
  timeZone: string
}

/** To the person, who can say that it was somebody else. */
async function postNotice(
  tx: Tx,
  purpose: MailPurpose,
  person: Person,
  { buttons = [], ...text }: Pick<MailBody, 'subject' | 'paragraphs' | 'buttons'>,
): Promise<void> {
  await queueMail(tx, purpose, person, {
    ...text,
    buttons: [...buttons, await notMeButton(tx, person)],
  })
}

/**
 * Tells the emails that the person gave up lately: whoever took over an account may have changed its email first. They
 * get no “This was not me”, which would hand them a reset link.
 */
async function postToFormerEmails(
  tx: Tx,
  purpose: MailPurpose,
  person: Person,
  text: Pick<MailBody, 'subject' | 'buttons'> & { what: string; ifNotYou: string },
): Promise<void> {
  const { subject, what, ifNotYou, buttons = [] } = text
  const paragraphs = [what, whyFormer, ifNotYou]
  for (const email of await listFormerEmails(tx, person.id, tx.now))
    await queueMail(tx, purpose, { ...person, email }, { subject, paragraphs, buttons })
}

function findPerson(tx: Db, agentId: number): Promise<Person> {
  return tx.one<Person>(sql`
    select g.id, g.account_id as "accountId", g.email, g.first_name as "firstName", a.company, a.pin,
      trim(g.first_name || ' ' || g.last_name) as "fullName", a.time_zone as "timeZone"
    from agents g join accounts a on a.id = g.account_id where g.id = ${agentId}`)
}
