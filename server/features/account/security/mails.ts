import { NOT_ME_DAYS } from '#contract/calendar/lifetimes.ts'
import { pages } from '#contract/pages.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import type { ChangedAgent } from '#server/identity/credentials.ts'
import { notMeButton } from '#server/identity/links.ts'
import { accountInMail } from '#server/platform/mail/names.ts'
import { questions } from '#server/platform/mail/questions.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import type { Tx } from '#server/platform/transaction.ts'

export async function postPasswordChanged(tx: Tx, agent: ChangedAgent & { id: number }): Promise<void> {
  await queueMail(tx, 'password-changed', agent, {
    subject: 'Your password was changed',
    paragraphs: [
      `Your password for ${accountInMail(agent)} was just changed, and all your other devices were signed out.`,
      'If this was you, you do not need to do anything.',
    ],
    buttons: [await notMeButton(tx, agent)],
  })
}

export async function postEmailLink(
  tx: Tx,
  agent: AgentOfEmail,
  email: string,
  token: string,
): Promise<void> {
  const url = `${tx.config.publicUrl}${fillPath(pages['new-email'], { linkToken: token })}`
  await queueMail(
    tx,
    'email-change',
    { accountId: agent.accountId, email, firstName: agent.firstName },
    {
      subject: 'Confirm your new email',
      paragraphs: [
        `You asked to sign in to ${accountInMail(agent)} with this email from now on.`,
        'The link works once, for one day. Until you confirm, keep signing in with your current email.',
      ],
      buttons: [{ label: 'Confirm this email', url }],
      closing: ['If you did not ask for this, you can ignore it.', questions(tx)],
    },
  )
}

/** For someone whose emails came back, and who says that the email works. */
export async function postEmailTest(tx: Tx, agent: AgentOfEmail, token: string): Promise<void> {
  const url = `${tx.config.publicUrl}${fillPath(pages['email-works'], { linkToken: token })}`
  await queueMail(tx, 'email-test', agent, {
    subject: 'Your test email',
    paragraphs: [
      `Emails that we sent you about ${accountInMail(agent)} bounced, and you asked us to try again. This one has reached you.`,
      'Tell us so with the button, and we will send you all our emails again. It works once, for one day.',
    ],
    buttons: [{ label: 'This email works', url }],
    closing: ['If you did not ask for this, you can ignore it.', questions(tx)],
  })
}

/** Goes to the old address while the change can still be stopped. */
export async function postEmailAsked(tx: Tx, agent: AgentOfEmail, email: string): Promise<void> {
  await queueMail(tx, 'email-change-asked', agent, {
    subject: 'Someone asked to change your email',
    paragraphs: [
      `Someone who knows your password asked to sign in to ${accountInMail(agent)} with ${email} from now on. The change takes effect when that email is confirmed.`,
      'If this was you, you do not need to do anything here. If not, say so now to stop the change.',
    ],
    buttons: [await notMeButton(tx, agent)],
  })
}

/** Goes to the old address, which can no longer sign in: it can take the change back. */
export async function postEmailChanged(tx: Tx, agent: AgentOfEmail, email: string): Promise<void> {
  await queueMail(tx, 'email-changed', agent, {
    subject: 'Your email was changed',
    paragraphs: [
      `From now on, sign in to ${accountInMail(agent)} with ${email}. We will also send our emails there. You can no longer sign in with this address.`,
      `If this was you, you do not need to do anything. If not, you can undo it within ${NOT_ME_DAYS} days.`,
    ],
    buttons: [await notMeButton(tx, agent)],
    closing: [`If the button no longer works, call ${tx.config.provider.tollFreeNumber} right away.`],
  })
}

export type AgentOfEmail = {
  id: number
  accountId: number
  email: string
  firstName: string
  company: string
  pin: string
}
