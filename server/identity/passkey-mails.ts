import { FACTOR_RECOVERY_HOURS } from '#contract/calendar/lifetimes.ts'
import { pages } from '#contract/pages.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import type { Db } from '#server/platform/db/database.ts'
import { accountInMail, isFitForMail } from '#server/platform/mail/names.ts'
import { type MailDeps, queueMailTo } from '#server/platform/mail/queue-mail.ts'
import { notMeButton } from './not-me-link.ts'
import { findPerson, postToFormerEmails, questions } from './second-factor-mails.ts'

export async function postPasskeyAdded(tx: Db, deps: MailDeps, agentId: number, name: string): Promise<void> {
  const person = await findPerson(tx, agentId)
  await queueMailTo(tx, deps, 'passkey-added', person, {
    subject: 'A passkey was added',
    paragraphs: [
      `From now on, ${quoted(name)} signs you in to ${accountInMail(person)} without your password.`,
      'If this was you, you do not need to do anything. If not, use “This was not me”: it removes the passkey, signs out all your devices and lets you set a new password.',
    ],
    buttons: [{ label: 'See your passkeys', url: urlOf(deps) }, await notMeButton(tx, deps, person)],
    closing: [questions(deps)],
  })
}

export async function postPasskeyRemoved(
  tx: Db,
  deps: MailDeps,
  agentId: number,
  name: string,
): Promise<void> {
  const person = await findPerson(tx, agentId)
  await queueMailTo(tx, deps, 'passkey-removed', person, {
    subject: 'A passkey was removed',
    paragraphs: [
      `From now on, ${quoted(name)} no longer signs you in to ${accountInMail(person)}.`,
      'If this was you, you do not need to do anything.',
    ],
    buttons: [{ label: 'See your passkeys', url: urlOf(deps) }, await notMeButton(tx, deps, person)],
    closing: [questions(deps)],
  })
}

/** For someone without an authenticator app. The link cancels it for as long as the passkeys are there. */
export async function postPasskeyRecoveryAsked(
  tx: Db,
  deps: MailDeps,
  agentId: number,
  token: string,
): Promise<void> {
  const person = await findPerson(tx, agentId)
  const url = `${deps.config.publicUrl}${fillPath(pages['keep-second-factor'], { linkToken: token })}`
  const subject = `Your passkeys will be removed in ${FACTOR_RECOVERY_HOURS} hours`
  const cancel = { label: 'Cancel this request', url }
  const asked = `Someone said that they lost the passkeys for ${accountInMail(person)}. In ${FACTOR_RECOVERY_HOURS} hours, they are removed. From then on, nobody is asked for them.`
  await queueMailTo(tx, deps, 'passkey-recovery', person, {
    subject,
    paragraphs: [
      asked,
      'If this was you, wait for our next email. If not, cancel this now and set a new password.',
    ],
    buttons: [cancel, await notMeButton(tx, deps, person)],
    closing: [questions(deps)],
  })
  await postToFormerEmails(tx, deps, 'passkey-recovery', person, {
    subject,
    what: asked,
    ifNotYou: 'If this was not you, cancel it now and call us.',
    buttons: [cancel],
  })
}

export async function postLostPasskeysRemoved(tx: Db, deps: MailDeps, agentId: number): Promise<void> {
  const person = await findPerson(tx, agentId)
  await queueMailTo(tx, deps, 'passkeys-removed', person, {
    subject: 'Your passkeys were removed',
    paragraphs: [
      `As requested ${FACTOR_RECOVERY_HOURS} hours ago, your passkeys for ${accountInMail(person)} were removed.`,
      'Sign in with your password and add a new passkey as soon as you can.',
    ],
    buttons: [
      { label: 'Sign in', url: `${deps.config.publicUrl}${pages['sign-in']}` },
      await notMeButton(tx, deps, person),
    ],
    closing: [questions(deps)],
  })
  await postToFormerEmails(tx, deps, 'passkeys-removed', person, {
    subject: 'Your passkeys were removed',
    what: `As requested ${FACTOR_RECOVERY_HOURS} hours ago, the passkeys for ${accountInMail(person)} were removed.`,
    ifNotYou: 'If this was not you, call us right away.',
  })
}

/** People choose the name, so it is left out where a mail program would make a link of it. */
function quoted(name: string): string {
  return isFitForMail(name) ? `the passkey “${name}”` : 'this passkey'
}

function urlOf({ config }: MailDeps): string {
  return `${config.publicUrl}${pages.passkeys}`
}
