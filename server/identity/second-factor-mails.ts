import { pages } from '#contract/pages.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { formatShortMoment } from '#server/platform/format-moment.ts'
import { accountInMail, nameInMail } from '#server/platform/mail/names.ts'
import type { MailPurpose } from '#server/platform/mail/purposes.ts'
import { questions } from '#server/platform/mail/questions.ts'
import { type MailDeps, queueMailTo } from '#server/platform/mail/queue-mail.ts'
import type { MailText } from '#server/platform/mail/render-mail.ts'
import { listFormerEmails, whyFormer } from './former-emails.ts'
import { notMeButton } from './not-me-link.ts'

const FEW_CODES = 3

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

export async function postFactorOn(tx: Db, deps: MailDeps, agentId: number): Promise<void> {
  const person = await findPerson(tx, agentId)
  await queueMailTo(tx, deps, 'second-factor-on', person, {
    subject: 'Two-step verification is on',
    paragraphs: [
      `From now on, signing in to ${accountInMail(person)} takes your password and a code from your authenticator app. All your other devices were signed out.`,
      'Keep your recovery codes in a safe place. You need one of them if you lose your phone.',
      'If this was you, you do not need to do anything.',
    ],
    buttons: [await notMeButton(tx, deps, person)],
    closing: [questions(deps)],
  })
}

export async function postFactorOff(tx: Db, deps: MailDeps, agentId: number): Promise<void> {
  const person = await findPerson(tx, agentId)
  await queueMailTo(tx, deps, 'second-factor-off', person, {
    subject: 'Two-step verification is off',
    paragraphs: [
      `From now on, signing in to ${accountInMail(person)} takes only your password.`,
      'If this was you, you do not need to do anything.',
    ],
    buttons: [await notMeButton(tx, deps, person)],
    closing: [questions(deps)],
  })
}

export async function postRecoveryCodeUsed(
  tx: Db,
  deps: MailDeps,
  agentId: number,
  left: number,
): Promise<void> {
  const person = await findPerson(tx, agentId)
  const { publicUrl } = deps.config
  await queueMailTo(tx, deps, 'recovery-code-used', person, {
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
      await notMeButton(tx, deps, person),
    ],
    closing: [questions(deps)],
  })
}

/** `dueAt` not later than now: from the next sign-in on. */
export async function postFactorDemanded(
  tx: Db,
  deps: MailDeps,
  { agentId, dueAt }: { agentId: number; dueAt: Date },
  ownerId: number,
): Promise<void> {
  const person = await findPerson(tx, agentId)
  const owner = await findPerson(tx, ownerId)
  const by = formatShortMoment(person.timeZone, dueAt)
  const isNow = dueAt <= deps.now
  await queueMailTo(tx, deps, 'second-factor-demanded', person, {
    subject: isNow ? 'Set up two-step verification' : `Set up two-step verification by ${by}`,
    paragraphs: [
      `${nameInMail(owner.fullName, 'The owner')} now requires two-step verification of everyone in ${accountInMail(person)}: a code from an app on your phone, as well as your password.`,
      isNow
        ? 'You can sign in again once you have set it up. It takes a few minutes.'
        : `Set it up by ${by} (in the time zone of your account). It takes a few minutes. After that, you can sign in only once you have set it up.`,
    ],
    buttons: [{ label: 'Set it up', url: `${deps.config.publicUrl}${pages['second-factor']}` }],
    closing: [questions(deps)],
  })
}

/**
 * Tells the emails that the person gave up lately: whoever took over an account may have changed its email first. They
 * get no “This was not me”, which would hand them a reset link.
 */
export async function postToFormerEmails(
  tx: Db,
  deps: MailDeps,
  purpose: MailPurpose,
  person: Person,
  text: Pick<MailText, 'subject' | 'buttons'> & { what: string; ifNotYou: string },
): Promise<void> {
  const { subject, what, ifNotYou, buttons = [] } = text
  const paragraphs = [what, whyFormer, ifNotYou]
  const closing = [questions(deps)]
  for (const email of await listFormerEmails(tx, person.id, deps.now))
    await queueMailTo(tx, deps, purpose, { ...person, email }, { subject, paragraphs, buttons, closing })
}

function leftOver(left: number): string {
  if (left === 0) return 'It was the last one.'
  return left === 1 ? 'You have 1 code left.' : `You have ${left} codes left.`
}

export function findPerson(tx: Db, agentId: number): Promise<Person> {
  return tx.one<Person>(sql`
    select g.id, g.account_id as "accountId", g.email, g.first_name as "firstName", a.company, a.pin,
      trim(g.first_name || ' ' || g.last_name) as "fullName", a.time_zone as "timeZone"
    from agents g join accounts a on a.id = g.account_id where g.id = ${agentId}`)
}
