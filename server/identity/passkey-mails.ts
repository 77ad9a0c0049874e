import type { StepUpWay } from '#contract/accounts/step-up.ts'
import { pages } from '#contract/pages.ts'
import { accountInMail, isFitForMail } from '#server/platform/mail/names.ts'
import { questions } from '#server/platform/mail/questions.ts'
import { type MailDeps, queueMailTo } from '#server/platform/mail/queue-mail.ts'
import type { Tx } from '#server/platform/transaction.ts'
import { notMeButton } from './links.ts'
import { findPerson } from './second-factor-mails.ts'
import { waysOf } from './step-up.ts'

export async function postPasskeyAdded(
  tx: Tx,
  agentId: number,
  { name, isAutomatic }: { name: string; isAutomatic: boolean },
): Promise<void> {
  const person = await findPerson(tx, agentId)
  await queueMailTo(tx, tx, 'passkey-added', person, {
    subject: 'A passkey was added',
    paragraphs: [
      `From now on, ${quoted(name)} signs you in to ${accountInMail(person)} without your password.${isAutomatic ? ' Your browser created it after you signed in.' : ''}`,
      whatConfirms(await waysOf(tx, agentId)),
      'If this was you, you do not need to do anything. If not, use “This was not me”: it removes the passkey, signs out all your devices and lets you set a new password.',
    ],
    buttons: [{ label: 'See your passkeys', url: urlOf(tx) }, await notMeButton(tx, person)],
    closing: [questions(tx)],
  })
}

export async function postPasskeyRemoved(tx: Tx, agentId: number, name: string): Promise<void> {
  const person = await findPerson(tx, agentId)
  await queueMailTo(tx, tx, 'passkey-removed', person, {
    subject: 'A passkey was removed',
    paragraphs: [
      `From now on, ${quoted(name)} no longer signs you in to ${accountInMail(person)}.`,
      'If this was you, you do not need to do anything.',
    ],
    buttons: [{ label: 'See your passkeys', url: urlOf(tx) }, await notMeButton(tx, person)],
    closing: [questions(tx)],
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
