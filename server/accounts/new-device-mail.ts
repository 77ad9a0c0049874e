import type { Agent } from '#server/identity/agents.ts'
import { notMeButton } from '#server/identity/not-me-link.ts'
import type { Visit } from '#server/identity/sessions.ts'
import type { Db } from '#server/platform/db/database.ts'
import { accountInMail } from '#server/platform/mail/names.ts'
import { type MailDeps, queueMailTo } from '#server/platform/mail/queue-mail.ts'

export async function postNewDeviceNotice(tx: Db, deps: MailDeps, agent: Agent, visit: Visit): Promise<void> {
  const { provider } = deps.config
  const browser = [visit.browserName, visit.browserVersion].filter(Boolean).join(' ') || 'an unknown browser'
  const when = `${deps.now.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  await queueMailTo(tx, deps, 'new-device', agent, {
    subject: `A new sign-in to your account ${agent.pin}`,
    paragraphs: [
      `Someone signed in to ${accountInMail(agent)} from a device we have not seen before.`,
      `When: ${when}. From: ${visit.address}, with ${browser}.`,
      'If this was you, you do not need to do anything.',
    ],
    buttons: [await notMeButton(tx, deps, agent)],
    closing: [
      `The button signs out all your devices and lets you set a new password. Questions? Call ${provider.tollFreeNumber}.`,
    ],
  })
}
