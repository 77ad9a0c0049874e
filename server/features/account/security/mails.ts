import { pages } from '#contract/pages.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import type { ChangedAgent } from '#server/identity/set-password.ts'
import type { Db } from '#server/platform/db/database.ts'
import { accountInMail } from '#server/platform/mail/names.ts'
import { type MailDeps, queueMailTo } from '#server/platform/mail/queue-mail.ts'
import type { AgentOfEmail } from './queries.ts'

export async function postPasswordChanged(tx: Db, deps: MailDeps, agent: ChangedAgent): Promise<void> {
  await queueMailTo(tx, deps, 'password-changed', agent, {
    subject: 'Your password was changed',
    paragraphs: [
      `Your password for ${accountInMail(agent)} was changed just now, and every other device of yours was signed out.`,
      'If that was you, there is nothing to do.',
    ],
    buttons: [itWasNotMe(deps)],
    closing: [questions(deps)],
  })
}

export async function postEmailLink(
  tx: Db,
  deps: MailDeps,
  agent: AgentOfEmail,
  email: string,
  token: string,
): Promise<void> {
  const url = `${deps.config.publicUrl}${fillPath(pages['new-email'], { linkToken: token })}`
  await queueMailTo(
    tx,
    deps,
    'email-change',
    { accountId: agent.accountId, email, firstName: agent.firstName },
    {
      subject: 'Confirm your new email',
      paragraphs: [
        `You want to sign in to ${accountInMail(agent)} with this email from now on.`,
        'The link works once, for a day. Until then you sign in as before.',
      ],
      buttons: [{ label: 'Confirm this email', url }],
      closing: ['If you did not ask for this, you need not do anything.', questions(deps)],
    },
  )
}

/** To the old address, while it can still be stopped. */
export async function postEmailAsked(
  tx: Db,
  deps: MailDeps,
  agent: AgentOfEmail,
  email: string,
): Promise<void> {
  await queueMailTo(tx, deps, 'email-change-asked', agent, {
    subject: 'A new email was asked for',
    paragraphs: [
      `Someone who knows your password asked to sign in to ${accountInMail(agent)} with ${email} from now on. It takes effect when that email is confirmed.`,
      'If that was you, there is nothing to do here. If not, reset your password now: that stops it.',
    ],
    buttons: [itWasNotMe(deps)],
    closing: [questions(deps)],
  })
}

/** To the old address, which can no longer sign in: the phone is the way back. */
export async function postEmailChanged(
  tx: Db,
  deps: MailDeps,
  agent: AgentOfEmail,
  email: string,
): Promise<void> {
  await queueMailTo(tx, deps, 'email-changed', agent, {
    subject: 'Your email was changed',
    paragraphs: [
      `From now on ${email} signs in to ${accountInMail(agent)}, and our mails go there. This email does not sign in to it any more.`,
      'If that was you, there is nothing to do.',
    ],
    closing: [`If it was not you, call ${deps.config.provider.tollFreeNumber} right away.`],
  })
}

function itWasNotMe({ config }: MailDeps) {
  return {
    label: 'It was not me: reset my password',
    url: `${config.publicUrl}${pages['password-reset']}`,
  }
}

function questions({ config }: MailDeps): string {
  return `Questions? Call ${config.provider.tollFreeNumber}.`
}
