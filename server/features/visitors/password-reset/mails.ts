import { RESET_LINK_MINUTES } from '#contract/calendar/lifetimes.ts'
import { pages } from '#contract/pages.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import type { Agent } from '#server/identity/agents.ts'
import { notMeButton } from '#server/identity/links.ts'
import { accountInMail, greetingTo } from '#server/platform/mail/names.ts'
import { questions } from '#server/platform/mail/questions.ts'
import { queueMail, queueMailTo } from '#server/platform/mail/queue-mail.ts'
import type { Tx } from '#server/platform/transaction.ts'

export async function postResetLinks(
  tx: Tx,
  links: { agent: Agent; token: string }[],
  isMobileRetry: boolean,
): Promise<void> {
  const [first] = links
  if (!first) return
  const { publicUrl } = tx.config
  const isOne = links.length === 1
  await queueMail(
    tx,
    tx,
    {
      purpose: 'password-reset',
      recipient: first.agent.email,
      ...(isOne ? { accountId: first.agent.accountId } : {}),
    },
    {
      subject: 'Reset your password',
      greeting: greetingTo(first.agent.firstName),
      paragraphs: [
        isOne
          ? `Here is the link to set a new password for ${accountInMail(first.agent)}.`
          : 'Several accounts use this email. Here is a link for each. Use the one for the account whose password you want to change.',
        `Each link works once, for ${RESET_LINK_MINUTES} minutes.`,
      ],
      buttons: links.map(({ agent, token }) => ({
        label: isOne ? 'Set a new password' : accountInMail(agent),
        // Someone who was about to pay on a phone returns to the sign-in page that accepts phones.
        url: `${publicUrl}${fillPath(pages['new-password'], { linkToken: token })}${isMobileRetry ? '?mr=1' : ''}`,
      })),
      closing: [
        'If you did not ask for this, you can ignore it. Your password has not changed.',
        questions(tx),
      ],
    },
  )
}

export async function postPasswordChanged(
  tx: Tx,
  agent: Pick<Agent, 'id' | 'email' | 'firstName' | 'company' | 'pin' | 'accountId'>,
): Promise<void> {
  await queueMailTo(tx, tx, 'password-changed', agent, {
    subject: 'Your password was changed',
    paragraphs: [
      `The password for ${accountInMail(agent)} was just changed, and you were signed out on all devices.`,
      'If this was you, you do not need to do anything.',
    ],
    buttons: [await notMeButton(tx, agent)],
    closing: [questions(tx)],
  })
}
