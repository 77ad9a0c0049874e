import { pages } from '#contract/pages.ts'
import type { Agent } from '#server/identity/agents.ts'
import type { Visit } from '#server/identity/sessions.ts'
import type { Db } from '#server/platform/db/database.ts'
import { accountInMail } from '#server/platform/mail/names.ts'
import { type MailDeps, queueMailTo } from '#server/platform/mail/queue-mail.ts'

export async function postNewDeviceNotice(tx: Db, deps: MailDeps, agent: Agent, visit: Visit): Promise<void> {
  const { publicUrl, provider } = deps.config
  const browser = [visit.browserName, visit.browserVersion].filter(Boolean).join(' ') || 'an unnamed browser'
  const when = `${deps.now.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  await queueMailTo(tx, deps, 'new-device', agent, {
    subject: `A new sign-in to your account ${agent.pin}`,
    paragraphs: [
      `Someone signed in to ${accountInMail(agent)} from a device that we have not seen before.`,
      `When: ${when}. From: ${visit.address}, with ${browser}.`,
      'If that was you, there is nothing to do.',
    ],
    buttons: [{ label: 'It was not me: reset my password', url: `${publicUrl}${pages['password-reset']}` }],
    closing: [`A new password signs out everyone. Questions? Call ${provider.tollFreeNumber}.`],
  })
}
