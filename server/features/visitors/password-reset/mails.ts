import { RESET_LINK_MINUTES } from '#contract/calendar/lifetimes.ts'
import { pages } from '#contract/pages.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import type { Agent } from '#server/identity/agents.ts'
import { notMeButton } from '#server/identity/not-me-link.ts'
import type { Db } from '#server/platform/db/database.ts'
import { accountInMail, greetingTo } from '#server/platform/mail/names.ts'
import { questions } from '#server/platform/mail/questions.ts'
import { type MailDeps, queueMail, queueMailTo } from '#server/platform/mail/queue-mail.ts'

export async function postResetLinks(
  tx: Db,
  deps: MailDeps,
  links: { agent: Agent; token: string }[],
  isMobileRetry: boolean,
): Promise<void> {
  const [first] = links
  if (!first) return
  const { publicUrl } = deps.config
  const isOne = links.length === 1
  await queueMail(
    tx,
    deps,
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
        questions(deps),
      ],
    },
  )
}

export async function postPasswordChanged(
  tx: Db,
  deps: MailDeps,
  agent: Pick<Agent, 'id' | 'email' | 'firstName' | 'company' | 'pin' | 'accountId'>,
): Promise<void> {
  await queueMailTo(tx, deps, 'password-changed', agent, {
    subject: 'Your password was changed',
    paragraphs: [
      `The password for ${accountInMail(agent)} was just changed, and you were signed out on all devices.`,
      'If this was you, you do not need to do anything.',
    ],
    buttons: [await notMeButton(tx, deps, agent)],
    closing: [questions(deps)],
  })
}
