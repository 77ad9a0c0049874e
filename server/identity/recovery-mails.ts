import { FACTOR_RECOVERY_HOURS, RESET_COUNTS_DAYS } from '#contract/calendar/lifetimes.ts'
import { pages } from '#contract/pages.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import type { Db } from '#server/platform/db/database.ts'
import { accountInMail } from '#server/platform/mail/names.ts'
import { questions } from '#server/platform/mail/questions.ts'
import { type MailDeps, queueMailTo } from '#server/platform/mail/queue-mail.ts'
import { notMeButton } from './not-me-link.ts'
import { findPerson, postToFormerEmails } from './second-factor-mails.ts'

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
  tx: Db,
  deps: MailDeps,
  { agentId, lost, hours }: Recovering,
  token: string,
): Promise<void> {
  const person = await findPerson(tx, agentId)
  const { asked: purpose, willBe, lost: sayLost } = texts[lost]
  const subject = willBe(hours)
  const lostText = sayLost(accountInMail(person), hours)
  const what = hours > FACTOR_RECOVERY_HOURS ? `${lostText} ${afterReset}` : lostText
  const url = `${deps.config.publicUrl}${fillPath(pages['keep-second-factor'], { linkToken: token })}`
  const cancel = { label: 'Cancel this request', url }
  await queueMailTo(tx, deps, purpose, person, {
    subject,
    paragraphs: [
      what,
      'If this was you, wait for our next email. If not, cancel this now and set a new password.',
    ],
    buttons: [cancel, await notMeButton(tx, deps, person)],
    closing: [questions(deps)],
  })
  await postToFormerEmails(tx, deps, purpose, person, {
    subject,
    what,
    ifNotYou: 'If this was not you, cancel it now and call us.',
    buttons: [cancel],
  })
}

export async function postRecoveryDone(
  tx: Db,
  deps: MailDeps,
  { agentId, lost, hours }: Recovering,
): Promise<void> {
  const person = await findPerson(tx, agentId)
  const account = accountInMail(person)
  const { removed: purpose, was: subject, isGone, isGoneForFormer, next } = texts[lost]
  const asRequested = `As requested ${hours} hours ago, `
  await queueMailTo(tx, deps, purpose, person, {
    subject,
    paragraphs: [`${asRequested}${isGone(account)}`, next],
    buttons: [
      { label: 'Sign in', url: `${deps.config.publicUrl}${pages['sign-in']}` },
      await notMeButton(tx, deps, person),
    ],
    closing: [questions(deps)],
  })
  await postToFormerEmails(tx, deps, purpose, person, {
    subject,
    what: `${asRequested}${isGoneForFormer(account)}`,
    ifNotYou: 'If this was not you, call us right away.',
  })
}
